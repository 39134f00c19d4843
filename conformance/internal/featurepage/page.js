(() => {
"use strict";
const main = document.querySelector("main"), status = main.querySelector("[role=status]");

// The search shows the passages, requirements and rows that have all words, and those of a heading that has them.
const label = document.getElementById("search"), input = label.querySelector("input");
const items = [...main.querySelectorAll("blockquote, .requirements > li, tr[id]")];
const text = e => e.textContent.toLowerCase();
label.hidden = false;
input.addEventListener("input", () => {
  const words = text({ textContent: input.value }).split(/\s+/).filter(Boolean);
  let found = 0;
  for (const item of items) {
    const heading = item.closest("article")?.querySelector("h4") ?? item.closest(".part").querySelector("h3");
    const fits = words.every(word => text(item).includes(word) || text(heading).includes(word));
    found += fits;
    item.classList.toggle("missed", !fits);
    item.classList.toggle("found", fits && words.length > 0);
    if (item.nextElementSibling?.matches(".why")) item.nextElementSibling.classList.toggle("missed", !fits);
  }
  main.classList.toggle("searched", words.length > 0);
  status.textContent = words.length ? `${found} found` : "";
});

// The contents mark the section that is at the top of the window.
const links = new Map([...document.querySelectorAll("nav li a")].map(a => [a.getAttribute("href").slice(1), a]));
const parts = [...main.querySelectorAll(".part")];
const mark = () => {
  const part = parts.findLast(p => p.getBoundingClientRect().height && p.getBoundingClientRect().top < innerHeight / 3);
  for (const [id, a] of links) {
    const here = id === part?.getAttribute("aria-labelledby");
    if (here === a.hasAttribute("aria-current")) continue;
    if (here) a.setAttribute("aria-current", "true");
    else a.removeAttribute("aria-current");
    const nav = a.closest("nav");
    if (here && getComputedStyle(nav).position === "sticky") {
      nav.scrollTop += a.getBoundingClientRect().top - nav.getBoundingClientRect().top - nav.clientHeight / 2;
    }
  }
};
new IntersectionObserver(mark, { rootMargin: "0px 0px -66% 0px" }).observe(main);
addEventListener("scroll", mark, { passive: true });
mark();
})();
