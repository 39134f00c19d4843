// The end of the script of a function's worker: an adapter for what stands before it. The
// variable NAME and, if there are any, functions valid and parse are there already.
;(() => {
  const theirs = {
    valid: typeof valid === "function" ? valid : undefined,
    parse: typeof parse === "function" ? parse : undefined,
  };
  if (!theirs.valid && !theirs.parse) throw new Error("there is no function valid(s) or parse(s)");

  const ATTRIBUTES = {}; // types by keys, of all editions: page.go writes them

  function show(value) {
    try {
      return typeof value === "string" ? JSON.stringify(value) : String(value);
    } catch {
      return "something that cannot be shown";
    }
  }

  function valid_(s) {
    const verdict = theirs.valid(s);
    if (typeof verdict !== "boolean") throw new TypeError(`valid returned ${show(verdict)}, not true or false`);
    return { valid: verdict };
  }

  function parse_(s) {
    const piece = theirs.parse(s);
    if (piece === null || piece === undefined) return { valid: false };
    if (typeof piece !== "object") throw new TypeError(`parse returned ${show(piece)}, not an object or null`);
    const response = { valid: true };
    for (const [key, type] of Object.entries(ATTRIBUTES)) {
      const value = piece[key];
      if (value === undefined) continue;
      if (typeof value !== type) throw new TypeError(`parse returned ${show(value)} as ${key}, which is no ${type}`);
      response[key] = value;
    }
    return response;
  }

  const check = theirs.valid ? valid_ : parse_;

  function verdict(s) {
    try {
      return check(s).valid ? "1" : "0";
    } catch {
      return "!";
    }
  }

  function answer(request) {
    try {
      switch (request.op) {
        case "valid": return valid_(request.token);
        case "parse": return parse_(request.token);
        case "sweep": return { valid: request.tokens.map(verdict).join("") };
      }
    } catch (error) {
      return { crash: show(error) };
    }
    const ops = Object.keys(theirs).filter((op) => theirs[op]).concat("sweep");
    return { protocol: 1, implementation: { name: NAME, language: "javascript" }, ops };
  }

  // Responses go out together, but none waits for a slow one.
  const WAIT = 50; // milliseconds
  self.onmessage = ({ data }) => {
    let lines = [], began = performance.now();
    for (const line of data.split("\n")) {
      const request = JSON.parse(line);
      lines.push(JSON.stringify({ id: request.id, ...answer(request) }));
      if (performance.now() - began > WAIT) {
        self.postMessage(lines.join("\n"));
        lines = [];
        began = performance.now();
      }
    }
    if (lines.length > 0) self.postMessage(lines.join("\n"));
  };
})();
