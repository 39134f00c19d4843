"use strict";
(() => {
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const told = document.getElementById("told");

  // A link to an element in folded details opens them.
  const unfold = () => {
    let name = location.hash.slice(1);
    try { name = decodeURIComponent(name); } catch { /* not percent-encoded: use the name unchanged */ }
    const target = document.getElementById(name);
    if (!target) return;
    for (let e = target; e; e = e.parentElement) {
      if (e.tagName === "DETAILS") e.open = true;
    }
    // The details of a section are below its heading.
    const section = target.closest("section.one");
    if (section && target.tagName === "H2") section.querySelector("details.all").open = true;
    target.scrollIntoView();
    target.focus({ preventScroll: true });
  };
  addEventListener("hashchange", unfold);
  unfold();

  // Print all details open.
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = all("details:not([open])");
    for (const d of closed) d.open = true;
  });
  addEventListener("afterprint", () => {
    for (const d of closed) d.open = false;
  });

  // Copy with the clipboard, or else with a selection.
  const copy = async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      area.readOnly = true;
      area.className = "visually-hidden";
      document.body.append(area);
      const before = document.activeElement;
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      before?.focus({ preventScroll: true });
      return done;
    }
  };
  for (const button of all("button.copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const source = document.getElementById(button.dataset.copies);
      const done = await copy(source.textContent);
      if (!done) getSelection().selectAllChildren(source);
      button.textContent = done ? "Copied" : "Selected";
      button.classList.toggle("done", done);
      told.textContent = done ? "Command copied." : "Command selected.";
    });
  }

  // Show the hint above boxes that scroll.
  for (const hint of all(".hint")) {
    const box = hint.nextElementSibling;
    const observer = new ResizeObserver(() => { hint.hidden = box.scrollWidth <= box.clientWidth; });
    observer.observe(box);
    observer.observe(box.firstElementChild);
  }

  // Sort rows by a column; a second click reverses the order.
  const key = (cell) => cell.dataset.key ?? cell.textContent.trim();
  const compare = new Intl.Collator("en", { numeric: true }).compare;
  const sortBy = (table, header) => {
    const was = header.getAttribute("aria-sort");
    for (const h of all("th[aria-sort]", table)) h.removeAttribute("aria-sort");
    const direction = was === "ascending" ? "descending" : "ascending";
    header.setAttribute("aria-sort", direction);
    const body = table.tBodies[0], at = header.cellIndex, sign = direction === "ascending" ? 1 : -1;
    body.append(...[...body.rows].sort((a, b) => sign * compare(key(a.cells[at]), key(b.cells[at])) || a.dataset.place - b.dataset.place));
  };
  const sortable = (table, label) => {
    [...table.tBodies[0].rows].forEach((row, i) => { row.dataset.place = i; });
    for (const header of table.tHead.rows[0].cells) {
      const button = document.createElement("button");
      button.type = "button";
      label(header, button);
      button.addEventListener("click", () => sortBy(table, header));
    }
  };
  for (const table of all("table.sortable")) {
    sortable(table, (header, button) => {
      button.append(...header.childNodes);
      header.append(button);
    });
  }

  const matrix = document.querySelector("table.matrix");
  if (!matrix) return;
  sortable(matrix, (header, button) => {
    if (!header.dataset.library) {
      button.append(...header.childNodes);
    } else {
      button.textContent = "sort";
      button.setAttribute("aria-label", "Sort requirements by result of " + header.dataset.name);
    }
    header.append(button);
  });

  const form = document.querySelector("form.controls");
  const rows = [...matrix.tBodies[0].rows];
  const headers = all("thead th.column", matrix);
  const order = {
    given: (a, b) => a.dataset.library - b.dataset.library,
    name: (a, b) => compare(a.dataset.name, b.dataset.name),
    verdict: (a, b) => a.dataset.key - b.dataset.key || a.dataset.library - b.dataset.library,
  };
  const has = (text, wanted) => text.toLowerCase().includes(wanted.trim().toLowerCase());
  const arrange = () => {
    const wanted = new FormData(form);
    const levels = wanted.getAll("level");
    const shown = new Set(headers.filter((h) => has(h.dataset.name, wanted.get("library"))).map((h) => h.dataset.library));
    const columns = headers.toSorted(order[wanted.get("order")]).map((h) => h.dataset.library);
    for (const row of [matrix.tHead.rows[0], ...rows]) {
      const cells = new Map(all("[data-library]", row).map((c) => [c.dataset.library, c]));
      row.append(...columns.map((c) => cells.get(c)));
      for (const [library, cell] of cells) cell.hidden = !shown.has(library);
    }
    for (const row of all("table.libraries tr[data-library]")) row.hidden = !shown.has(row.dataset.library);
    const show = wanted.get("show");
    let n = 0;
    for (const row of rows) {
      const tags = row.dataset.tags.split(" ");
      row.hidden = !levels.includes(tags[0]) || show !== "" && !tags.includes(show) || !has(row.dataset.text, wanted.get("requirement"));
      if (!row.hidden) n++;
    }
    form.querySelector("output").textContent = `${n} of ${rows.length} requirements, ${shown.size} of ${headers.length} libraries`;
  };
  form.addEventListener("input", arrange);
  form.addEventListener("submit", (e) => e.preventDefault());
  form.addEventListener("reset", () => {
    setTimeout(() => {
      for (const h of all("th[aria-sort]", matrix)) h.removeAttribute("aria-sort");
      matrix.tBodies[0].append(...rows);
      arrange();
    });
  });
  form.hidden = false;
  arrange();
})();
