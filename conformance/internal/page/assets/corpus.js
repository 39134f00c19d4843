// The search of the corpus: every word has to be somewhere in a row.
const search = document.getElementById("search"), edition = document.getElementById("of"), verdict = document.getElementById("verdict");
const rows = [...document.querySelectorAll(".vectors tbody tr")].map((row) => ({ row, text: `${row.id} ${row.textContent}`.toLowerCase() }));

function show() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let shown = 0;
  for (const { row, text } of rows) {
    row.hidden = !(words.every((word) => text.includes(word)) && [row.dataset.edition, ""].includes(edition.value) && [row.dataset.verdict, ""].includes(verdict.value));
    shown += !row.hidden;
  }
  document.getElementById("found").textContent = `${shown} of ${rows.length} vectors`;
}

document.querySelector("form").hidden = false;
document.querySelector("form").addEventListener("submit", (event) => event.preventDefault());
document.querySelector("form").addEventListener("input", show);
const named = new URLSearchParams(location.search).get("q");
if (named) search.value = named;
show();
