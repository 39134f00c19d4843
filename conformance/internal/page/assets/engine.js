// The end of the script of the engine's worker, after wasm_exec.js of Go. The first message is
// the compiled program, which takes over.
const said = []; // on standard error
console.log = (line) => said.push(line);
self.onmessage = async ({ data }) => {
  const go = new Go();
  await go.run(await WebAssembly.instantiate(data, go.importObject));
  setTimeout(() => { throw new Error(`the program has ended: ${said.slice(0, 20).join("; ")}`); });
};
