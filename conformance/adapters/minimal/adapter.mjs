const parse = (token) => /^[-+]?[A-Za-z]\^?'?$/.exec(token); // call your library here; null only for its documented rejection

function answer({ op, token }) {
  if (op === "hello") return { protocol: 1, implementation: { name: "acme-epin" }, ops: ["parse"] };
  if (op !== "parse") return { unsupported: true };
  try {
    const piece = parse(token);
    return { valid: piece !== null }; // with a string form: token: String(piece)
  } catch (error) {
    return { crash: String(error) };
  }
}

let rest = "";
for await (const block of process.stdin.setEncoding("utf8")) {
  const lines = (rest + block).split("\n");
  rest = lines.pop();
  for (const line of lines) {
    const request = JSON.parse(line);
    process.stdout.write(JSON.stringify({ id: request.id, ...answer(request) }) + "\n");
  }
}
