// The suite of epin certify as a function. index.d.ts and README.md describe it.
import serve from "./function.js";
import goOf from "./wasm_exec.js";

const inNode = typeof process === "object" && Boolean(process.versions?.node);
// Bundlers for browsers leave this import alone.
const builtin = (name) => import(/* webpackIgnore: true */ /* @vite-ignore */ `node:${name}`);

let compiled; // a promise of the program, once it is needed

async function compile() {
  const address = new URL("./engine.wasm", import.meta.url);
  if (inNode) return WebAssembly.compile(await (await builtin("fs/promises")).readFile(address));
  const response = await fetch(address); // compileStreaming needs a server that knows the type
  if (!response.ok) throw new Error(`${address} has the status ${response.status}: serve it beside index.mjs`);
  return WebAssembly.compile(await response.arrayBuffer());
}

// addressOf returns the address of a module under test, or nothing for an object of functions.
function addressOf(library) {
  const address = library instanceof URL ? library.href : library;
  if (typeof address !== "string") return undefined;
  if (/^[a-z][a-z+.-]+:/i.test(address)) return address;
  throw new TypeError(`the module ${JSON.stringify(address)} is no absolute address: use new URL("./yours.mjs", import.meta.url)`);
}

// startWorker starts a worker for a module. tell gets an error that nothing caught, and refuse that the
// module cannot be tested.
function startWorker(NodeWorker, first, tell, refuse) {
  const heard = ({ refused }) => refused && refuse(new Error(refused));
  let worker;
  if (NodeWorker) {
    worker = new NodeWorker(new URL("./worker.mjs", import.meta.url));
    worker.on("message", heard);
    worker.on("error", (error) => tell(String(error)));
    worker.on("exit", (status) => tell(`its worker exited with status ${status}`));
  } else {
    worker = new Worker(new URL("./worker.mjs", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => heard(data);
    worker.onerror = (event) => {
      event.preventDefault();
      tell(event.message || "its worker cannot be started");
    };
  }
  worker.postMessage(first, [first.port]);
  return worker;
}

// start starts what answers on a port: the functions themselves, or a worker with their module. The
// program calls it, as startWorker in engine.js of the site.
function start(library, address, NodeWorker, tell, refuse) {
  const { port1, port2 } = new MessageChannel();
  let worker, ended = false;
  const end = () => {
    ended = true;
    port1.close();
    worker?.terminate();
  };
  port1.onmessage = ({ data }) => ended || tell(data, "");
  try {
    if (address === undefined) serve(library, port2);
    else worker = startWorker(NodeWorker, { address, port: port2 }, (uncaught) => ended || tell("", uncaught), refuse);
  } catch (error) {
    refuse(error);
  }
  return { post: (lines) => port1.postMessage(lines), end };
}

export async function certify(library, options = {}) {
  const { edition = "1.0.0", profile = "standard", seed = 1, only = [], timeout = 10_000, signal, progress } = options;
  const address = addressOf(library);
  for (const [name, value, least] of [["seed", seed, 0], ["timeout", timeout, 10]]) {
    if (!Number.isSafeInteger(value) || value < least) throw new RangeError(`${name} is ${value}: give an integer from ${least} on`);
  }
  signal?.throwIfAborted();
  const program = await (compiled ??= compile().catch((error) => {
    compiled = undefined;
    throw error;
  }));
  const crypto = globalThis.crypto ?? (await builtin("crypto")).webcrypto;
  const NodeWorker = inNode && address !== undefined && (await builtin("worker_threads")).Worker;

  const ends = new Set(), said = [];
  const say = (line) => said.push(line);
  const host = { Object, Array, Uint8Array, Date, Error, performance, crypto, TextEncoder, TextDecoder }; // its globals
  const send = (request) => host.onmessage?.({ data: JSON.stringify(request) });
  let abort;
  return new Promise((resolve, reject) => {
    abort = () => reject(signal.reason);
    signal?.addEventListener("abort", abort);
    host.startWorker = (_, tell) => {
      const started = start(library, address, NodeWorker, tell, reject);
      ends.add(started.end);
      return started;
    };
    host.postMessage = (text) => {
      const { ready, progress: now, error, written } = JSON.parse(text);
      try {
        if (ready) queueMicrotask(() => send({ id: 1, source: "library", report: true, edition, profile, seed, only, timeout }));
        if (now) progress?.(now);
        if (error) reject(new Error(error));
        if (written) resolve(Object.defineProperty(written.report, "text", { value: written.text }));
      } catch (error) {
        reject(error); // of progress
      }
    };
    const go = new (goOf(host, crypto, { log: say, warn: say }))();
    WebAssembly.instantiate(program, go.importObject).then((instance) => go.run(instance))
      .then(() => {
        host.onmessage = undefined;
        throw new Error(`the engine has ended: ${said.slice(0, 20).join("; ")}`);
      }).catch(reject);
  }).finally(() => {
    signal?.removeEventListener("abort", abort);
    send({ cancel: true });
    for (const end of ends) end();
  });
}
