// What the tests ask of a page in the browser.

const flat = text => text.replace(/\s+/g, " ").trim();

function color(text) {
  const n = text.match(/[\d.]+/g).map(Number);
  return { r: n[0], g: n[1], b: n[2], a: n.length > 3 ? n[3] : 1 };
}

function over(top, below) {
  const mix = k => top[k] * top.a + below[k] * (1 - top.a);
  return { r: mix("r"), g: mix("g"), b: mix("b"), a: 1 };
}

function luminance(c) {
  const part = v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  return 0.2126 * part(c.r) + 0.7152 * part(c.g) + 0.0722 * part(c.b);
}

function ratio(a, b) {
  const [x, y] = [luminance(a), luminance(b)].sort((p, q) => q - p);
  return (x + 0.05) / (y + 0.05);
}

// behind returns the colour behind what stands in an element. known holds those of
// elements that have been looked at.
function behind(element, known = new Map()) {
  if (!element) return { r: 255, g: 255, b: 255, a: 1 };
  if (!known.has(element)) {
    const c = color(getComputedStyle(element).backgroundColor);
    known.set(element, c.a === 1 ? c : over(c, behind(element.parentElement, known)));
  }
  return known.get(element);
}

// opacity returns how much of an element covers what is behind it.
function opacity(element, known) {
  if (!element) return 1;
  if (!known.has(element)) known.set(element, getComputedStyle(element).opacity * opacity(element.parentElement, known));
  return known.get(element);
}

// contrasts returns the texts that are hard to read.
function contrasts() {
  const low = [];
  let texts = 0;
  const grounds = new Map(), opacities = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const e = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !e.checkVisibility()) continue;
    texts++;
    const style = getComputedStyle(e);
    const ground = behind(e, grounds);
    const ink = color(style.color);
    ink.a *= opacity(e, opacities);
    const size = parseFloat(style.fontSize);
    const need = size >= 24 || size >= 18.66 && +style.fontWeight >= 700 ? 3 : 4.5;
    const has = ratio(over(ink, ground), ground);
    if (has < need) low.push(`${has.toFixed(2)} to 1 for ${JSON.stringify(walker.currentNode.data.slice(0, 30))} in ${e.tagName}.${e.className}`);
  }
  return { Texts: texts, Low: low.slice(0, 10), Paper: luminance(behind(document.body)) };
}

// sideways returns what reaches out of the window, or has to be scrolled though it is laid out
// for a narrow one, or cannot be seen without scrolling though it is a result.
function sideways() {
  const width = document.documentElement.clientWidth;
  const wide = [];
  if (document.documentElement.scrollWidth > width) wide.push(`the page is ${document.documentElement.scrollWidth} wide`);
  for (const e of document.body.querySelectorAll("*")) {
    if (e.closest(".scroll") && !e.classList.contains("scroll") || e.closest(".skip, caption")) continue;
    const r = e.getBoundingClientRect();
    if (r.right > width + 0.5 || r.left < -0.5) wide.push(`${e.tagName}.${e.className} reaches from ${r.left} to ${r.right}`);
  }
  for (const e of document.querySelectorAll(".scroll:has(.stacked)")) {
    if (e.scrollWidth > e.clientWidth) wide.push(`${e.getAttribute("aria-labelledby")} is ${e.scrollWidth} wide in a box of ${e.clientWidth}`);
  }
  for (const e of document.querySelectorAll("td.result .mark")) {
    if (e.getBoundingClientRect().right > width) wide.push(`the result ${e.textContent} is out of sight`);
  }
  return wide.slice(0, 5);
}

// cut returns the tables that are wider than the page.
function cut() {
  const width = document.documentElement.clientWidth;
  return [...document.querySelectorAll("table")].filter(e => e.getBoundingClientRect().right > width + 0.5)
    .map(e => `${e.getAttribute("aria-labelledby")} (${e.getBoundingClientRect().right} of ${width})`);
}

// stop returns where the keyboard is, and what is wrong with how that looks.
function stop() {
  const e = document.activeElement;
  if (e === document.body) return { Text: "", Bad: "", End: true };
  const style = getComputedStyle(e);
  const r = e.getBoundingClientRect();
  let bad = "";
  if (style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) bad = "no outline";
  else if (ratio(color(style.outlineColor), behind(e.parentElement)) < 3) bad = "an outline that is hard to see";
  else if (r.bottom <= 0 || r.top >= innerHeight || r.right <= 0 || r.left >= innerWidth) bad = "out of sight";
  return { Text: e.innerText, Bad: bad, End: false };
}
