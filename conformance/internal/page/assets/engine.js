// The end of the script of the engine's worker, after wasm_exec.js of Go. The first message is
// the compiled program, which takes over.
const said = []; // on standard error
console.log = (line) => said.push(line);
self.onmessage = async ({ data }) => {
  const go = new Go();
  await go.run(await WebAssembly.instantiate(data, go.importObject));
  setTimeout(() => { throw new Error(`the program has ended: ${said.slice(0, 20).join("; ")}`); });
};

// startWorker starts the worker of a function; tell gets what it sends, or an error. The Blob
// URL is made here, since a page from the file system shares none with its workers.
self.startWorker = (script, tell) => {
  const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
  const worker = new Worker(address);
  worker.onmessage = ({ data }) => tell(String(data), "");
  worker.onerror = (event) => {
    event.preventDefault();
    tell("", event.message ?? "it cannot be started");
  };
  return {
    post: (lines) => worker.postMessage(lines),
    end() {
      worker.onmessage = worker.onerror = null;
      worker.terminate();
      URL.revokeObjectURL(address);
    },
  };
};
