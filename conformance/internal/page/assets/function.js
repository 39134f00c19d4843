// The adapter of functions in JavaScript, for the site and for packages/engine. serve answers lines of
// the adapter protocol on a port, which can be a worker. hello has the attributes and the methods of
// the edition, too. page.go makes an expression of this module.
export default function serve(library, port) {
  if (typeof library !== "object") { // every function has a method apply
    throw new TypeError(`a library is an object of functions or a URL, and not a ${typeof library}`);
  }
  const offered = ["parse", "valid", "apply", "equal"].filter((op) => typeof library?.[op] === "function");
  const judge = ["valid", "parse"].find((op) => offered.includes(op));
  if (!judge) throw new TypeError("there is no function valid(s) or parse(s)");
  let types; // of the attributes by their keys, from hello

  function show(value) {
    try {
      return typeof value === "string" ? JSON.stringify(value) : String(value);
    } catch {
      return "something that cannot be shown";
    }
  }

  // typed returns a result, or a part of it, if it is of a type.
  function typed(value, type, what, part = "") {
    if (typeof value !== type) throw new TypeError(`${what} returned ${show(value)}${part}, which is no ${type}`);
    return value;
  }

  const object = (value, what) => typed(value ?? null, "object", what); // or null, for an invalid string

  function attributes(piece, what) {
    const response = {};
    for (const [key, type] of Object.entries(types)) {
      if (piece[key] !== undefined) response[key] = typed(piece[key], type, what, ` as ${key}`);
    }
    return response;
  }

  const calls = {
    hello(request) {
      types = request.attributes;
      return {
        protocol: 1,
        implementation: { name: library.name ?? "library", version: library.version, language: "javascript" },
        ops: [...offered, "sweep"],
        methods: library.methods ?? request.methods,
        apply_attributes: library.applyAttributes === true,
        apply_unread: library.applyUnread === true,
      };
    },
    valid: ({ token }) => ({ valid: typed(library.valid(token), "boolean", "valid") }),
    parse({ token }) {
      const piece = object(library.parse(token), "parse");
      return piece ? { valid: true, ...attributes(piece, "parse") } : { valid: false };
    },
    apply({ token, methods, before = [], unread = false }) {
      const result = object(library.apply(token, methods, { before, unread }), "apply");
      if (!result) return { valid: false };
      const { tokens, original } = result, count = unread ? Math.min(methods.length, 1) : methods.length;
      if (!Array.isArray(tokens) || tokens.length !== count || ![...tokens, original].every((s) => typeof s === "string")) {
        throw new TypeError(`apply returned tokens ${show(tokens)} and original ${show(original)}, not ${count} strings and a string`);
      }
      const response = { valid: true, tokens, original };
      if (library.applyAttributes === true) response.last = attributes(result.last ?? {}, "apply");
      return response;
    },
    equal: ({ token, other }) => ({ equal: typed(library.equal(token, other), "boolean", "equal") }),
    sweep: ({ tokens }) => ({ valid: tokens.map(verdict).join("") }),
  };

  function verdict(token) {
    const { valid } = answer({ op: judge, token });
    return valid === undefined ? "!" : String(+valid);
  }

  function answer(request) {
    try {
      return calls[request.op](request);
    } catch (error) {
      return { crash: show(error) };
    }
  }

  // Responses go out together, but none waits for a slow one.
  const WAIT = 50; // milliseconds
  port.onmessage = ({ data }) => {
    let lines = [], began = performance.now();
    for (const line of data.split("\n")) {
      const request = JSON.parse(line);
      lines.push(JSON.stringify({ id: request.id, ...answer(request) }));
      if (performance.now() - began > WAIT) {
        port.postMessage(lines.join("\n"));
        lines = [];
        began = performance.now();
      }
    }
    if (lines.length > 0) port.postMessage(lines.join("\n"));
  };
}
