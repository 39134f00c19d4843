// The worker of a module under test. Its first message has the address of the module, and the port on
// which function.js answers. Where the module cannot be tested, the response is a reason.
import serve from "./function.js";

async function begin(parent, { address, port }) {
  try {
    const module = await import(/* webpackIgnore: true */ /* @vite-ignore */ address);
    serve(module.valid || module.parse ? module : module.default ?? module, port);
  } catch (error) {
    parent.postMessage({ refused: `cannot test ${address}: ${error?.message ?? error}` });
  }
}

if (typeof WorkerGlobalScope === "function") {
  self.onmessage = ({ data }) => begin(self, data);
} else {
  import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${"worker_threads"}`)
    .then(({ parentPort }) => parentPort.once("message", (first) => begin(parentPort, first)));
}
