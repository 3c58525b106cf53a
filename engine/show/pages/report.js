// The report: what a build did (from its trace) and what its executables consist of (rows of bytes, section, unit, name).

document.body.classList.add("report");

let trace = null;
try { trace = data.trace ? JSON.parse(data.trace) : null; } catch { trace = null; } // a damaged trace costs its part only
const counts = trace && trace.otherData || {};
const runs = (trace && trace.traceEvents || []).filter(e => e.ph === "X" && e.args)
  .map(e => ({ name: e.name, kind: e.cat, lane: e.tid, from: e.ts, to: e.ts + e.dur, busy: e.args.busy_us || 0, why: e.args.why || "",
               ok: e.args.ok !== false, size: e.args.size || 0, digest: e.args.digest || "", critical: !!e.args.critical, depth: 0 }))
  .sort((a, b) => a.from - b.from || b.to - a.to);
const cachedNames = trace && trace.cached || [];
const kinds = [...new Set(runs.map(r => r.kind))].sort();
readColours();
kinds.forEach(colourOf);

// ---- tables ---------------------------------------------------------------------------------------------------------

// columns: [title, cell(row) -> text or element, value(row) for sorting, class]
function table(caption, columns, rows, sorted, most) {
  let by = sorted, down = true;
  const body = el("tbody"), heads = columns.map(([title, , , style], i) =>
    el("th", { scope: "col", class: style }, columns[i][2] ? el("button", { onclick: () => { down = by === i ? !down : true; by = i; show(); } }, title) : title));
  function show() {
    const value = columns[by][2], order = rows.slice().sort((a, b) => (value(a) < value(b) ? -1 : value(a) > value(b) ? 1 : 0) * (down ? -1 : 1));
    heads.forEach((h, i) => i === by ? h.setAttribute("aria-sort", down ? "descending" : "ascending") : h.removeAttribute("aria-sort"));
    body.replaceChildren(...order.slice(0, most || order.length).map(r => el("tr", {}, ...columns.map(([, cell, , style]) => el("td", { class: style }, cell(r))))));
  }
  show();
  return el("table", {}, el("caption", { class: "hidden" }, caption), el("thead", {}, el("tr", {}, ...heads)), body);
}

const shareBar = (share, colour) => el("i", { style: `width:${Math.max(0, Math.min(100, share * 100)).toFixed(2)}%;background:${colour}` });

// ---- the cards, kinds and cache -------------------------------------------------------------------------------------

function cards() {
  const busy = runs.reduce((t, r) => t + r.busy, 0), wall = counts.wall_us || 0;
  const card = (value, text) => el("div", { class: "card" }, el("b", {}, value), el("span", {}, text));
  $("cards").replaceChildren(...trace ? [
    card(time(wall), "from beginning to end"), card(number(counts.ran || 0), "stages ran"), card(number(counts.cached || 0), "from the cache"),
    card(number(counts.clean || 0), "were up to date"), card(number(counts.failed || 0), "failed"),
    card(wall ? (busy / wall).toFixed(2) : "–", `stages at once, of ${counts.jobs || "?"}`), card(bytes(counts.peak_memory || 0), "of memory at most"),
  ] : [card("–", "There is no trace of a build yet")]);
}

function kindsTable() {
  const rows = kinds.map(kind => {
    const of = runs.filter(r => r.kind === kind);
    return { kind, n: of.length, busy: of.reduce((t, r) => t + r.busy, 0), longest: of.reduce((t, r) => Math.max(t, r.busy), 0),
             cached: cachedNames.filter(c => c.startsWith(kind + " ")).length };
  });
  const most = Math.max(1, ...rows.map(r => r.busy));
  $("kinds").replaceChildren(table("Kinds of stages", [
    ["kind", r => el("span", {}, el("i", { class: "swatch", style: "background:" + colourOf(r.kind) }), r.kind), r => r.kind, "kind"],
    ["ran", r => number(r.n), r => r.n, "number"], ["cached", r => number(r.cached), r => r.cached, "number"],
    ["work", r => time(r.busy), r => r.busy, "number"], ["longest", r => time(r.longest), r => r.longest, "number"],
    ["", r => shareBar(r.busy / most, colourOf(r.kind)), null, "share"],
  ], rows, 3));
}

function cachePart() {
  const parts = [["ran", counts.ran || 0, "c0"], ["from the cache", (counts.cached || 0) - (counts.remote || 0), "good"], ["from the remote cache", counts.remote || 0, "c3"], ["up to date", counts.clean || 0, "soft"], ["failed", counts.failed || 0, "bad"]];
  const all = parts.reduce((t, p) => t + p[1], 0), asked = (counts.ran || 0) + (counts.cached || 0);
  const rate = asked ? Math.round(100 * (counts.cached || 0) / asked) + " %" : "–";
  $("cache").replaceChildren(
    el("div", { class: "stack", role: "img", "aria-label": parts.map(p => `${p[1]} ${p[0]}`).join(", ") },
      ...parts.filter(p => p[1]).map(p => el("i", { style: `width:${100 * p[1] / all}%;background:${colours[p[2]]}` }))),
    el("div", { class: "legend" }, ...parts.map(p => el("span", {}, el("i", { class: "swatch", style: "background:" + colours[p[2]] }), `${number(p[1])} ${p[0]}`))),
    el("p", { class: "note" }, `Of ${number(asked)} stages that were not up to date in the workspace, ${rate} came from the cache.`),
    ...(cachedNames.length ? [el("details", {}, el("summary", {}, "Results from the cache"), el("ul", { class: "mono" }, ...cachedNames.slice(0, 300).map(n => el("li", {}, n))))] : []));
}

let slowShown = 12;
function slowTable() {
  const text = $("filter").value.trim().toLowerCase();
  const rows = runs.filter(r => !text || (r.name + " " + r.why).toLowerCase().includes(text)), most = Math.max(1, ...runs.map(r => r.busy));
  $("slow-count").textContent = `${number(Math.min(rows.length, slowShown))} of ${number(rows.length)}`;
  $("slow").replaceChildren(table("Slowest stages", [
    ["stage", r => el("span", {}, el("i", { class: "swatch", style: "background:" + colourOf(r.kind) }), r.name, r.critical ? el("b", { title: "on the critical path" }, " ★") : null, r.ok ? null : el("b", { style: "color:var(--bad)" }, " failed")), r => r.name, "name"],
    ["work", r => time(r.busy), r => (r.ok ? 0 : 1e15) + r.busy, "number"], ["result", r => r.size ? bytes(r.size) : "", r => r.size, "number"],
    ["why it ran", r => el("span", { class: "soft" }, r.why), r => r.why, "name"], ["", r => shareBar(r.busy / most, colourOf(r.kind)), null, "share"],
  ], rows, 1, slowShown));
  if (rows.length > slowShown) $("slow").append(el("p", {}, el("button", { onclick: () => { slowShown = 200; slowTable(); } }, "Show more")));
}

// ---- the timeline ---------------------------------------------------------------------------------------------------

// A run lies below the one on the same worker that it runs within.
const laneNumbers = [...new Set(runs.map(r => r.lane))].sort((a, b) => a - b);
const lanes = laneNumbers.map(n => ({ number: n, runs: runs.filter(r => r.lane === n), depth: 1, top: 0 }));
for (const lane of lanes) {
  const open = [];
  for (const r of lane.runs) {
    while (open.length && open[open.length - 1].to <= r.from) open.pop();
    r.depth = open.length;
    open.push(r);
    lane.depth = Math.max(lane.depth, Math.min(open.length, 12));
  }
}
const RUN = 18, LANE = 12, AXIS = 22, SIDE = 66;
let height = AXIS;
for (const lane of lanes) { lane.top = height; height += lane.depth * RUN + LANE; }
const end = Math.max(1, ...runs.map(r => r.to)), begin = Math.min(end - 1, ...runs.map(r => r.from));
const span = { from: begin, to: end };
let chosen = null;
const line = $("timeline");
line.style.height = Math.max(110, height + 4) + "px";
const redrawLine = canvasPainter(line, drawTimeline);
const place = (t, w) => SIDE + (t - span.from) / (span.to - span.from) * (w - SIDE - 6);

function ticks(length, width) {
  const rough = length / Math.max(2, Math.floor(width / 95)), unit = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map(f => f * unit).find(t => t >= rough);
}

function drawTimeline(c, w, h) {
  c.font = "11px system-ui, 'DejaVu Sans', sans-serif";
  c.textBaseline = "middle";
  const every = ticks(span.to - span.from, w - SIDE);
  for (let t = Math.ceil(span.from / every) * every; t <= span.to; t += every) {
    const x = Math.round(place(t, w)) + 0.5;
    c.strokeStyle = colours.edge;
    c.beginPath(); c.moveTo(x, AXIS - 4); c.lineTo(x, h); c.stroke();
    c.fillStyle = colours.soft;
    c.textAlign = "center";
    c.fillText(time(t), Math.min(x, w - 24), 10);
  }
  c.textAlign = "left";
  const only = $("critical").checked;
  for (const lane of lanes) {
    c.fillStyle = colours.soft;
    c.fillText("worker " + lane.number, 8, lane.top + RUN / 2);
    let last = [];
    for (const r of lane.runs) {
      if (r.to < span.from || r.from > span.to || r.depth >= 12) continue;
      const x1 = Math.max(SIDE, place(r.from, w)), x2 = Math.min(w, place(r.to, w)), y = lane.top + r.depth * RUN;
      if (x2 - x1 < 0.4 && last[r.depth] > x2 - 0.8 && r !== chosen) continue; // thousands of runs in one pixel
      last[r.depth] = x2;
      const colour = r.ok ? colourOf(r.kind) : colours.bad, width = Math.max(1, x2 - x1 - (x2 - x1 > 3 ? 1 : 0));
      c.globalAlpha = only && !r.critical ? 0.15 : 1;
      c.fillStyle = colour;
      c.fillRect(x1, y, width, RUN - 2);
      if (width > 34) {
        c.fillStyle = inkOn(colour);
        c.fillText(fitText(c, r.name, width - 8), x1 + 4, y + RUN / 2 - 1);
      }
      if (r.critical && width > 2) {
        c.fillStyle = colours.ink;
        c.fillRect(x1, y + RUN - 4, width, 2);
      }
      if (r === chosen) {
        c.strokeStyle = colours.ink;
        c.lineWidth = 2;
        c.strokeRect(x1 + 1, y, Math.max(2, width - 2), RUN - 2);
        c.lineWidth = 1;
      }
      c.globalAlpha = 1;
    }
  }
}

function runAt(event) {
  const r = line.getBoundingClientRect(), x = event.clientX - r.left, y = event.clientY - r.top;
  const lane = lanes.find(l => y >= l.top && y < l.top + l.depth * RUN);
  if (!lane || x < SIDE) return null;
  const depth = Math.floor((y - lane.top) / RUN);
  const near = lane.runs.filter(o => o.depth === depth && place(o.from, r.width) - 2 <= x && place(o.to, r.width) + 2 >= x);
  return near.sort((a, b) => a.to - a.from - (b.to - b.from)).pop() || null;
}

const describe = r => [`${time(r.busy)} of work, ${time(r.to - r.from)} with what it waited for`, `from ${time(r.from)} to ${time(r.to)}, worker ${r.lane}`, r.why,
                       r.size ? `${bytes(r.size)}, ${r.digest.slice(0, 12)}` : "", r.critical ? "on the critical path" : "", r.ok ? "" : "failed"].filter(Boolean);

function choose(r) {
  chosen = r;
  $("run").replaceChildren(...(r ? [el("b", {}, r.name), ": " + describe(r).join("; ")] : []));
  document.body.dataset.run = r ? r.name : "";
  redrawLine();
}

function zoomLine(factor, at) {
  const length = Math.min(end - begin, Math.max(5, (span.to - span.from) * factor)), share = (at - span.from) / (span.to - span.from);
  moveLine(at - share * length, length);
}

function moveLine(from, length) {
  span.from = Math.max(begin, Math.min(from, end - length));
  span.to = span.from + length;
  redrawLine();
}

let drag = null;
line.addEventListener("pointerdown", e => { drag = { x: e.clientX, from: span.from, moved: false }; line.setPointerCapture(e.pointerId); });
line.addEventListener("pointerup", e => { if (drag && !drag.moved) choose(runAt(e)); drag = null; });
line.addEventListener("pointercancel", () => { drag = null; });
line.addEventListener("pointermove", e => {
  if (drag) {
    const length = span.to - span.from, dx = e.clientX - drag.x;
    drag.moved = drag.moved || Math.abs(dx) > 3;
    if (drag.moved) { hideTip(); moveLine(drag.from - dx / (line.clientWidth - SIDE) * length, length); }
    return;
  }
  const r = runAt(e);
  if (r) showTip(e, r.name, describe(r)); else hideTip();
});
line.addEventListener("pointerleave", hideTip);
line.addEventListener("wheel", e => {
  if (!e.ctrlKey && !e.shiftKey && document.activeElement !== line) return; // the page scrolls until the timeline is entered
  e.preventDefault();
  const r = line.getBoundingClientRect();
  zoomLine(Math.exp(e.deltaY * 0.002), span.from + (e.clientX - r.left - SIDE) / (r.width - SIDE - 6) * (span.to - span.from));
}, { passive: false });
line.addEventListener("keydown", e => {
  const length = span.to - span.from, middle = (span.from + span.to) / 2;
  const next = by => {
    const list = $("critical").checked ? runs.filter(r => r.critical) : runs;
    const r = list[Math.max(0, Math.min(list.length - 1, list.indexOf(chosen) + by))];
    if (r && (r.from < span.from || r.from > span.to)) moveLine(r.from - length / 10, length);
    choose(r || null);
  };
  const actions = { ArrowLeft: () => moveLine(span.from - length / 8, length), ArrowRight: () => moveLine(span.from + length / 8, length),
                    "+": () => zoomLine(0.6, middle), "=": () => zoomLine(0.6, middle), "-": () => zoomLine(1.7, middle), n: () => next(1), p: () => next(-1), Escape: () => choose(null) };
  if (e.ctrlKey || e.metaKey || e.altKey || !actions[e.key]) return;
  e.preventDefault();
  actions[e.key]();
});
$("all").addEventListener("click", () => moveLine(begin, end - begin));
$("critical").addEventListener("change", redrawLine);
$("filter").addEventListener("input", slowTable);

// ---- sizes ----------------------------------------------------------------------------------------------------------

// Units by the dots of their names; a unit of very many names also by the word that its names begin with.
const FILE = 0, MEMORY = 1, SECTION = 2, UNIT = 3, NAME = 4, ROW = 5;
function tree(artifact, inFile) {
  const top = { name: artifact.path, size: 0, parts: new Map(), parent: null }, rows = artifact.rows;
  const perUnit = new Map();
  for (let i = 0; i < rows.length; i += ROW) perUnit.set(rows[i + UNIT], (perUnit.get(rows[i + UNIT]) || 0) + 1);
  const into = (at, name) => {
    if (!at.parts.has(name)) at.parts.set(name, { name, size: 0, parts: new Map(), parent: at });
    return at.parts.get(name);
  };
  const add = (leaf, size) => { for (let p = leaf; p; p = p.parent) p.size += size; };
  const firstWord = name => /^\.(L|rodata)/.test(name) ? "literals" : (name.replace(/^[_.]+/, "").match(/^[A-Za-z0-9]+/) || ["other"])[0];
  for (let i = 0; i < rows.length; i += ROW) {
    const size = rows[i + (inFile ? FILE : MEMORY)], section = data.strings[rows[i + SECTION]];
    const unit = data.strings[rows[i + UNIT]], name = data.strings[rows[i + NAME]];
    if (!size) continue;
    let at = into(top, unit.split(".")[0] || "?");
    if (unit.includes(".")) at = into(at, unit);
    if (perUnit.get(rows[i + UNIT]) > 150) at = into(at, firstWord(name));
    add(into(at, (name.startsWith(unit + ".") ? name.slice(unit.length + 1) : name) + "  " + section), size);
  }
  if (inFile && artifact.size > top.size) add(into(top, "headers, relocations, resources"), artifact.size - top.size);
  return top;
}

// A folder with one part shows that part.
const opened = n => { while (n.parts.size === 1) n = [...n.parts.values()][0]; return n; };
const partsOf = n => [...n.parts.values()].sort((a, b) => b.size - a.size || (a.name < b.name ? -1 : 1));

// Squarified: rows of parts, each row as long as it keeps its rectangles from growing thin.
function squares(parts, x, y, w, h) {
  const out = [], total = parts.reduce((t, p) => t + p.size, 0);
  if (!total || w < 1 || h < 1) return out;
  const scale = w * h / total;
  let i = 0;
  while (i < parts.length && w > 0.5 && h > 0.5) {
    const side = Math.min(w, h);
    let sum = 0, worst = Infinity, j = i;
    for (; j < parts.length; j++) {
      const next = sum + parts[j].size * scale, thick = next / side;
      let ratio = 0;
      for (const p of [parts[i], parts[j]]) { const other = p.size * scale / thick; ratio = Math.max(ratio, thick / other, other / thick); }
      if (ratio > worst) break;
      worst = ratio;
      sum = next;
    }
    const thick = sum / side;
    let at = 0;
    for (let k = i; k < j; k++) {
      const length = parts[k].size * scale / thick;
      out.push(w >= h ? { part: parts[k], x, y: y + at, w: thick, h: length } : { part: parts[k], x: x + at, y, w: length, h: thick });
      at += length;
    }
    if (w >= h) { x += thick; w -= thick; } else { y += thick; h -= thick; }
    i = j;
  }
  return out;
}

let whole = null, shown = null, tiles = [], tileAt = -1;
const map = $("treemap");
const redrawMap = canvasPainter(map, drawMap);

function drawMap(c, w, h) {
  tiles = shown ? squares(partsOf(shown), 0, 0, w, h) : [];
  c.textBaseline = "top";
  tiles.forEach((t, i) => {
    const colour = colours["c" + i % 8], soft = mix(colours.panel, colour, 0.22);
    c.fillStyle = t.part.parts.size ? soft : mix(colours.panel, colour, 0.55);
    c.fillRect(t.x + 1, t.y + 1, t.w - 2, t.h - 2);
    if (t.part.parts.size && t.w > 40 && t.h > 40) {
      for (const u of squares(partsOf(opened(t.part)), t.x + 3, t.y + 22, t.w - 6, t.h - 25)) {
        if (u.w < 2 || u.h < 2) continue;
        const fillColour = mix(colours.panel, colour, u.part.parts.size ? 0.5 : 0.68);
        c.fillStyle = fillColour;
        c.fillRect(u.x + 0.5, u.y + 0.5, u.w - 1, u.h - 1);
        if (u.w < 46 || u.h < 15) continue;
        c.fillStyle = inkOn(fillColour);
        c.font = "11px system-ui, 'DejaVu Sans', sans-serif";
        c.fillText(fitText(c, u.part.name, u.w - 6), u.x + 3, u.y + 3);
      }
    }
    if (t.w > 46 && t.h > 18) {
      c.font = "600 12px system-ui, 'DejaVu Sans', sans-serif";
      c.fillStyle = t.part.parts.size ? colours.ink : inkOn(mix(colours.panel, colour, 0.55));
      c.fillText(fitText(c, `${t.part.name}  ${bytes(t.part.size)}`, t.w - 12), t.x + 6, t.y + 5);
    }
    if (i === tileAt) {
      c.strokeStyle = colours.ink;
      c.lineWidth = 3;
      c.strokeRect(t.x + 2, t.y + 2, t.w - 4, t.h - 4);
    }
  });
  document.body.dataset.tiles = tiles.length;
}

function look(part) {
  shown = part;
  tileAt = -1;
  const way = [];
  for (let p = part; p; p = p.parent) way.unshift(p);
  $("crumbs").replaceChildren(...way.flatMap((p, i) => [i ? el("span", { class: "soft", "aria-hidden": "true" }, "›") : null,
    el("button", { onclick: () => look(p), "aria-current": p === part ? "location" : null }, `${i ? p.name : "all"}  ${bytes(p.size)}`)]).filter(Boolean));
  document.body.dataset.part = part.name;
  const rows = partsOf(part).map(p => ({ name: p.name, size: p.size, part: p })), most = Math.max(1, ...rows.map(r => r.size));
  $("sizes").replaceChildren(table("Parts", [
    ["part", r => r.part.parts.size ? el("button", { onclick: () => look(opened(r.part)) }, r.name) : r.name, r => r.name, "name mono"],
    ["bytes", r => number(r.size), r => r.size, "number"], ["share", r => (100 * r.size / part.size).toFixed(1) + " %", r => r.size, "number"],
    ["", r => shareBar(r.size / most, colours.c0), null, "share"],
  ], rows, 1, 40));
  redrawMap();
}

function showArtifact() {
  if (!data.artifacts.length) return;
  const a = data.artifacts[$("artifact").value || 0];
  const inFile = $("measure").value === "file";
  whole = tree(a, inFile);
  $("size-total").textContent = `${bytes(a.size)} in the file, ${number(a.rows.length / ROW)} pieces`;
  look(whole);
}

const tileUnder = e => {
  const r = map.getBoundingClientRect(), x = e.clientX - r.left, y = e.clientY - r.top;
  return tiles.findIndex(t => x >= t.x && x < t.x + t.w && y >= t.y && y < t.y + t.h);
};
map.addEventListener("click", e => { const i = tileUnder(e); if (i >= 0 && tiles[i].part.parts.size) look(opened(tiles[i].part)); });
map.addEventListener("pointermove", e => {
  const i = tileUnder(e);
  if (i >= 0) showTip(e, tiles[i].part.name, [`${number(tiles[i].part.size)} bytes, ${(100 * tiles[i].part.size / whole.size).toFixed(2)} % of the whole`,
    tiles[i].part.parts.size ? `${number(tiles[i].part.parts.size)} parts` : ""].filter(Boolean)); else hideTip();
});
map.addEventListener("pointerleave", hideTip);
map.addEventListener("keydown", e => {
  const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[e.key];
  if (by && tiles.length) {
    tileAt = (tileAt + by + tiles.length) % tiles.length;
    $("run").textContent = "";
    map.setAttribute("aria-label", `${tiles[tileAt].part.name}, ${bytes(tiles[tileAt].part.size)}`);
    redrawMap();
  } else if (e.key === "Enter" && tileAt >= 0 && tiles[tileAt].part.parts.size) look(opened(tiles[tileAt].part));
  else if (e.key === "Backspace" && shown) {
    let out = shown.parent;
    while (out && out.parent && out.parts.size === 1) out = out.parent;
    if (out) look(out);
  } else return;
  e.preventDefault();
});

// ---- putting it together --------------------------------------------------------------------------------------------

$("title").textContent = data.root;
$("what").textContent = trace ? `py2 ${counts.command || ""}, ${counts.written || ""}, py2 ${counts.py2 || data.version}` : `py2 ${data.version}`;
if (data.artifacts.length)
  $("artifact").replaceChildren(...data.artifacts.map((a, i) => el("option", { value: i }, `${a.label} for ${a.target}`)));
else
  $("h-size").parentElement.replaceChildren($("h-size"), el("p", { class: "note" }, `None of ${data.apps} executables is up to date; build first.`));
for (const id of ["artifact", "measure"]) if ($(id)) $(id).addEventListener("change", showArtifact);

startTheme(() => {
  cards();
  kindsTable();
  cachePart();
  slowTable();
  $("kinds-legend").replaceChildren(...kinds.map(k => el("span", {}, el("i", { class: "swatch", style: "background:" + colourOf(k) }), k)));
  if (whole) look(shown); else showArtifact();
  redrawLine();
});
Object.assign(document.body.dataset, { runs: runs.length, artifacts: data.artifacts.length, ready: "yes" });
