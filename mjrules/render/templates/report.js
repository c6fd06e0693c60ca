// Language, search and filters of the report. Without this script everything stays visible in the first language.
(() => {
  "use strict";
  const root = document.documentElement;
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const one = (id) => document.getElementById(id);

  // Spellings differ in harmless ways: width, case, accents, blanks, hyphens.
  const fold = (text) => text.normalize("NFKD").toLowerCase().replace(/[\p{M}\s\-_.·&'’]/gu, "");

  // ---- language -------------------------------------------------------------------------------------------------
  const languageButtons = all("[data-choose-lang]");
  function speak(lang) {
    root.lang = lang;
    for (const button of languageButtons) press(button, button.dataset.chooseLang === lang);
    for (const node of all("[data-says]")) {
      const says = JSON.parse(node.dataset.says);
      for (const [attributes, texts] of Object.entries(says)) {
        if (!attributes) node.textContent = texts[lang];
        for (const attribute of attributes.split(" ").filter(Boolean)) node.setAttribute(attribute, texts[lang]);
      }
    }
    document.title = one("title").querySelector(`[lang="${lang}"]`).textContent;
    count();
  }

  // ---- filters --------------------------------------------------------------------------------------------------
  const search = one("search"), code = one("code"), source = one("source"), only = one("only"), status = one("status");
  const levels = all("[data-toggle-level]");
  const found = all(".d").map((node) => ({
    node, fan: node.dataset.fan, level: node.dataset.level, code: node.dataset.code,
    sources: node.dataset.sources.split(" "), text: "",
  }));
  const fans = all(".fan").map((node) => {
    const row = one(`row-${node.dataset.fan}`);
    return {
      row, node, name: fold(row.dataset.search.replaceAll("\n", "\u0001")),
      found: found.filter((each) => each.fan === node.dataset.fan),
    };
  });
  const alone = found.filter((each) => !each.fan);
  const groups = all(".matrix tbody");

  const isOn = (button) => button.getAttribute("aria-pressed") === "true";
  const press = (button, on) => button.setAttribute("aria-pressed", String(on));
  function chosen() {
    const shown = new Set(levels.filter(isOn).map((button) => button.dataset.toggleLevel));
    return {
      matches: (each) => shown.has(each.level) && (!code.value || each.code === code.value)
        && (!source.value || each.sources.includes(source.value)),
      narrowed: shown.size < levels.length || code.value !== "" || source.value !== "" || only.checked,
      words: search.value.trim().split(/\s+/).map(fold).filter(Boolean),
    };
  }
  function apply() {
    const { matches, narrowed, words } = chosen();
    const whole = fold(search.value);
    for (const fan of fans) {
      const named = fan.name.includes(whole) || words.every((word) => fan.name.includes(word));
      const some = fan.found.filter(matches);
      for (const each of fan.found) each.node.hidden = !matches(each);
      fan.row.hidden = fan.node.hidden = !named || (narrowed && some.length === 0);
    }
    for (const each of alone) {
      each.text ||= fold(each.node.textContent);
      each.node.hidden = !matches(each) || !(each.text.includes(whole) || words.every((word) => each.text.includes(word)));
    }
    for (const group of groups) group.hidden = !group.querySelector("tr[data-search]:not([hidden])");
    one("no-fan").hidden = fans.some((fan) => !fan.row.hidden);
    one("no-alone").hidden = alone.some((each) => !each.node.hidden);
    count();
  }
  function count() {
    const rows = fans.filter((fan) => !fan.row.hidden);
    const open = found.filter((each) => !each.node.hidden && !each.node.closest(".fan[hidden]"));
    const parts = { fans: rows.length, allFans: fans.length, found: open.length, allFound: found.length };
    const template = JSON.parse(status.dataset.template)[root.lang];
    status.textContent = template.replace(/\{(\w+)\}/g, (_, name) => parts[name]);
  }
  function reset() {
    search.value = code.value = source.value = "";
    only.checked = false;
    for (const button of levels) press(button, true);
    apply();
  }

  // ---- places ---------------------------------------------------------------------------------------------------
  function visit() {
    const target = one(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest("[hidden]")) reset();
    for (let node = target.closest("details"); node; node = node.parentElement.closest("details")) node.open = true;
    target.scrollIntoView();
    if (!target.matches("a, button, input, select")) target.tabIndex = -1;
    target.focus({ preventScroll: true });
  }

  // ---- many sources: a cell is put into words when it is looked at ----------------------------------------------
  const shown = (node) => (node.querySelector(`.t[lang="${root.lang}"]`) ?? node).textContent.trim();
  function tell(event) {
    const cell = event.target.closest?.(".matrix.many td");
    if (!cell || cell.classList.contains("rule")) return;
    const row = cell.parentElement, table = row.closest("table");
    const fan = shown(row.querySelector("th")), source = table.tHead.rows[1].cells[cell.cellIndex].textContent;
    const state = all(".legend .key").find((key) => cell.classList.contains(key.classList[1]));
    cell.title = `${fan} · ${source}${state ? `: ${shown(state.parentElement)}` : ""}`;
    cell.querySelector("a")?.setAttribute("aria-label", cell.title);
  }
  for (const event of ["pointerover", "focusin"]) document.addEventListener(event, tell);

  // ---- wiring ---------------------------------------------------------------------------------------------------
  for (const button of languageButtons) button.addEventListener("click", () => speak(button.dataset.chooseLang));
  for (const button of levels) {
    button.addEventListener("click", () => { press(button, !isOn(button)); apply(); });
  }
  for (const button of all("[data-choose-code]")) {
    button.addEventListener("click", () => {
      reset();
      code.value = button.dataset.chooseCode;
      for (const each of levels) press(each, each.dataset.toggleLevel === button.dataset.chooseLevel);
      apply();
      one("tools").scrollIntoView();
      code.focus({ preventScroll: true });
    });
  }
  search.addEventListener("input", apply);
  for (const field of [code, source, only]) field.addEventListener("change", apply);
  one("reset").addEventListener("click", reset);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input, select, textarea")) { event.preventDefault(); search.focus(); }
    if (event.key === "Escape" && event.target === search) { search.value = ""; apply(); }
  });
  addEventListener("hashchange", visit);
  let closed = [];
  addEventListener("beforeprint", () => {
    closed = all(".codes details:not([open])");
    for (const node of closed) node.open = true;
  });
  addEventListener("afterprint", () => { for (const node of closed) node.open = false; });
  for (const node of all(".js")) node.hidden = false;
  speak(root.lang);
  apply();
  visit();
})();
