// The worker of a module under test. Its first message has the address of the module, and the port on
// which function.js answers. Where the module cannot be tested, the response is a reason.
import serve from "./function.js";

const browser = typeof WorkerGlobalScope === "function" && Promise.resolve({ parentPort: self });
(browser || import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${"worker_threads"}`)).then(({ parentPort }) => {
  parentPort.onmessage = async ({ data: { address, port } }) => {
    try {
      const module = await import(/* webpackIgnore: true */ /* @vite-ignore */ address);
      serve(module.valid || module.parse ? module : module.default ?? module, port);
    } catch (error) {
      port.postMessage({ refused: `cannot test ${address}: ${error?.message ?? error}` });
    }
  };
});
