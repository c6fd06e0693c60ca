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
  const verdict = one("verdict");  // only where something was decided
  const levels = all("[data-toggle-level]");
  const found = all(".d").map((node) => ({
    node, fan: node.dataset.fan, level: node.dataset.level, code: node.dataset.code,
    sources: node.dataset.sources.split(" "), verdicts: node.dataset.verdicts.split(" "), text: "",
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
  const fields = () => [
    ["find", search.value.trim()], ["code", code.value], ["source", source.value && source.selectedOptions[0].text],
    ["verdict", verdict?.value ?? ""],
  ];
  function chosen() {
    const shown = new Set(levels.filter(isOn).map((button) => button.dataset.toggleLevel));
    return {
      matches: (each) => shown.has(each.level) && (!code.value || each.code === code.value)
        && (!source.value || each.sources.includes(source.value))
        && (!verdict?.value || each.verdicts.includes(verdict.value)),
      narrowed: shown.size < levels.length || fields().some(([name, value]) => name !== "find" && value) || only.checked,
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
    if (verdict) verdict.value = "";
    only.checked = false;
    for (const button of levels) press(button, true);
    apply();
  }

  // What is chosen stands in the address, as #?code=…&level=…, so that a view can be sent to somebody.
  function narrow() {
    apply();
    const asked = new URLSearchParams(fields().filter(([, value]) => value));
    const on = levels.filter(isOn).map((button) => button.dataset.toggleLevel);
    if (on.length < levels.length) asked.set("level", on.join(" "));
    if (only.checked) asked.set("only", "yes");
    history.replaceState(null, "", `#${asked.size ? `?${asked}` : ""}`);
  }
  const choose = (field, match) => {
    const option = [...field.options].find(match);
    if (option) field.value = option.value;
  };
  function recall(text) {
    const asked = new URLSearchParams(text);
    reset();
    search.value = asked.get("find") ?? "";
    choose(code, (option) => option.value === (asked.get("code") ?? ""));
    if (asked.has("source")) choose(source, (option) => option.value && option.text === asked.get("source"));
    if (verdict) choose(verdict, (option) => option.value === (asked.get("verdict") ?? ""));
    only.checked = asked.has("only");
    const on = asked.get("level")?.split(" ");
    if (on) for (const button of levels) press(button, on.includes(button.dataset.toggleLevel));
    apply();
  }

  // ---- places ---------------------------------------------------------------------------------------------------
  function visit() {
    if (location.hash.startsWith("#?")) { recall(location.hash.slice(2)); return; }
    const target = one(decodeURIComponent(location.hash.slice(1)));
    if (!target) return;
    if (target.closest("[hidden]")) reset();
    for (let node = target.closest("details"); node; node = node.parentElement.closest("details")) node.open = true;
    // A row of the matrix would come to lie under its head.
    target.scrollIntoView({ block: target.matches(".matrix tr") ? "center" : "start" });
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

  // Of many sources the way to a place within its source stands once in the page, by number.
  const paths = JSON.parse(one("paths")?.textContent ?? "[]");
  document.addEventListener("pointerover", (event) => {
    const place = event.target.closest?.("code[data-p]");
    if (place) place.title = paths[place.dataset.p];
  });

  // ---- an item of a list leads to its verdict -------------------------------------------------------------------
  const printed = (item) => [...item.childNodes].find((node) => node.nodeType === Node.TEXT_NODE).data;
  function verdictOf(event) {
    const item = event.target.closest?.("td.marked > *");
    const words = item && printed(item).replace(/（.*$/, "");
    const rows = item ? all(".lists li", item.closest(".fan")) : [];
    return [item, rows.find((row) => row.dataset.w.split("|").includes(words))];
  }
  document.addEventListener("pointerover", (event) => {
    const [item, row] = verdictOf(event);
    if (row && !item.dataset.says) item.title = shown(row.querySelector(".verdict > .t") ?? row.querySelector(".verdict"));
  });
  document.addEventListener("click", (event) => {
    const [, row] = verdictOf(event);
    if (!row) return;
    row.closest("details").open = true;
    row.tabIndex = -1;
    row.scrollIntoView({ block: "nearest" });
    row.focus({ preventScroll: true });
  });

  // ---- wiring ---------------------------------------------------------------------------------------------------
  for (const button of languageButtons) button.addEventListener("click", () => speak(button.dataset.chooseLang));
  for (const button of levels) {
    button.addEventListener("click", () => { press(button, !isOn(button)); narrow(); });
  }
  for (const button of all("[data-choose-code]")) {
    button.addEventListener("click", () => {
      reset();
      code.value = button.dataset.chooseCode;
      for (const each of levels) press(each, each.dataset.toggleLevel === button.dataset.chooseLevel);
      narrow();
      one("tools").scrollIntoView();
      code.focus({ preventScroll: true });
    });
  }
  search.addEventListener("input", narrow);
  for (const field of [code, source, only, verdict]) field?.addEventListener("change", narrow);
  one("reset").addEventListener("click", () => { reset(); narrow(); });

  // ---- keys -----------------------------------------------------------------------------------------------------
  const help = one("help");
  const inSight = (node) => !node.closest("[hidden]");
  function step(by) {
    const nodes = all(".d").filter(inSight);
    const here = document.activeElement.closest(".d");
    const next = here ? nodes[nodes.indexOf(here) + by] : nodes[by > 0 ? 0 : nodes.length - 1];
    if (!next) return;
    next.tabIndex = -1;
    next.scrollIntoView({ block: "nearest" });
    next.focus({ preventScroll: true });
    history.replaceState(null, "", `#${next.id}`);
  }
  function unfold(event) {
    const details = document.activeElement.matches(".d") && document.activeElement.querySelector("details");
    if (!details) return;
    event.preventDefault();
    details.open = !details.open;
  }
  const keys = {
    "j": () => step(1), "k": () => step(-1), "Enter": unfold, "?": () => help.showModal(),
    "/": (event) => { event.preventDefault(); search.focus(); },
  };
  one("keys").addEventListener("click", () => help.showModal());
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && event.target === search) { search.value = ""; narrow(); search.blur(); }
    const typing = event.target.closest("input, select, textarea, dialog");
    if (!typing && !event.ctrlKey && !event.metaKey && !event.altKey) keys[event.key]?.(event);
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
