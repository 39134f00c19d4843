// The playground. What stands in FILES comes before this: the program, compressed and in
// base64, and the scripts of the workers.
const $ = (id) => document.getElementById(id);

// element returns an element; text is never markup.
function element(name, attributes, ...children) {
  const e = document.createElement(name);
  for (const [key, value] of Object.entries(attributes ?? {})) e.setAttribute(key, value);
  e.append(...children);
  return e;
}

// compiled is the program.
const compiled = (async () => {
  const packed = Uint8Array.fromBase64?.(FILES.program) ?? Uint8Array.from(atob(FILES.program), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return WebAssembly.compileStreaming(new Response(stream, { headers: { "Content-Type": "application/wasm" } }));
})();

// An Engine runs the program in a worker.
class Engine {
  static source = URL.createObjectURL(new Blob([FILES.engine], { type: "text/javascript" }));
  #worker = new Worker(Engine.source);
  #asked = new Map();
  #last = 0;
  #ready;

  constructor() {
    this.#ready = new Promise((ready, fail) => {
      this.#worker.onerror = (event) => { fail(new Error(event.message)); for (const a of this.#asked.values()) a.fail(new Error(event.message)); };
      this.#worker.onmessage = ({ data }) => {
        const message = JSON.parse(data), asked = this.#asked.get(message.id);
        if (message.id === 0) ready();
        else if (message.progress) asked?.progress(message.progress);
        else if (message.error) asked?.fail(new Error(message.error));
        else asked?.done(message);
      };
      compiled.then((program) => this.#worker.postMessage(program), fail);
    });
  }

  // ask sends a request. The promise may stay open after end.
  async ask(request, progress) {
    await this.#ready;
    const id = ++this.#last;
    return new Promise((done, fail) => {
      this.#asked.set(id, { done, fail, progress });
      this.#worker.postMessage(JSON.stringify({ id, ...request }));
    }).finally(() => this.#asked.delete(id));
  }

  end() { this.#worker.terminate(); }
}

const quoted = (...inside) => element("code", { class: "token" }, element("span", {}, '"'), ...inside, element("span", {}, '"'));
const outcome = (kind, sign, text) => [element("span", { class: "sign", "aria-hidden": "true" }, sign), " " + text];
const signs = { good: "✓", bad: "✗", open: "?" };

// figure shows an SVG of the program, in a box that scrolls.
function figure(svg, caption) {
  const image = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return element("figure", { "aria-label": caption }, element("div", { class: "scroll", role: "group", "aria-label": caption, tabindex: "0" }, document.importNode(image, true)));
}

function failed(where, error) {
  where.replaceChildren(element("p", { class: "problem" }, `This does not work here: ${error.message}`));
}

// The token.
const explainer = new Engine();
let latest = 0;
const edition = () => $("edition").value;

async function explain() {
  const number = ++latest;
  try {
    const { explained } = await explainer.ask({ edition: edition(), token: $("token").value });
    if (number === latest) showExplained(explained);
  } catch (error) {
    failed($("explained"), error);
  }
}

function showExplained(e) {
  const box = $("explained");
  box.dataset.valid = e.valid;
  if (!e.valid) {
    box.replaceChildren(
      element("p", { class: "verdict bad", id: "said" }, ...outcome("bad", "✗", "Invalid")),
      element("p", { class: "shown" }, quoted(e.before, element("mark", {}, e.at || "▯"), e.after)),
      element("p", { class: "reason" }, e.reason));
  } else {
    const rows = e.parts.map((p) => element("tr", {}, element("th", { scope: "row" }, p.name),
      element("td", { "data-label": "written" }, p.text ? quoted(p.text) : "absent"), element("td", { "data-label": "means" }, p.means)));
    const table = element("table", { class: "stacked", "aria-label": "Parts of the token" },
      element("thead", {}, element("tr", {}, ...["part", "written", "means"].map((h) => element("th", { scope: "col" }, h)))), element("tbody", {}, ...rows));
    const moves = e.moves.map((m) => {
      const button = element("button", { type: "button", "data-method": m.method }, m.method, " → ", quoted(m.token));
      button.addEventListener("click", () => {
        $("token").value = m.token;
        explain().then(() => document.querySelector(`[data-method=${m.method}]`)?.focus());
      });
      return button;
    });
    box.replaceChildren(
      element("p", { class: "verdict good", id: "said" }, ...outcome("good", "✓", "Valid token")),
      element("p", { class: "shown" }, quoted(e.before), e.native ? " is also a PIN token." : " is the PIN token ", ...(e.native ? [] : [quoted(e.pin), ", derived."])),
      element("div", { class: "scroll" }, table),
      element("div", { class: "moves", role: "group", "aria-label": "Transformations" }, ...moves));
  }
  box.append(element("p", { class: "says" }, e.walk), figure(e.figure, "Automaton of the specification"));
}

// The function under test.
const EXAMPLES = {
  "expression-right": "^[-+]?[A-Za-z]\\^?'?$",
  "expression-dollar": "/^[-+]?[A-Za-z]\\^?'?$/m",
  "function-right": "function valid(s) {\n  return /^[-+]?[A-Za-z]\\^?'?$/.test(s);\n}\n",
  "function-hangs": "function valid(s) {\n  while (s === \"K''\") { /* forgets the second marker */ }\n  return /^[-+]?[A-Za-z]\\^?'?$/.test(s);\n}\n",
  "function-throws": "function valid(s) {\n  if (s.length > 4) throw new RangeError(\"too long\");\n  return /^[-+]?[A-Za-z]\\^?'?$/.test(s);\n}\n",
  "function-parse": "function parse(s) {\n  const m = /^([-+]?)([A-Z])(\\^?)('?)$/i.exec(s);\n  if (m === null) return null;\n  const [, sign, letter, terminal, derived] = m;\n  return {\n    token: s,\n    name: letter.toUpperCase(),\n    side: letter < \"a\" ? \"first\" : \"second\",\n    state: { \"\": \"normal\", \"+\": \"enhanced\", \"-\": \"diminished\" }[sign],\n    terminal: terminal !== \"\",\n    derived: derived !== \"\",\n  };\n}\n",
};

// sourceOf returns the script under test.
function sourceOf(kind, text) {
  if (kind === "function") return `${text.replace(/^export (default )?/gm, "")}\n;var NAME = "your function";\n`;
  const [, pattern, flags] = /^\/(.*)\/([a-z]*)\s*$/s.exec(text) ?? [, text.replace(/\n$/, ""), ""];
  return `var expression = new RegExp(${JSON.stringify(pattern)}, "${flags}"), NAME = "your regular expression";\nfunction valid(s) { return expression.test(s); }\n`;
}

let run; // the engine of the run under way
const kind = () => document.querySelector("[name=kind]:checked").value;

async function certify() {
  run?.end();
  const engine = run = new Engine(), source = sourceOf(kind(), $("source").value) + FILES.function;
  working(true);
  $("result").replaceChildren();
  $("status").textContent = "Starting";
  try {
    const { certified } = await engine.ask({ edition: edition(), profile: $("profile").value, timeout: +$("test").dataset.timeout, source }, ({ done, planned, first }) => {
      if (engine !== run) return;
      $("progress").max = planned || 1;
      $("progress").value = Math.min(done, planned);
      $("status").textContent = `${done.toLocaleString("en")} checks` + (first ? `; the first failure: ${first}` : "");
    });
    if (engine !== run) return;
    $("status").textContent = `${certified.verdict}. ${certified.checks.toLocaleString("en")} checks in ${certified.seconds.toFixed(1)} s.`;
    showCertified(certified);
  } catch (error) {
    failed($("result"), error);
  }
  if (engine === run) stop();
}

// stop ends the run with its worker, and the one that this has started.
function stop() {
  run?.end();
  run = undefined;
  working(false);
}

function working(on) {
  $("progress").hidden = !on;
  $("progress").removeAttribute("value");
  $("stop").disabled = !on;
}

const link = (id) => element("a", { href: `requirements.html#${id}` }, element("code", {}, id));

function section(title, ...content) {
  return element("section", {}, element("h3", {}, title), ...content);
}

function showCertified(c) {
  const parts = [element("p", { class: `verdict ${c.kind}`, id: "verdict" }, ...outcome(c.kind, signs[c.kind], c.verdict)), element("p", { class: "lede" }, c.reason)];
  if (c.findings.length > 0) {
    const findings = c.findings.map((f) => element("article", { class: "finding", "aria-label": `Counterexample ${f.token}` }, element("p", { class: "sentence" }, f.sentence),
      element("dl", {}, ...[["input", element("code", {}, f.token)], ["in bytes", element("code", {}, f.hex)], ["wanted", element("samp", {}, f.wanted)], ["got", element("samp", { class: "got" }, f.got)],
        ["against", element("span", { class: "against" }, ...f.requirements.flatMap((id) => [link(id), " "]))]]
        .map(([term, value]) => element("div", {}, element("dt", {}, term), element("dd", {}, value))))));
    if (c.more > 0) findings.push(element("p", { class: "says" }, `And ${c.more} more.`));
    parts.push(section("Shortest counterexamples", ...findings));
  }
  if (c.causes.length > 0) parts.push(section("Likely cause", ...c.causes.map((text) => element("p", { class: "mistake" }, text))));
  if (c.kind === "bad") {
    const figures = [figure(c.specified, "Automaton of the specification")];
    const lines = [["specification", c.expected]];
    if (c.accepts) lines.push(["yours", c.accepts]);
    if (c.figure) figures.unshift(figure(c.figure, "Automaton learned from yours"));
    if (c.unlearned) figures.unshift(element("p", { class: "says" }, `What it accepts was not learned: ${c.unlearned}.`));
    parts.push(section("What it accepts", element("dl", { class: "expressions" }, ...lines.map(([term, text]) => element("div", {}, element("dt", {}, term), element("dd", {}, element("code", {}, text))))),
      element("div", { class: "beside" }, ...figures)));
    parts.push(section(`Requirements that failed: ${c.failed.length} of ${c.failed.length + c.passed} tested`, element("ul", { class: "wrongs" },
      ...c.failed.map((q) => element("li", {}, link(q.id), element("span", { class: "level" }, q.level), element("span", { class: "says" }, q.says))))));
  } else parts.push(section("Requirements", element("p", {}, `${c.passed} passed.`)));
  parts.push(section("Notes", element("ul", { class: "notes" }, ...c.notes.map((text) => element("li", {}, text)))));
  $("result").replaceChildren(...parts);
}

function example(name) {
  document.querySelector(`[name=kind][value=${name.split("-")[0]}]`).checked = true;
  $("source").value = EXAMPLES[name];
}

for (const form of document.querySelectorAll("form")) form.hidden = false;
$("token").addEventListener("input", explain);
$("edition").addEventListener("input", explain);
for (const button of document.querySelectorAll("[data-token]")) {
  button.addEventListener("click", () => { $("token").value = button.dataset.token; explain(); });
}
for (const button of document.querySelectorAll("[data-example]")) button.addEventListener("click", () => example(button.dataset.example));
for (const form of document.querySelectorAll("form")) form.addEventListener("submit", (event) => event.preventDefault());
$("test").addEventListener("submit", certify);
$("stop").addEventListener("click", () => { stop(); $("status").textContent += " – stopped"; });
explain();
