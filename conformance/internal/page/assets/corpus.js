// The search of the corpus: every word has to be somewhere in a row. First come the rows that have all
// words in a token, the shortest tokens first.
const LONGEST = 80; // characters of a token
const $ = (id) => document.getElementById(id);

// cell returns a cell; text is never markup.
function cell(name, label, ...content) {
  const e = document.createElement(name);
  e.dataset.label = label;
  e.append(...content);
  return e;
}

function token(text) {
  const e = document.createElement("code");
  e.className = "token";
  e.textContent = text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length})` : text;
  return e;
}

// visible returns a token as a literal in ASCII, or as its bytes if it is no text.
function visible(text, hex) {
  if (text === undefined) return `bytes ${hex}`;
  return JSON.stringify(text).replace(/[^ -~]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

function expected(v) {
  if (v.op === "equal") return v.want.equal ? "equal" : "unequal";
  return v.want.valid ? "valid" : "invalid";
}

const rows = FILES.vectors.trim().split("\n").map((line) => {
  const v = JSON.parse(line), row = document.createElement("tr"), result = expected(v), tokens = [visible(v.token, v.hex)];
  if (v.op === "equal") tokens.push(visible(v.other, v.other_hex));
  const request = cell("th", "request", [v.op, ...(v.methods ?? [])].join(" "), ...tokens.flatMap((t) => [" ", token(t)]));
  request.scope = "row";
  row.id = v.id;
  row.append(request, cell("td", "expected", [result, ...(v.want.tokens ?? [])].join(" ")), cell("td", "why", v.why));
  row.append(cell("td", "requirements", v.requirements.join(" ")));
  const text = [v.id, v.edition, v.op, ...tokens, v.why, ...v.requirements].join(" ").toLowerCase();
  return { row, result, edition: v.edition, text, string: tokens.join(" ").toLowerCase() };
});
document.querySelector("tbody").append(...rows.map(({ row }) => row));

function show() {
  const words = $("search").value.toLowerCase().split(/\s+/).filter(Boolean);
  const rank = ({ string }) => words.every((word) => string.includes(word)) ? string.length : Infinity;
  for (const { row, result, edition, text } of rows) {
    const chosen = [edition, ""].includes($("edition").value) && [result, ""].includes($("expected").value);
    row.hidden = !chosen || !words.every((word) => text.includes(word));
  }
  const shown = rows.filter(({ row }) => !row.hidden);
  const sorted = words.length > 0 ? shown.toSorted((a, b) => rank(a) - rank(b) || 0) : shown;
  document.querySelector("tbody").append(...sorted.map(({ row }) => row));
  $("found").textContent = `${shown.length} of ${rows.length} vectors`;
}

const form = document.querySelector("form");
form.hidden = false;
form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("input", show);
$("search").value = new URLSearchParams(location.search).get("q") ?? "";
show();
