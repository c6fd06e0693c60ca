// Language, search and the filter of the page of rulings. Without this script everything stays visible.
(() => {
  "use strict";
  const root = document.documentElement;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const one = (id) => document.getElementById(id);
  const fold = (text) => text.normalize("NFKD").toLowerCase().replace(/[\p{M}\s\-_.·&'’]/gu, "");
  const search = one("search"), decided = one("decided"), status = one("status");
  const points = all(".point").map((node) => ({
    node, row: document.querySelector(`[data-point="${node.id}"]`), text: "",
    numbers: node.querySelector(".number").textContent.split(", "),
  }));
  const buttons = all("[data-choose-lang]");

  function speak(lang) {
    root.lang = lang;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.chooseLang === lang));
    for (const node of all("[data-says]")) {
      for (const [attributes, texts] of Object.entries(JSON.parse(node.dataset.says))) {
        if (!attributes) node.textContent = texts[lang];
        for (const attribute of attributes.split(" ").filter(Boolean)) node.setAttribute(attribute, texts[lang]);
      }
    }
    document.title = one("title").querySelector(`[lang="${lang}"]`).textContent;
    count();
  }
  function count() {
    const number = (some) => some.reduce((sum, each) => sum + each.numbers.length, 0);
    const parts = { shown: number(points.filter((each) => !each.node.hidden)), all: number(points) };
    status.textContent = JSON.parse(status.dataset.template)[root.lang].replace(/\{(\w+)\}/g, (_, name) => parts[name]);
  }
  function fits(point, asked, words) {
    if (!asked) return true;
    if (/^\d+$/.test(asked)) return point.numbers.includes(asked);
    point.text ||= fold(point.node.textContent);
    return point.text.includes(fold(asked)) || words.every((word) => point.text.includes(word));
  }
  function apply() {
    const asked = search.value.trim(), words = asked.split(/\s+/).map(fold).filter(Boolean);
    for (const point of points) {
      const right = !decided.value || point.node.dataset.decided === decided.value;
      point.node.hidden = point.row.hidden = !(right && fits(point, asked, words));
    }
    for (const group of all(".overview tbody")) group.hidden = !group.querySelector("[data-point]:not([hidden])");
    for (const head of all("#points > h2")) {
      let next = head.nextElementSibling, some = false;
      for (; next && next.matches(".point"); next = next.nextElementSibling) some ||= !next.hidden;
      head.hidden = !some;
    }
    one("no-point").hidden = points.some((each) => !each.node.hidden);
    count();
  }
  function visit() {
    const target = one(decodeURIComponent(location.hash.slice(1)));
    if (!target?.matches(".point")) return;
    if (target.hidden) { search.value = decided.value = ""; apply(); }
    target.scrollIntoView();
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }
  for (const button of buttons) button.addEventListener("click", () => speak(button.dataset.chooseLang));
  search.addEventListener("input", apply);
  decided.addEventListener("change", apply);
  addEventListener("hashchange", visit);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target === search) { search.value = ""; apply(); search.blur(); }
    if (event.key === "/" && !event.target.closest("input, select")) { event.preventDefault(); search.focus(); }
  });
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = all(".subjects details:not([open])");
    for (const node of closed) node.open = true;
  });
  addEventListener("afterprint", () => { for (const node of closed) node.open = false; });
  for (const node of all(".js")) node.hidden = false;
  speak(root.lang);
  apply();
  visit();
})();
