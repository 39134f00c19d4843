// The suite of epin certify as a function. index.d.ts and README.md describe it.
import serve from "./function.js";
import goOf from "./wasm_exec.js";

const inNode = typeof process === "object" && Boolean(process.versions?.node);
// Bundlers for browsers leave this import alone.
const builtin = (name) => import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`);

let compiled; // a promise of the program, once it is needed

async function compile(fs) {
  const address = new URL("./engine.wasm", import.meta.url);
  return fs ? WebAssembly.compile(await fs.readFile(address)) : WebAssembly.compileStreaming(fetch(address));
}

// startWorker starts a worker. tell gets an error that nothing caught.
function startWorker(threads, tell) {
  if (threads) {
    const worker = new threads.Worker(new URL("./worker.mjs", import.meta.url));
    worker.on("error", (error) => tell("", String(error)));
    return worker.on("exit", (status) => tell("", `its worker exited with status ${status}`));
  }
  const worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
  worker.onerror = (event) => {
    event.preventDefault();
    tell("", event.message ?? "its worker cannot be started");
  };
  return worker;
}

// start starts what answers on a port: the functions themselves, or a worker with the module at a URL. The
// program calls it, as startWorker in engine.js of the site. reject gets why the library cannot be tested.
function start(library, threads, tell, reject) {
  const { port1, port2 } = new MessageChannel();
  const say = (lines, uncaught) => tell?.(lines, uncaught);
  const refuse = (reason) => {
    reject(new Error(reason));
    say("", reason);
  };
  port1.onmessage = ({ data }) => data.refused ? refuse(data.refused) : say(data, "");
  let worker;
  try {
    if (library?.href) {
      worker = startWorker(threads, say);
      worker.postMessage({ address: library.href, port: port2 }, [port2]);
    } else serve(library, port2);
  } catch (error) {
    refuse(error.message);
  }
  const end = () => {
    tell = undefined;
    port1.close();
    worker?.terminate();
  };
  return { post: (lines) => port1.postMessage(lines), end };
}

export async function certify(library, options = {}) {
  const { edition = "1.0.0", profile = "standard", seed = 1, only = [], timeout = 10_000, ...others } = options;
  for (const name in others) throw new TypeError(`unknown option ${JSON.stringify(name)}: use edition, profile, seed, only or timeout`);
  const request = JSON.stringify({ id: 1, source: "library", report: true, edition, profile, seed, only, timeout });
  const names = inNode ? ["fs/promises", "worker_threads", "crypto"] : [];
  const [fs, threads, nodeCrypto] = await Promise.all(names.map(builtin));
  const crypto = nodeCrypto?.webcrypto ?? globalThis.crypto;
  const program = await (compiled ??= compile(fs));
  return new Promise((resolve, reject) => {
    const said = [], say = (line) => said.push(line);
    const host = { Object, Array, Uint8Array, Date, Error, performance, crypto, TextEncoder, TextDecoder }; // its globals
    host.startWorker = (_, tell) => start(library, threads, tell, reject);
    host.postMessage = (text) => {
      const { ready, error, written } = JSON.parse(text);
      if (ready) queueMicrotask(() => host.onmessage({ data: request }));
      if (error) reject(new Error(error));
      if (written) resolve(Object.defineProperty(written.report, "text", { value: written.text }));
    };
    const go = new (goOf(host, crypto, { log: say, warn: say }))();
    WebAssembly.instantiate(program, go.importObject).then((instance) => go.run(instance))
      .then(() => reject(new Error(`the engine has ended: ${said.slice(0, 20).join("; ")}`)), reject);
  });
}
