// What a cell of the matrix means, in words and hands; language, search, and walking through the cells.
(() => {
  "use strict";
  const root = document.documentElement;
  const one = (id) => document.getElementById(id);
  const all = (selector, from = document) => [...from.querySelectorAll(selector)];
  const data = JSON.parse(one("data").textContent);
  const fans = data.fans.map(([id, name, points, states, forms]) => ({ id, name, points, states, forms }));
  const placeOf = new Map(fans.map((fan, place) => [fan.id, place]));
  const table = document.querySelector(".grid"), pane = one("matrix"), details = one("details");
  const across = document.querySelector(".across"), down = document.querySelector(".down");
  const rows = all("tbody tr", table), rowHeads = all('th[scope="row"]', table), columnHeads = all(".names th", table);
  const cells = rows.map((row) => all("td", row));

  // ---- texts ----------------------------------------------------------------------------------------------------
  const say = (key, parts = {}) => data.say[key][root.lang].replace(/\{(\w+)\}/g, (_, part) => parts[part]);
  const grouped = (number) => number.toLocaleString("en-US");
  const numberOfStates = (number) => say(number === 1 ? "one-state" : "many-states", { number: grouped(number) });
  const nameOf = (place) => fans[place].name[root.lang];
  function share(part, whole) {
    if (part === whole) return "100%";
    const percent = 100 * part / whole;
    return percent < 0.1 ? "<0.1%" : percent > 99.9 ? ">99.9%" : `${percent.toFixed(1)}%`;
  }

  // ---- how two fans stand to each other ---------------------------------------------------------------------------
  function between(a, b) {
    const [kind, both, only, witness, counterexample] = data.pairs[a * (fans.length - 1) + b - (b > a)];
    return { kind, both, only, witness: data.hands[witness], counterexample: data.hands[counterexample] };
  }
  function forcing(a, b) {
    const found = data.forced[`${fans[a].id} ${fans[b].id}`];
    return found && { within: found[0], least: found[1], own: found[2], more: found[3], example: data.hands[found[4]] };
  }
  function sentences(a, b) {
    const found = between(a, b), states = fans[a].states;
    const told = {
      a: nameOf(a), b: nameOf(b), states: numberOfStates(states), both: grouped(found.both), only: grouped(found.only),
      share: share(found.both, states),
    };
    const said = [say(found.both + found.only > states ? "says-may" : `says-${found.kind}`, told)];
    const far = forcing(a, b);
    if (!far) return said;
    const more = numberOfStates(far.more);
    if (far.within === "sets") said.push(say("says-in-sets", told));
    if (far.own) said.push(say(far.more ? "says-own" : "says-own-alone", { ...told, more }));
    else if (far.more) said.push(say("says-times", { ...told, least: far.least, more }));
    else if (far.least > 1) said.push(say("says-times-alone", { ...told, least: far.least }));
    return said;
  }

  // ---- hands as tiles -------------------------------------------------------------------------------------------
  const wind = (letter) => (root.lang === "en" ? letter : HONOURS[letter]);
  const HONOURS = { E: "东", S: "南", W: "西", N: "北", C: "中", F: "发", P: "" };
  const SUITS = { m: "万", s: "条", p: "饼" };
  function make(tag, attributes = {}, ...inside) {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name === "onclick") node.addEventListener("click", value);
      else node.setAttribute(name, value);
    }
    node.append(...inside);
    return node;
  }
  function tiles(text) {
    const found = [];
    for (const [, ranks, suit, honour] of text.matchAll(/(\d+)([msp])|([ESWNCFP])/g)) {
      if (honour) found.push(make("span", { class: `tile ${honour}` }, HONOURS[honour]));
      else for (const rank of ranks) found.push(make("span", { class: `tile ${suit}` }, rank, make("small", {}, SUITS[suit])));
    }
    return found;
  }
  function handNode(text) {
    const [groups, situation, flowers] = text.split("|");
    const node = make("div", { class: "hand", role: "img", "aria-label": groups });
    for (const [, meld, mark] of groups.matchAll(/\[([^\],]+)(,\d)?\]/g)) {
      const inside = tiles(meld), concealed = inside.length === 4 && !mark;
      node.append(make("span", { class: `group ${concealed ? "declared" : "called"}` }, ...inside));
    }
    const concealed = tiles(groups.replace(/\[[^\]]*\]/g, "")), won = concealed.pop();
    won.classList.add("won");
    node.append(make("span", { class: "group" }, ...concealed), won);
    return [node, make("code", {}, text), ...special(situation, flowers)];
  }
  function special(situation, flowers) {
    const [prevalent, seat, ...flags] = situation;
    const said = ["self_drawn", "last_of_kind", "wall_last", "kong"].filter((_, place) => flags[place] === "1")
      .map((flag) => say(`situation-${flag}`));
    if (prevalent + seat !== "EE") said.push(say("situation-winds", { prevalent: wind(prevalent), seat: wind(seat) }));
    if (flowers) said.push(say("situation-flowers", { count: flowers }));
    return said.length ? [make("p", { class: "small quiet" }, said.join(" · "))] : [];
  }
  const titled = (title, hand) => hand === undefined ? [] : [make("h3", {}, title), ...handNode(hand)];

  // ---- what is shown --------------------------------------------------------------------------------------------
  let shown = { a: -1, b: -1 }, kept = false;
  const button = (label, onclick) => make("button", { type: "button", onclick }, label);
  const link = (label, onclick) => make("button", { type: "button", class: "link", onclick }, label);
  const paragraphs = (texts) => texts.map((text) => make("p", {}, text));

  function pairNodes(a, b) {
    const there = between(a, b), back = between(b, a), names = { a: nameOf(a), b: nameOf(b) };
    const bar = make("i");
    bar.style.width = `${100 * there.both / fans[a].states}%`;
    const nodes = [
      make("h2", {}, link(names.a, () => keep(a, -1)), " × ", link(names.b, () => keep(b, -1))),
      make("p", { class: "small quiet" }, say("points-of-two", { a: fans[a].points, b: fans[b].points })),
      ...paragraphs(sentences(a, b)),
      make("div", { class: "share", "aria-hidden": "true" }, bar),
    ];
    const verdict = data.excluded[`${fans[a].id} ${fans[b].id}`];
    if (verdict) {
      const kind = say(`short-${verdict}`);
      nodes.push(make("p", { class: "verdict" }, say("not-counted", { ...names, ruleset: data.ruleset, kind })));
    }
    nodes.push(...titled(say("hand-both"), there.witness), ...titled(say("hand-only", names), there.counterexample));
    nodes.push(...titled(say("hand-more"), forcing(a, b)?.example));
    if (there.kind !== "never") nodes.push(make("h3", {}, say("other-way")), ...paragraphs(sentences(b, a)));
    nodes.push(...titled(say("hand-only", { a: names.b, b: names.a }), back.counterexample));
    return nodes;
  }
  function fanNodes(a) {
    const by = { equal: [], implies: [], implied: [], meets: [], never: [] };
    fans.forEach((_, b) => { if (b !== a) by[between(a, b).kind].push(b); });
    by.meets.sort((one, other) => between(a, one).both - between(a, other).both);
    const named = (b) => link(nameOf(b), () => keep(a, b));
    const nodes = [
      make("h2", {}, nameOf(a)),
      make("p", { class: "small quiet" }, say("points", { points: fans[a].points })),
      make("p", {}, `${numberOfStates(fans[a].states)}${say("colon")}${fans[a].forms[root.lang]}`),
    ];
    for (const kind of ["equal", "implies", "implied", "meets", "never"]) {
      if (!by[kind].length) continue;
      const items = by[kind].map((b) => kind === "meets"
        ? make("li", {}, named(b), make("span", { class: "n" }, grouped(between(a, b).both)))
        : make("li", {}, named(b)));
      nodes.push(make("h3", {}, `${say(kind)} (${by[kind].length})`));
      nodes.push(make("ul", { class: kind === "meets" ? "fans rare" : "fans" }, ...items));
    }
    return nodes;
  }
  function startNodes() {
    const kinds = data.pairs.map(([kind]) => kind), count = (kind) => kinds.filter((each) => each === kind).length;
    const parts = {
      fans: fans.length, pairs: grouped(kinds.length / 2), never: grouped(count("never") / 2), implies: count("implies"),
    };
    return [make("p", { class: "quiet" }, say("start", parts))];
  }
  function render() {
    const { a, b } = shown;
    const nodes = a < 0 ? startNodes() : b < 0 ? fanNodes(a) : pairNodes(a, b);
    if (kept) nodes.push(make("div", { class: "buttons" }, ...(b < 0 ? [] : [button(say("other-way"), () => keep(b, a))]),
      button(say("let-go"), letGo)));
    details.replaceChildren(...nodes);
    details.scrollTop = 0;
    details.classList.toggle("kept", kept);
    pane.classList.toggle("pinned", kept);
    for (const [place, head] of rowHeads.entries()) head.classList.toggle("on", place === a);
    for (const [place, head] of columnHeads.entries()) head.classList.toggle("on", place === b);
    mark(across, a < 0 ? null : rowHeads[a], "top", "height");
    mark(down, b < 0 ? null : columnHeads[b], "left", "width");
  }
  /** Two lines that follow the row and the column. */
  function mark(line, head, side, size) {
    line.hidden = !head || head.offsetParent === null;
    if (line.hidden) return;
    const box = head.getBoundingClientRect(), base = table.getBoundingClientRect(), vertical = side === "top";
    const start = vertical ? box.top - base.top : box.left - base.left;
    line.style[side] = `${start + (vertical ? table.offsetTop : table.offsetLeft)}px`;
    line.style[size] = `${vertical ? box.height : box.width}px`;
    line.style[vertical ? "left" : "top"] = "0";
    line.style[vertical ? "width" : "height"] = `${vertical ? table.offsetWidth : table.offsetHeight}px`;
  }
  function show(a, b) {
    if (shown.a === a && shown.b === b) return;
    shown = { a, b };
    render();
  }
  function keep(a, b) {
    kept = true;
    shown = { a, b };
    render();
    const hash = a < 0 ? "" : b < 0 ? fans[a].id : `${fans[a].id}*${fans[b].id}`;
    history.replaceState(null, "", `#${hash}`);
  }
  function letGo() {
    kept = false;
    shown = { a: -1, b: -1 };
    render();
    history.replaceState(null, "", location.pathname + location.search);
  }

  // ---- pointing -------------------------------------------------------------------------------------------------
  /** The fans of a cell or of the name of one. */
  function fansAt(node) {
    const cell = node.closest("td, th"), row = cell?.closest("tr");
    if (!cell || !table.contains(cell)) return null;
    const b = columnHeads.indexOf(cell);
    if (b >= 0) return { a: b, b: -1 };
    const a = rows.indexOf(row);
    if (a < 0 || cell.classList.contains("tier")) return null;
    return { a, b: cell.tagName === "TD" ? cells[a].indexOf(cell) : -1 };
  }
  const told = ({ a, b }) => ({ a, b: a === b ? -1 : b });
  table.addEventListener("pointerover", (event) => {
    const at = !kept && event.pointerType !== "touch" && fansAt(event.target);
    if (at) show(told(at).a, told(at).b);
  });
  table.addEventListener("click", (event) => {
    const at = fansAt(event.target);
    if (!at) return;
    const { a, b } = told(at);
    walk(event.target.closest("td, th"), false);
    if (kept && shown.a === a && shown.b === b) letGo();
    else keep(a, b);
  });

  // ---- walking by keyboard ----------------------------------------------------------------------------------------
  let here = rowHeads[0];
  here.tabIndex = 0;
  function walk(cell, focus = true) {
    here.tabIndex = -1;
    here = cell;
    here.tabIndex = 0;
    const { a, b } = told(fansAt(cell));
    if (cell.tagName === "TD") cell.setAttribute("aria-label", b < 0 ? nameOf(a) : sentences(a, b).join(" "));
    if (!focus) return;
    here.focus({ preventScroll: true });
    here.scrollIntoView({ block: "nearest", inline: "nearest" });
    if (!kept) show(a, b);
  }
  const isShown = (place) => !rows[place].hidden;
  function step(from, by) {
    let to = from + by;
    while (to >= 0 && to < rows.length && !isShown(to)) to += by;
    return to >= 0 && to < rows.length ? to : from;
  }
  table.addEventListener("keydown", (event) => {
    const at = fansAt(event.target);
    if (!at || event.ctrlKey || event.metaKey || event.altKey) return;
    const inHead = columnHeads.includes(event.target);
    let a = inHead ? -1 : at.a, b = inHead ? at.a : at.b;
    const last = fans.length - 1;
    switch (event.key) {
      case "ArrowRight": b = Math.min(last, b + 1); break;
      case "ArrowLeft": b = Math.max(inHead ? 0 : -1, b - 1); break;
      case "ArrowDown": a = step(a, 1); break;
      case "ArrowUp": a = step(a, -1) === a && b >= 0 ? -1 : step(a, -1); break;
      case "Home": b = inHead ? 0 : -1; break;
      case "End": b = last; break;
      case "PageDown": for (let n = 0; n < 10; n++) a = step(a, 1); break;
      case "PageUp": for (let n = 0; n < 10; n++) a = step(a, -1); break;
      case "Enter": case " ": event.preventDefault(); keep(told(at).a, told(at).b); return;
      default: return;
    }
    event.preventDefault();
    walk(a < 0 ? columnHeads[b] : b < 0 ? rowHeads[a] : cells[a][b]);
  });

  // ---- search and language ----------------------------------------------------------------------------------------
  const fold = (text) => text.normalize("NFKD").toLowerCase().replace(/[\p{M}\s\-_.·&'’]/gu, "");
  const search = one("search"), spelled = rows.map((row) => fold(row.dataset.search.replaceAll("\n", "\u0001")));
  const bodies = all("tbody", table);
  function filter() {
    const wanted = fold(search.value), words = search.value.trim().split(/\s+/).map(fold);
    for (const [place, row] of rows.entries()) {
      row.hidden = !(spelled[place].includes(wanted) || words.every((word) => spelled[place].includes(word)));
    }
    for (const body of bodies) {
      const left = all("tr:not([hidden])", body), tier = body.querySelector(".tier");
      body.hidden = left.length === 0;
      if (left.length) { left[0].prepend(tier); tier.rowSpan = left.length; }
    }
    one("no-fan").hidden = rows.some((row) => !row.hidden);
    render();
  }
  const languageButtons = all("[data-choose-lang]");
  function speak(lang) {
    root.lang = lang;
    for (const each of languageButtons) each.setAttribute("aria-pressed", String(each.dataset.chooseLang === lang));
    for (const node of all("[data-says]")) {
      for (const [attributes, texts] of Object.entries(JSON.parse(node.dataset.says))) {
        for (const attribute of attributes.split(" ").filter(Boolean)) node.setAttribute(attribute, texts[lang]);
      }
    }
    document.title = one("title").querySelector(`[lang="${lang}"]`).textContent;
    render();
  }

  // ---- wiring ---------------------------------------------------------------------------------------------------
  function visit() {
    const ids = location.hash ? decodeURIComponent(location.hash.slice(1)).split("*") : data.chosen;
    const [a = -1, b = -1] = ids.map((id) => placeOf.get(id) ?? -1);
    if (a < 0) return;
    keep(a, b);
    (b < 0 ? rowHeads[a] : cells[a][b]).scrollIntoView({ block: "nearest", inline: "center" });
  }
  for (const each of languageButtons) each.addEventListener("click", () => speak(each.dataset.chooseLang));
  search.addEventListener("input", filter);
  document.addEventListener("keydown", (event) => {
    if (event.key === "/" && !event.target.closest("input")) { event.preventDefault(); search.focus(); }
    if (event.key !== "Escape") return;
    if (event.target === search) { search.value = ""; filter(); } else letGo();
  });
  addEventListener("hashchange", visit);
  addEventListener("resize", () => render());
  table.setAttribute("role", "grid");
  for (const cell of cells.flat()) cell.tabIndex = -1;
  for (const node of all(".js")) node.hidden = false;
  speak(root.lang);
  visit();
})();
