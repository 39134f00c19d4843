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
      this.#worker.onerror = ({ message }) => {
        for (const asked of this.#asked.values()) asked.fail(new Error(message));
        fail(new Error(message));
      };
      this.#worker.onmessage = ({ data }) => {
        const message = JSON.parse(data), asked = this.#asked.get(message.id);
        if (message.ready) ready();
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
const outcome = (sign, text) => [element("span", { class: "sign", "aria-hidden": "true" }, sign), " " + text];

// figure shows an SVG of the program, in a box that scrolls where its text would be too small. The notes
// below the drawing become the caption, which does not scroll.
function figure(svg, caption) {
  const image = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  const notes = [...image.querySelectorAll(".note")], [x, y, width] = image.getAttribute("viewBox").split(" ");
  if (notes.length > 0) {
    const height = notes[0].getAttribute("y") - y - 12;
    image.setAttribute("viewBox", [x, y, width, height].join(" "));
    image.setAttribute("height", height);
  }
  for (const note of notes) note.remove();
  image.style.setProperty("--least", `${0.62 * width}px`);
  const box = element("div", { class: "scroll", role: "group", "aria-label": caption, tabindex: "0" });
  box.append(document.importNode(image, true));
  const [title, ...says] = notes.map((note) => note.textContent);
  return element("figure", { "aria-label": caption }, box, element("figcaption", { class: "says" },
    element("strong", {}, `${title}.`), ` ${says.join(" ")} It begins at ε, the empty string. A double outline accepts. A sink is a state that nothing leaves.`));
}

function failed(where, error) {
  where.replaceChildren(element("p", { class: "problem" }, `This does not work here: ${error.message}`));
}

// The token.
const explainer = new Engine();
let latest = 0;
const edition = () => $("edition").value;
const dataOf = () => $("edition").selectedOptions[0].dataset; // the marks and the expression of the edition

async function explain() {
  const number = ++latest;
  try {
    const { explained } = await explainer.ask({ edition: edition(), token: $("token").value });
    if (number === latest) showExplained(explained);
  } catch (error) {
    failed($("explained"), error);
  }
}

// parts returns the parts of a token: name, text and meaning. An edition has the parts of its marks.
function parts(p) {
  const piece = p.sin ? p.pin : p.token;
  const part = (pattern) => piece.match(pattern)?.[0] ?? "";
  return [
    [":", "letter of the style", p.sin, `style ${p.style}`],
    [":", "separator", ":", p.derived ? "the letters have two cases: derived" : "the letters have one case: native"],
    ["+", "state modifier", part(/[-+]/), `state ${p.state}`],
    ["", "letter", part(/[a-z]/i), `${p.name ? `piece name ${p.name}` : `style ${p.style}`}, ${p.side} player`],
    ["^", "terminal marker", part(/\^/), p.terminal ? "terminal piece" : "not a terminal piece"],
    ["'", "derivation marker", part(/'/), p.derived ? "derived" : "native"],
  ].filter(([mark]) => dataOf().marks.includes(mark)).map(([, ...part]) => part);
}

// aboutPIN relates a token of EPIN or QPI to PIN.
function aboutPIN(p) {
  if (p.pin === undefined) return [];
  if (p.sin) return [" is the SIN token ", quoted(p.sin), " and the PIN token ", quoted(p.pin), "."];
  return p.native ? [" is also a PIN token."] : [" is the PIN token ", quoted(p.pin), ", derived."];
}

function showExplained(e) {
  const box = $("explained"), p = e.parsed;
  box.dataset.valid = !!p;
  box.dataset.side = p?.side ?? "";
  if (p) {
    const rows = parts(p).map(([name, text, means]) => element("tr", {},
      element("th", { scope: "row" }, name),
      element("td", { "data-label": "written" }, text ? quoted(text) : "absent"),
      element("td", { "data-label": "means" }, means)));
    const heads = ["part", "written", "means"].map((text) => element("th", { scope: "col" }, text));
    const table = element("table", { class: "stacked", "aria-label": "Parts of the token" },
      element("thead", {}, element("tr", {}, ...heads)), element("tbody", {}, ...rows));
    const moves = e.moves.map(([method, token]) => {
      const button = element("button", { type: "button", "data-method": method }, method, " → ", quoted(token));
      button.addEventListener("click", () => {
        $("token").value = token;
        explain().then(() => { // the button was replaced; whoever types by then keeps the focus
          if (document.activeElement === document.body) document.querySelector(`[data-method=${method}]`)?.focus();
        });
      });
      return button;
    });
    box.replaceChildren(
      element("p", { class: "verdict good", id: "said" }, ...outcome("✓", "Valid token")),
      element("p", { class: "shown" }, quoted(e.before), ...aboutPIN(p)),
      element("div", { class: "scroll" }, table),
      element("div", { class: "moves", role: "group", "aria-label": "Transformations" }, ...moves),
      element("p", { class: "says" }, "The path ends in a state that accepts."));
  } else {
    box.replaceChildren(
      element("p", { class: "verdict bad", id: "said" }, ...outcome("✗", "Invalid")),
      element("p", { class: "shown" }, quoted(e.before, element("mark", {}, e.at || "▯"), e.after)),
      element("p", { class: "reason" }, e.reason),
      element("p", { class: "says" }, e.at
        ? "The marked character leads to the sink, which accepts nothing."
        : "The path ends in a state that does not accept."));
  }
  box.append(figure(e.figure, "Automaton of the specification"));
}

// The function under test. The examples are texts for the edition.
const right = () => `/${dataOf().expression}/`;
const EXAMPLES = {
  "a correct expression": ["expression", right],
  "$ with the flag m": ["expression", () => `${right()}m`],
  "valid(s)": ["function", () => `function valid(s) {
  return ${right()}.test(s);
}`],
  "parse(s)": ["function", () => `function parse(s) {
  if (!${right()}.test(s)) return null;
  const letter = s.match(/[A-Za-z]/)[0];
  return {
    token: s,
    name: letter.toUpperCase(),
    side: letter < "a" ? "first" : "second",
    state: { "+": "enhanced", "-": "diminished" }[s[0]] ?? "normal",
    terminal: s.includes("^"),${dataOf().marks.includes("'") ? `
    derived: s.endsWith("'"),` : ""}
  };
}`],
  "a function that throws": ["function", () => `function valid(s) {
  if (s.length > 4) throw new RangeError("too long");
  return ${right()}.test(s);
}`],
  "a function that hangs": ["function", () => `function valid(s) {
  while (s === "KK") { /* forgets the second letter */ }
  return ${right()}.test(s);
}`],
};
let example, filled; // the last example, and its text

function fill([kind, text]) {
  example = [kind, text];
  document.querySelector(`[name=kind][value=${kind}]`).checked = true;
  $("source").value = filled = text();
}

// patternOf returns an expression without white space around a literal, and without a line feed at the end.
const patternOf = (text) => /^\s*\/.*\/[A-Za-z]*\s*$/s.test(text) ? text.trim() : text.replace(/\n$/, "");

// sourceOf returns the script under test.
function sourceOf(kind, text) {
  if (kind === "function") return `${text.replace(/^([ \t]*)export (default )?/gm, "$1")}\n;var NAME = "your function";\n`;
  const [, pattern, flags] = /^\/(.*)\/([A-Za-z]*)$/s.exec(text) ?? [, text, ""];
  return `var expression = new RegExp(${JSON.stringify(pattern)}, "${flags}"), NAME = "your regular expression";
    function valid(s) { return expression.test(s); }\n`;
}

// Of a script, what an adapter reads; parentheses end what FILES.function begins.
const library = `)({ name: NAME, ${["valid", "parse", "apply", "equal", "methods", "applyAttributes", "applyUnread"]
  .map((name) => `${name}: typeof ${name} === "undefined" ? undefined : ${name}`)} }, self);`;

// refusal returns why a text cannot be of a kind, or nothing.
function refusal(kind, text) {
  if (!/\S/.test(text)) return "Paste a regular expression or a function first.";
  if (kind === "function") {
    return /^\s*\/(?![/*]).*\/[a-z]*\s*$/s.test(text) ? "This looks like a regular expression: choose “a regular expression” above." : "";
  }
  if (/^\s*(function|const|export|async)\b|=>/.test(text)) return "This looks like a function: choose “a function” above.";
  return isJavaScript() && /\\[Az]/.test(text) ? "JavaScript has neither \\A nor \\z: use ^ and $, without the flag m." : "";
}

// choose chooses an edition, if there is one of that name.
function choose(name) {
  if (optionOf(name)) $("edition").value = name;
  if ($("source").value === filled) fill(example); // as it was filled in, so nothing is lost
  explain();
}

let run; // the engine of the run under way
const kind = () => document.querySelector("[name=kind]:checked").value;
const isJavaScript = () => $("dialect").value === "javascript";

// read chooses what reads an expression, and offers the functions that match it there.
function read(dialect, call) {
  const of = (select, name) => [...select.options].some((o) => o.value === name) ? name : select.options[0].value;
  $("dialect").value = of($("dialect"), dialect);
  const calls = $("dialect").selectedOptions[0].dataset.calls.trim().split(" ");
  $("call").replaceChildren(...calls.map((name) => element("option", {}, name)));
  $("call").value = of($("call"), call);
}

let begun = 0; // tests

// test compares an expression with the specification, and certifies what is JavaScript.
async function test() {
  stop();
  const isExpression = kind() === "expression", text = isExpression ? patternOf($("source").value) : $("source").value;
  const refused = refusal(kind(), text);
  $("result").replaceChildren();
  $("status").textContent = refused;
  $("link").parentElement.hidden = !isExpression || refused;
  if (refused) return;
  const number = ++begun;
  if (isExpression) {
    const question = { edition: edition(), dialect: $("dialect").value, call: $("call").value };
    $("link").href = `${location.href.split("#")[0]}#${new URLSearchParams({ ...question, expression: text, token: $("token").value })}`;
    try {
      const { compared } = await explainer.ask({ compare: { ...question, pattern: text } });
      if (number === begun) showCompared(compared);
    } catch (error) {
      if (number === begun) $("result").append(element("p", { class: "problem", id: "compared" }, `Not compared: ${error.message}.`));
    }
    $("result").scrollIntoView();
  }
  if (number === begun && (!isExpression || isJavaScript())) certify(text);
}

async function certify(text) {
  const engine = run = new Engine(), source = sourceOf(kind(), text) + FILES.function + library;
  const box = $("result").appendChild(element("section", { "aria-label": "Certification" }));
  $("status").textContent = "Starting";
  working(true);
  try {
    const request = { edition: edition(), profile: $("profile").value, seed: 1, timeout: +$("test").dataset.timeout, source };
    const { certified } = await engine.ask(request, ({ done, planned, first, over }) => {
      if (engine !== run) return;
      $("progress").max = planned || 1;
      $("progress").value = Math.min(done, planned);
      $("status").textContent = `${counted(done)} checks` + (first ? `; the first failure: ${first}` : "")
        + (over ? ". Looking for the shortest inputs and the likely cause" : "");
    });
    if (engine !== run) return;
    const { report, checks, seconds } = certified;
    $("status").textContent = `${capital(report.verdict)}. ${counted(checks)} checks in ${seconds.toFixed(1)} s.`;
    showCertified(box, certified);
    if (!document.querySelector("#compared.verdict")) $("result").scrollIntoView();
  } catch (error) {
    failed(box, error);
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

const counted = (n) => n.toLocaleString("en");
const capital = (text) => text[0].toUpperCase() + text.slice(1);
const short = (text, most = 300) => text.length > most ? `${text.slice(0, most)}…` : text;
const link = (id) => element("a", { href: `requirements.html#${id}` }, element("code", {}, id));
const terms = (name, rows) => element("dl", { class: name }, ...rows.map(([term, ...value]) =>
  element("div", {}, element("dt", {}, term), element("dd", {}, ...value))));
const KINDS = { "not conformant": ["bad", "✗"], conformant: ["good", "✓"], "fully conformant": ["good", "✓"] };

// showGroup shows an incorrect behaviour by its first finding, with its likely causes.
function showGroup(g, findings) {
  const f = findings[g.findings[0]];
  return element("article", { class: "finding", "aria-label": `Counterexample ${short(f.token.quoted, 80)}` },
    element("p", { class: "sentence" }, g.says),
    ...g.causes.map((c) => element("p", { class: "cause" }, element("span", { class: "label" }, "Likely cause"), ` ${c.text} This explains ${c.explains}. Fix: ${c.fix}`)),
    terms("", [
      ["operation", f.ops.join(", ")], ["bytes", element("code", {}, short(f.token.hex, 80) || "(empty)")],
      ["expected", element("samp", {}, short(f.wanted))], ["got", element("samp", { class: "got" }, short(f.got))],
      ["violates", element("span", { class: "against" }, ...f.requirements.flatMap((id) => [link(id), " "]))],
    ]));
}

const optionOf = (edition) => [...$("edition").options].find((o) => o.value === edition);
const titleOf = (edition) => optionOf(edition).text;
const SHOWN = 3; // groups of findings

// showCompared shows how an expression differs from an edition.
function showCompared(a) {
  const title = titleOf(a.edition), reader = `${a.title} (${a.call}${a.flags && `, flags ${a.flags}`})`;
  const exact = `accepts exactly the ${counted(a.tokens)} valid tokens`;
  const all = [
    element("p", { class: `verdict ${a.equal ? "good" : "bad"}`, id: "compared" },
      ...outcome(a.equal ? "✓" : "✗", a.equal ? `${capital(exact)}: proven for all strings` : `Differs from ${title}`)),
    element("p", { class: "lede" }, a.equal ? `${title}, as ${reader} reads it, for ${a.strings}.` : `As ${reader} reads it, for ${a.strings}.`),
  ];
  const token = (t) => element("li", {}, quoted(t.quoted.slice(1, -1)), " ", element("code", {}, short(t.hex, 80) || "(empty)"));
  const list = (label, tokens) => tokens ? [element("p", {}, label), element("ul", { class: "notes" }, ...tokens.map(token))] : [];
  if (!a.equal) {
    all.push(element("article", { class: "finding", "aria-label": "Difference" },
      ...list("Accepts strings that are not valid tokens. The shortest, with their bytes:", a.accepted),
      ...list("Rejects valid tokens. The shortest, with their bytes:", a.rejected),
      ...(a.causes ?? []).map((c) => element("p", { class: "cause" }, element("span", { class: "label" }, "Likely cause"), ` ${c.text} Fix: ${c.fix}`)),
      terms("", [["violates", element("span", { class: "against" }, ...(a.violates ?? []).flatMap((id) => [link(id), " "]))]]),
      element("p", {}, `Proven for all strings: this ${exact}, without flags. `, element("code", {}, a.exact))));
  }
  $("result").append(element("section", { "aria-label": "Comparison" }, ...all));
}

function showCertified(box, { report, learned, specified }) {
  const [kind, sign] = KINDS[report.verdict] ?? ["open", "?"];
  const verdict = `${capital(report.verdict === "no verdict" ? "inconclusive" : report.verdict)}, ${titleOf(report.edition)}`;
  const all = [
    element("p", { class: `verdict ${kind}`, id: "verdict" }, ...outcome(sign, verdict)),
    element("p", { class: "lede" }, kind !== "good" ? report.reason
      : `Accepts exactly the ${optionOf(report.edition).dataset.tokens} valid tokens, among all tested strings.`),
  ];
  const add = (title, ...content) => all.push(element("section", {}, element("h3", {}, title), ...content));
  const says = (text) => element("p", { class: "says" }, text);
  if (report.groups?.length > 0) {
    const found = report.groups.slice(0, SHOWN).map((g) => showGroup(g, report.findings));
    if (report.groups.length > SHOWN) found.push(says(`And ${report.groups.length - SHOWN} more.`));
    add("Findings", ...found);
  }
  const failures = report.requirements.filter((q) => q.result === "failed");
  const l = report.learned;
  if (kind === "bad" && l) {
    const content = [];
    if (l.why) content.push(says(`It was not learned: ${l.why}.`));
    if (l.expression) {
      content.push(says("Over characters: malformed UTF-8, which no string of JavaScript holds, is left out."), terms("expressions", [["specification", element("code", {}, l.specification)], ["yours", element("code", {}, l.expression)]]));
    }
    if (learned) content.push(figure(learned, "Automaton learned from yours"), figure(specified, "Automaton of the specification"));
    add("What it accepts", ...content);
  }
  if (kind === "bad") {
    add("Requirements that failed", element("ul", { class: "wrongs" }, ...failures.map((q) => element("li", {},
      link(q.id), element("span", { class: "level" }, q.level), element("span", { class: "says" }, q.says)))));
  }
  const passed = report.requirements.filter((q) => q.result === "passed");
  const notes = [`${passed.length} requirements passed, ${failures.length} failed.`, ...report.notes];
  if ([...all.map((e) => e.textContent), ...notes].join().includes("adapter")) {
    notes.push("Here the library is your code, and the adapter is the page, which calls it.");
  }
  const list = (texts) => element("ul", { class: "notes" }, ...texts.map((text) => element("li", {}, text)));
  if (kind === "good") all.push(element("details", { "aria-label": "What was not tested" }, element("summary", {}, "What was not tested"), list([report.reason, ...notes])));
  else add("Notes", list(notes));
  box.replaceChildren(...all);
}

for (const form of document.querySelectorAll("form")) form.hidden = false;
$("token").addEventListener("input", explain);
$("edition").addEventListener("input", () => choose(edition()));
for (const button of document.querySelectorAll("[data-token]")) {
  button.addEventListener("click", () => { $("token").value = button.dataset.token; explain(); });
}
for (const [name, fields] of Object.entries(EXAMPLES)) {
  const button = element("button", { type: "button" }, name);
  button.addEventListener("click", () => { read("javascript"); fill(fields); });
  $("examples").append(button, " ");
}
for (const form of document.querySelectorAll("form")) form.addEventListener("submit", (event) => event.preventDefault());
$("test").addEventListener("submit", test);
$("dialect").addEventListener("input", () => read($("dialect").value));
$("stop").addEventListener("click", () => { stop(); $("status").textContent += " – stopped"; });
$("explained").append(element("p", { class: "says loading" }, "Loading"));

// follow does what the fragment of the address says: it chooses an edition, explains a token and certifies
// an expression. A link carries no function, because that would run the code of whoever made the link.
function follow() {
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.has("token")) $("token").value = given.get("token");
  choose(given.get("edition"));
  if (given.has("expression")) {
    read(given.get("dialect"), given.get("call"));
    fill(["expression", () => given.get("expression")]);
    test();
  }
}

read("javascript");
fill(EXAMPLES["$ with the flag m"]);
addEventListener("hashchange", follow);
follow();
