"use strict";

// The table of URLs: search, filters, sorting and details. All texts of the rows are
// untrusted input: they become text nodes and values of attributes that have no effect, and
// never HTML, a style or the target of a link.
//
// The search, the filters, the order and the open row are the state. It is part of the
// address (#q=words&host=a.example&sort=-date&row=12), so that a view can be bookmarked.
// Every change of it calls update, which finds the rows; draw shows those in sight.
{
  const $ = (id) => document.getElementById(id);
  const rows = JSON.parse($("data").textContent);
  const place = (r) => r.f + (r.l ? ":" + r.l : "") + (r.p ? ", " + r.p : "");

  // The columns of the table, with the text that each is sorted by.
  const columns = {
    url: (r) => r.u.toLowerCase(),
    kind: (r) => r.k,
    date: (r) => r.d || "",
    subject: (r) => (r.s || "").replace(/^((re|aw|fwd?|sv): *)+/i, "").toLowerCase(),
    place: (r) => r.f + "\0" + String(r.l || 0).padStart(15, "0"),
  };

  // The filters, with their heading and the values of a row. "" is for a row without a value.
  const facets = {
    host: ["Host", (r) => [r.h || ""]],
    kind: ["Kind", (r) => [r.k]],
    year: ["Year", (r) => [(r.d || "").slice(0, 4)]],
    list: ["List", (r) => [r.m || ""]],
    sign: ["Sign of deception", (r) => r.w || [""]],
    fault: ["Fault", (r) => r.e || [""]],
  };
  const names = Object.keys(facets).filter((f) => rows.some((r) => facets[f][1](r)[0]));
  const few = 6, many = 100; // the values of a filter that are shown at first, and at most

  const state = { q: "", sort: "", desc: false, open: -1, chosen: {} };
  const more = new Set(); // the filters that show many values
  let found = rows.map((_, i) => i); // the rows that pass the filters, in order
  let counts = {}; // for each filter, the rows with each value that pass the others
  let active = 0; // the index in found of the row that the keys are for
  let marks = null; // matches the words of the search

  // element returns an element with attributes and children. A child that is a string
  // becomes a text node.
  function element(tag, attributes, ...children) {
    const e = document.createElement(tag);
    for (const name in attributes) e.setAttribute(name, attributes[name]);
    e.append(...children);
    return e;
  }

  // Characters that are invisible or change the direction of text, but for joiners and
  // selectors that change how the character before them looks.
  const unseen = "(?!(?<=[^\\0-\\x7f\\p{sc=Latin}\\p{sc=Greek}\\p{sc=Cyrillic}\\p{Cf}])[\\u200c\\u200d]|" +
    "(?<=[\\p{S}\\p{sc=Han}])[\\ufe00-\\ufe0f]|\\ufe0f(?=\\u20e3))[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{DI}]";
  const literal = (text) => text.replace(/[\\^$.*+?()[\]{}|\/]/g, "\\$&");

  // show returns an element with a text, isolated from the direction of the text around it.
  // It shows characters that are not visible as escapes, and marks what a pattern matches.
  function show(text, pattern, lines) {
    const split = new RegExp("(" + unseen + (pattern ? ")|(" + pattern : "") + ")", "giu");
    const e = element("bdi", {});
    let from = 0;
    for (const m of text.matchAll(split)) {
      if (lines && /[\n\t]/.test(m[0])) continue;
      e.append(text.slice(from, m.index), m[1]
        ? element("span", { class: "esc" }, m[0].split("").map((c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0")).join(""))
        : element("mark", {}, show(m[0])));
      from = m.index + m[0].length;
    }
    e.append(text.slice(from));
    return e;
  }

  const cut = (text, n) => (text.length > n ? text.slice(0, n) + "…" : text);
  const number = (n) => n.toLocaleString("en");

  // The text of each row that is searched, made when it is first needed.
  const texts = [];
  const textOf = (i) => (texts[i] ??= [rows[i].u, rows[i].g, rows[i].t, rows[i].s, rows[i].a, rows[i].m, rows[i].f, rows[i].c].join("\n").toLowerCase());

  // update finds the rows of the state, and shows them.
  function update() {
    const words = state.q.toLowerCase().split(/\s+/).filter(Boolean);
    marks = words.map(literal).join("|");
    found = [];
    counts = Object.fromEntries(names.map((f) => [f, new Map()]));
    rows.forEach((r, i) => {
      if (!words.every((w) => textOf(i).includes(w))) return;
      const failed = names.filter((f) => state.chosen[f]?.size && !facets[f][1](r).some((v) => state.chosen[f].has(v)));
      if (failed.length === 0) found.push(i);
      if (failed.length > 1) return;
      for (const f of failed.length ? failed : names) {
        for (const v of facets[f][1](r)) counts[f].set(v, (counts[f].get(v) || 0) + 1);
      }
    });
    if (state.sort) {
      const keys = [];
      for (const i of found) keys[i] = columns[state.sort](rows[i]);
      const sign = state.desc ? -1 : 1;
      // Rows without a text are last in both orders.
      found.sort((a, b) => !keys[a] - !keys[b] || (keys[a] < keys[b] ? -sign : keys[a] > keys[b] ? sign : a - b));
    }
    if (!found.includes(state.open)) state.open = -1;
    active = Math.max(found.indexOf(state.open), 0);
    drawn.forEach((e) => e.remove());
    drawn.clear();
    $("found").textContent = found.length === rows.length ? number(rows.length) + " URLs" : number(found.length) + " of " + number(rows.length) + " URLs";
    $("reset").disabled = found.length === rows.length && !state.sort;
    grid.setAttribute("aria-rowcount", found.length + 1);
    for (const b of grid.querySelectorAll(".head button")) {
      b.parentNode.setAttribute("aria-sort", b.value !== state.sort ? "none" : state.desc ? "descending" : "ascending");
    }
    drawFacets();
    openDetail();
    grid.scrollTop = 0;
    reveal();
    save();
  }

  // drawFacets shows the values of the filters: those chosen, then the most frequent ones.
  function drawFacets() {
    const focus = document.activeElement;
    $("facets").replaceChildren(...names.map((f) => {
      const chosen = state.chosen[f] || new Set();
      const values = [...new Set([...chosen, ...counts[f].keys()])].map((v) => [v, counts[f].get(v) || 0]);
      values.sort((a, b) => chosen.has(b[0]) - chosen.has(a[0]) || b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
      const limit = more.has(f) ? many : few;
      const list = values.slice(0, limit).map(([v, n]) => {
        const box = element("input", { type: "checkbox", name: f, value: v });
        box.checked = chosen.has(v);
        return element("label", {}, box, v ? show(cut(v, 200)) : element("i", {}, "none"), element("span", { class: "n" }, number(n)));
      });
      const rest = values.length - list.length;
      if (rest > 0 || more.has(f)) {
        list.push(element("button", { type: "button", value: f, "aria-expanded": more.has(f) }, more.has(f) ? "fewer" : number(rest) + " more"));
      }
      if (rest > 0 && more.has(f)) list.push(element("p", { class: "note" }, number(rest) + " more: search to find them"));
      return element("fieldset", {}, element("legend", {}, facets[f][0]), ...list);
    }));
    if (focus?.value !== undefined && !focus.isConnected) {
      [...$("facets").querySelectorAll("input, button")].find((e) => e.name === focus.name && e.value === focus.value)?.focus();
    }
  }

  // Rows have the same height, and the detail of the open one is below it. So the place of
  // each row is known, and only those in sight are in the document.
  const grid = $("grid"), body = $("body"), head = grid?.querySelector(".head");
  const drawn = new Map(); // the elements of the rows in sight, by their index in found
  let detail = null, height = 0;
  const isOpen = (n) => state.open >= 0 && found[n] === state.open;
  const opened = () => (detail ? found.indexOf(state.open) : found.length);
  const top = (n, open = opened()) => n * height + (n > open ? detail.offsetHeight : 0);

  function draw() {
    const open = opened();
    const seen = (y) => Math.floor((y > (open + 1) * height && detail ? Math.max(y - detail.offsetHeight, open * height) : y) / (height || 1));
    const from = Math.max(seen(grid.scrollTop) - 5, 0);
    const to = Math.min(seen(grid.scrollTop + grid.clientHeight) + 6, found.length);
    for (const [n, e] of drawn) {
      if (n < from || n >= to) e.remove(), drawn.delete(n);
    }
    let before = null;
    for (let n = from; n < to; n++) {
      if (!drawn.has(n)) drawn.set(n, rowElement(n));
      const e = drawn.get(n);
      e.style.top = top(n, open) + "px";
      e.classList.toggle("active", n === active);
      if (!e.isConnected || e.previousSibling !== before) body.insertBefore(e, before ? before.nextSibling : body.firstChild);
      before = e;
      if (n === open) {
        if (e.nextSibling !== detail) e.after(detail);
        before = detail;
      }
    }
    if (detail) detail.style.top = (open + 1) * height + "px";
    body.style.height = found.length * height + (detail ? detail.offsetHeight : 0) + "px";
    if (drawn.has(active)) grid.setAttribute("aria-activedescendant", "r" + active);
    else grid.removeAttribute("aria-activedescendant");
  }

  // rowElement returns the element of the row at index n of found.
  function rowElement(n) {
    const r = rows[found[n]];
    const cell = (name, ...children) => element("div", { role: "gridcell", class: name }, ...children);
    const signs = r.w ? [element("span", { class: "tag bad" }, r.w.length + (r.w.length > 1 ? " signs" : " sign"))] : [];
    return element("div", { role: "row", id: "r" + n, class: "row", "aria-level": 1, "aria-rowindex": n + 2, "aria-expanded": isOpen(n) },
      cell("url", element("span", { class: "cut" }, show(cut(r.u, 300), marks)), ...signs),
      cell("kind", show(cut(r.k, 20))), cell("date", show((r.d || "").slice(0, 10))), cell("subject", show(cut(r.s || "", 200), marks)), cell("place", show(place(r).slice(-300))));
  }

  // openDetail shows the detail of the open row, if there is one.
  function openDetail() {
    detail?.remove();
    detail = null;
    watch.disconnect();
    if (state.open < 0) return;
    const r = rows[state.open];
    const facts = element("dl", { class: "facts" });
    const fact = (name, ...values) => {
      const shown = values.filter(Boolean);
      if (shown.length) facts.append(element("dt", {}, name), element("dd", {}, ...shown.flatMap((v, i) => (i ? [", ", v] : [v]))));
    };
    const copier = (name, text) => {
      const b = element("button", { type: "button" }, name);
      b.onclick = () => copy(text).then((ok) => (b.textContent = ok ? "Copied" : "Press Ctrl+C to copy"));
      return b;
    };
    fact("Target", r.g && show(r.g));
    fact("Label", r.t && show(r.t, marks));
    fact("Signs", ...(r.w || []).map((v) => show(v)));
    fact("Faults", ...(r.e || []).map((v) => show(v)));
    fact("Kind", show(r.k), r.b && "rejoined");
    fact("Place", show(place(r)));
    fact("Message", r.n && "number " + number(r.n), r.d && show(r.d), r.a && show(r.a, marks));
    fact("Subject", r.s && show(r.s, marks));
    fact("List", r.m && show(r.m));
    const cell = element("div", { role: "gridcell", "aria-colspan": 5 },
      element("p", { class: "url" }, show(r.u, marks)),
      element("p", { class: "buttons" },
        r.x ? "The URL is too long to be shown whole." : copier("Copy URL", r.u),
        r.y ? " The target is too long to be shown whole." : r.g ? copier("Copy target", r.g) : ""), facts);
    if (r.c) cell.append(element("div", { class: "context", role: "group", "aria-label": "Context" }, show(r.c, r.u.length < 4000 && literal(r.u), true)));
    detail = element("div", { role: "row", class: "detail", "aria-level": 2 }, cell);
    body.append(detail);
    watch.observe(detail);
  }

  // reveal draws the rows, and scrolls to the active one.
  function reveal() {
    if (!height) {
      body.append(element("div", { class: "row" }));
      height = body.lastChild.offsetHeight;
      body.lastChild.remove();
    }
    draw(); // the body has its new height
    const y = top(active), space = grid.clientHeight - head.offsetHeight;
    const end = y + height + (isOpen(active) ? Math.min(detail.offsetHeight, space - height) : 0);
    if (y < grid.scrollTop) grid.scrollTop = y;
    else if (end > grid.scrollTop + space) grid.scrollTop = end - space;
    draw();
  }

  // move makes another row the active one.
  function move(n) {
    active = Math.max(0, Math.min(n, found.length - 1));
    reveal();
  }

  // toggle opens or closes the detail of the row at index n of found.
  function toggle(n, open = !isOpen(n)) {
    if (!(n in found) || open === isOpen(n)) return;
    const before = opened();
    state.open = open ? found[n] : -1;
    active = n;
    for (const i of [before, n]) drawn.get(i)?.setAttribute("aria-expanded", isOpen(i));
    openDetail();
    reveal();
    save();
  }

  // copy puts a text on the clipboard. A page from a file may not have navigator.clipboard.
  async function copy(text) {
    let ok = false;
    try {
      await navigator.clipboard.writeText(text);
      ok = true;
    } catch {
      const focus = document.activeElement;
      const area = element("textarea", { class: "hidden", readonly: "" });
      area.value = text;
      document.body.append(area);
      area.select();
      ok = document.execCommand("copy");
      area.remove();
      focus?.focus({ preventScroll: true });
    }
    $("said").textContent = ok ? "Copied: " + cut(text, 100) : "The browser does not allow to copy";
    return ok;
  }

  // save writes the state to the address. load reads it from there, and reports whether the
  // address has one: #hosts, for example, is only a place on the page.
  function save() {
    const p = new URLSearchParams();
    if (state.q) p.set("q", state.q);
    if (state.sort) p.set("sort", (state.desc ? "-" : "") + state.sort);
    for (const f of names) state.chosen[f]?.forEach((v) => p.append(f, v));
    if (state.open >= 0) p.set("row", state.open + 1);
    if (String(p) || location.hash.includes("=")) history.replaceState(null, "", "#" + p);
  }

  function load() {
    if (!location.hash.includes("=")) return false;
    const p = new URLSearchParams(location.hash.slice(1));
    const sort = p.get("sort") || "";
    state.q = $("q").value = p.get("q") || "";
    state.desc = sort.startsWith("-");
    state.sort = Object.keys(columns).find((c) => c === sort.replace("-", "")) || "";
    state.open = p.has("row") ? p.get("row") - 1 : -1;
    for (const f of names) state.chosen[f] = new Set(p.getAll(f));
    return true;
  }

  const watch = new ResizeObserver(() => draw());

  function listen() {
    $("q").oninput = () => {
      state.q = $("q").value;
      update();
    };
    $("reset").onclick = () => {
      Object.assign(state, { q: "", sort: "", chosen: {} });
      $("q").value = "";
      update();
      $("q").focus();
    };
    $("facets").onchange = ({ target }) => {
      const chosen = (state.chosen[target.name] ??= new Set());
      if (target.checked) chosen.add(target.value);
      else chosen.delete(target.value);
      update();
    };
    $("facets").onclick = ({ target }) => {
      if (target.tagName !== "BUTTON") return;
      if (!more.delete(target.value)) more.add(target.value);
      drawFacets();
    };
    // A column is sorted up, then down, then not at all.
    head.onclick = ({ target }) => {
      if (target.tagName !== "BUTTON") return;
      if (state.sort !== target.value) Object.assign(state, { sort: target.value, desc: false });
      else if (!state.desc) state.desc = true;
      else Object.assign(state, { sort: "", desc: false });
      update();
    };
    body.onclick = ({ target }) => {
      const row = target.closest(".row");
      if (row && getSelection().isCollapsed) toggle(+row.id.slice(1));
    };
    grid.onscroll = draw;
    grid.onkeydown = (event) => {
      const page = Math.max(Math.floor((grid.clientHeight - head.offsetHeight) / height) - 1, 1);
      const keys = {
        ArrowDown: () => move(active + 1), ArrowUp: () => move(active - 1),
        PageDown: () => move(active + page), PageUp: () => move(active - page),
        Home: () => move(0), End: () => move(found.length - 1),
        ArrowRight: () => toggle(active, true), ArrowLeft: () => toggle(active, false),
        Escape: () => (toggle(opened(), false), grid.focus()),
        Enter: () => toggle(active), " ": () => toggle(active),
        c: () => found.length && (rows[found[active]].x ? toggle(active, true) : copy(rows[found[active]].u)),
      };
      const onButton = event.target !== grid && (event.key === "Enter" || event.key === " ");
      if (event.ctrlKey || event.metaKey || event.altKey || onButton || !Object.hasOwn(keys, event.key)) return;
      event.preventDefault();
      keys[event.key]();
    };
    document.onkeydown = (event) => {
      if (event.target === $("q") && (event.key === "Escape" || event.key === "ArrowDown")) {
        event.preventDefault();
        if (event.key === "ArrowDown" || !state.q) return grid.focus();
        state.q = $("q").value = "";
        update();
      } else if (event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && event.target !== $("q")) {
        event.preventDefault();
        $("q").focus();
        $("q").select();
      }
    };
    onhashchange = () => load() && update();
    onresize = () => {
      height = 0;
      reveal();
    };
    // On paper the first rows that are found are printed, and all examples.
    let closed = [];
    onbeforeprint = () => {
      const n = Math.min(found.length, 100);
      $("plain").querySelector("caption").textContent = "The first " + number(n) + " of " + number(found.length) + " rows" + (found.length < rows.length ? " that were found" : "");
      $("plain").querySelector("tbody").replaceChildren(...found.slice(0, n).map((i) => element("tr", {},
        element("td", { class: "url" }, show(cut(rows[i].u, 300))), element("td", {}, show((rows[i].d || "").slice(0, 10))), element("td", {}, show(place(rows[i]))))));
      closed = [...document.querySelectorAll("details:not([open])")];
      closed.forEach((d) => (d.open = true));
    };
    onafterprint = () => closed.forEach((d) => (d.open = false));
  }

  if (rows.length) {
    $("app").hidden = false;
    $("plain").className = "paper";
    $("filters").open = matchMedia("(min-width: 60rem)").matches;
    // Without messages, the columns of messages would be empty.
    if (!rows.some((r) => r.d || r.s)) grid.classList.add("bare");
    const bookmarked = load();
    listen();
    update();
    if (bookmarked) $("urls").scrollIntoView({ behavior: "instant" });
  }
}
