// The graph of labels: left to right, what needs on the left of what is needed. Packages and directories fold into
// boxes; arrows between folded boxes stand for all arrows between what is in them.

// data.nodes: [name, package, kind, line, state, microseconds]; data.edges: from, to, from, to, …

document.body.classList.add("graph");
const started = performance.now();
const NAME = 0, PACKAGE = 1, KIND = 2, LINE = 3, STATE = 4, TIME = 5;
const WIDTH = 178, HEIGHT = 34, GAP = 10, BETWEEN = 86, ENOUGH = 150;
const stateColour = { "up to date": "good", "out of date": "old", "never built": "new", "cannot be built": "bad" };
const stateSign = { "up to date": "✓", "out of date": "↻", "never built": "○", "cannot be built": "✗" };

// ---- the tree of directories ----------------------------------------------------------------------------------------

const root = { path: "", name: "//", parent: null, dirs: new Map(), labels: [], size: 0, folded: false };

function directory(path) {
  let at = root;
  for (const part of path ? path.split("/") : []) {
    if (!at.dirs.has(part)) {
      const below = at.path ? at.path + "/" + part : part;
      at.dirs.set(part, { path: below, name: part, parent: at, dirs: new Map(), labels: [], size: 0, folded: true });
    }
    at = at.dirs.get(part);
  }
  return at;
}

const packages = data.packages.map(directory);
const home = data.nodes.map(n => packages[n[PACKAGE]]);
data.nodes.forEach((n, i) => {
  home[i].labels.push(i);
  for (let d = home[i]; d; d = d.parent) d.size++;
});
const label = i => "//" + data.packages[data.nodes[i][PACKAGE]] + ":" + data.nodes[i][NAME];

// Opens the largest directories as long as what is then seen can be taken in.
function unfoldSome() {
  const open = [root];
  let seen = root.dirs.size + root.labels.length;
  const closed = [...root.dirs.values()];
  while (closed.length) {
    closed.sort((a, b) => b.size - a.size);
    const next = closed.findIndex(d => d.size && seen - 1 + d.dirs.size + d.labels.length <= ENOUGH);
    if (next < 0) break;
    const [d] = closed.splice(next, 1);
    d.folded = false;
    seen += d.dirs.size + d.labels.length - 1;
    closed.push(...d.dirs.values());
    open.push(d);
  }
}

function setAll(d, folded) {
  d.folded = folded && d !== root;
  for (const below of d.dirs.values()) setAll(below, folded);
}

// ---- boxes and arrows -----------------------------------------------------------------------------------------------

let boxes = [], byKey = new Map();

// The box that shows a label now: itself, or the outermost folded directory around it.
function keyOf(i) {
  let key = i;
  for (let d = home[i]; d; d = d.parent) if (d.folded) key = d;
  return key;
}

function makeBoxes() {
  boxes = [];
  byKey = new Map();
  const of = data.nodes.map((n, i) => {
    const key = keyOf(i);
    let b = byKey.get(key);
    if (!b) {
      b = { key, dir: key === i ? null : key, node: key === i ? i : -1, members: [], out: new Map(), in: new Map(), x: 0, y: 0 };
      byKey.set(key, b);
      boxes.push(b);
    }
    b.members.push(i);
    return b;
  });
  for (let e = 0; e < data.edges.length; e += 2) {
    const a = of[data.edges[e]], b = of[data.edges[e + 1]];
    if (a === b) continue;
    a.out.set(b, (a.out.get(b) || 0) + 1);
    b.in.set(a, (b.in.get(a) || 0) + 1);
  }
}

const boxName = b => b.dir ? "//" + b.dir.path + "/…" : label(b.node);
const boxKind = b => b.dir ? "folder" : data.nodes[b.node][KIND];
const boxTime = b => b.members.reduce((t, i) => Math.max(t, data.nodes[i][TIME]), 0);
function boxState(b) {
  let worst = "";
  for (const s of ["up to date", "never built", "out of date", "cannot be built"])
    if (b.members.some(i => data.nodes[i][STATE] === s)) worst = s;
  return worst;
}

// ---- layout ---------------------------------------------------------------------------------------------------------

// Circles (folding can make them) stand in one column: the boxes of each strongly connected part, parts before those
// they need. Tarjan's way, without recursion, since graphs are deep.
function connectedParts() {
  const parts = [], path = [];
  let count = 0;
  for (const b of boxes) { b.index = -1; b.part = -1; }
  for (const start of boxes) {
    if (start.index >= 0) continue;
    const stack = [[start, start.out.keys()]];
    start.index = start.low = count++;
    path.push(start);
    while (stack.length) {
      const [b, rest] = stack[stack.length - 1], next = rest.next(), to = next.value;
      if (!next.done) {
        if (to.index < 0) {
          to.index = to.low = count++;
          path.push(to);
          stack.push([to, to.out.keys()]);
        } else if (to.part < 0) b.low = Math.min(b.low, to.index);
        continue;
      }
      stack.pop();
      if (stack.length) { const [below] = stack[stack.length - 1]; below.low = Math.min(below.low, b.low); }
      if (b.low !== b.index) continue;
      const part = { boxes: [], level: 0 };
      do { const m = path.pop(); m.part = parts.length; part.boxes.push(m); } while (part.boxes[part.boxes.length - 1] !== b);
      parts.push(part);
    }
  }
  return parts; // what is needed comes first
}

function setLevels() {
  const parts = connectedParts();
  for (const part of parts.slice().reverse())
    for (const b of part.boxes)
      for (const to of b.out.keys())
        if (to.part !== b.part) parts[to.part].level = Math.max(parts[to.part].level, part.level + 1);
  // What nothing needs moves right, to the nearest of what it needs.
  for (const part of parts) {
    if (part.boxes.length > 1 || part.boxes[0].in.size || !part.boxes[0].out.size) continue;
    let least = Infinity;
    for (const to of part.boxes[0].out.keys()) least = Math.min(least, parts[to.part].level);
    part.level = Math.max(part.level, least - 1);
  }
  for (const b of boxes) b.level = parts[b.part].level;
}

function layout() {
  setLevels();
  const levels = [];
  for (const b of boxes) (levels[b.level] = levels[b.level] || []).push(b);
  const columns = levels.filter(Boolean);
  const place = column => column.forEach((b, i) => { b.place = (i + 0.5) / column.length; }); // 0 to 1, from top to bottom
  for (const column of columns) place(column.sort((a, b) => boxName(a) < boxName(b) ? -1 : 1));
  for (let sweep = 0; sweep < 6; sweep++) {
    const forward = sweep % 2 === 0;
    for (const column of forward ? columns : columns.slice().reverse()) {
      for (const b of column) {
        const near = forward ? b.in : b.out;
        let sum = 0, n = 0;
        for (const [other, weight] of near) { sum += other.place * weight; n += weight; }
        b.wish = n ? sum / n : b.place;
      }
      column.sort((a, b) => a.wish - b.wish || (boxName(a) < boxName(b) ? -1 : 1));
      place(column);
    }
  }
  // A column with very many boxes is broken into several.
  const rows = Math.max(18, Math.ceil(Math.sqrt(boxes.length * 2.2)));
  const tallest = Math.min(rows, Math.max(...columns.map(c => c.length)));
  let x = 0;
  for (const column of columns) {
    const parts = Math.ceil(column.length / rows), height = Math.ceil(column.length / parts);
    column.forEach((b, i) => {
      b.x = x + Math.floor(i / height) * (WIDTH + 16);
      const here = Math.min(height, column.length - Math.floor(i / height) * height);
      b.y = (i % height + (tallest - here) / 2) * (HEIGHT + GAP);
    });
    x += parts * (WIDTH + 16) - 16 + BETWEEN;
  }
}

// ---- what is seen ---------------------------------------------------------------------------------------------------

const view = { x: 0, y: 0, scale: 1 };
let selected = null, above = new Set(), below = new Set(), found = new Set(), longest = 1;
const canvas = $("canvas");
const redraw = canvasPainter(canvas, draw);

function extent() {
  let right = 1, bottom = 1;
  for (const b of boxes) { right = Math.max(right, b.x + WIDTH); bottom = Math.max(bottom, b.y + HEIGHT); }
  return [right, bottom];
}

function fit() {
  const [right, bottom] = extent(), w = canvas.clientWidth, h = canvas.clientHeight;
  view.scale = Math.min(1.25, (w - 60) / right, (h - 90) / bottom);
  view.x = (w - right * view.scale) / 2;
  view.y = Math.max(20, (h - 40 - bottom * view.scale) / 2);
  redraw();
}

function fill(b) {
  const by = $("colour").value;
  if (by === "state") { const s = boxState(b); return s ? colours[stateColour[s]] : mix(colours.panel, colours.soft, 0.35); }
  if (by === "time") return mix(mix(colours.panel, colours.accent, 0.12), colours.c4, Math.sqrt(boxTime(b) / longest));
  return b.dir ? mix(colours.panel, colours.soft, 0.45) : colourOf(boxKind(b));
}

const faded = b => selected && b !== selected && !above.has(b) && !below.has(b);

function drawArrow(c, a, b, simple) {
  const x1 = a.x + WIDTH, y1 = a.y + HEIGHT / 2, x2 = b.x, y2 = b.y + HEIGHT / 2;
  if (a.part === b.part) { // in a circle there is no forward
    c.moveTo(a.x + WIDTH / 2, y1);
    c.lineTo(b.x + WIDTH / 2, y2);
    return;
  }
  c.moveTo(x1, y1);
  if (simple) c.lineTo(x2, y2);
  else {
    const bend = Math.max(30, Math.abs(x2 - x1) / 2);
    c.bezierCurveTo(x1 + bend, y1, x2 - bend, y2, x2, y2);
  }
}

function drawArrows(c, shown, simple) {
  const quiet = [], circles = [], ups = [], downs = [];
  for (const a of boxes)
    for (const b of a.out.keys()) {
      if (!shown(a, b)) continue;
      const up = selected && (above.has(a) || a === selected) && (above.has(b) || b === selected);
      const down = selected && (below.has(a) || a === selected) && (below.has(b) || b === selected);
      (up && (b === selected || a.part !== b.part) ? ups : down && (a === selected || a.part !== b.part) ? downs : a.part === b.part ? circles : quiet).push([a, b]);
    }
  const many = quiet.length > 4000 ? 0.25 : quiet.length > 800 ? 0.5 : 1;
  for (const [list, colour, alpha, width] of [[circles, colours.soft, selected ? 0.05 : 0.16, 1], [quiet, colours.soft, selected ? 0.12 : 0.55 * many, 1],
                                              [ups, colours.c3, 0.9, 1.8], [downs, colours.accent, 0.9, 1.8]]) {
    c.strokeStyle = colour;
    c.globalAlpha = alpha;
    c.lineWidth = width / Math.max(view.scale, 0.4);
    c.beginPath();
    for (const [a, b] of list) drawArrow(c, a, b, simple && list !== ups && list !== downs);
    c.stroke();
  }
  c.globalAlpha = 1;
}

function drawBox(c, b, detailed) {
  const colour = fill(b);
  c.globalAlpha = faded(b) ? 0.25 : 1;
  if (!detailed) {
    c.fillStyle = colour;
    c.fillRect(b.x, b.y, WIDTH, HEIGHT);
  } else {
    if (b.dir) { // folded: a second sheet behind
      c.fillStyle = mix(colour, colours.ground, 0.4);
      c.beginPath(); c.roundRect(b.x + 4, b.y - 4, WIDTH, HEIGHT, 7); c.fill();
    }
    c.fillStyle = colours.panel;
    c.beginPath(); c.roundRect(b.x, b.y, WIDTH, HEIGHT, 7); c.fill();
    c.strokeStyle = colour; c.lineWidth = 1.5; c.stroke();
    c.fillStyle = colour;
    c.beginPath(); c.roundRect(b.x, b.y, 7, HEIGHT, [7, 0, 0, 7]); c.fill();
    const sign = stateSign[boxState(b)] || "", room = WIDTH - 22 - (sign ? 16 : 0);
    c.fillStyle = colours.ink;
    c.font = "600 12.5px system-ui, 'DejaVu Sans', sans-serif";
    c.fillText(fitText(c, b.dir ? b.dir.name + "/" : data.nodes[b.node][NAME], room), b.x + 14, b.y + 14.5);
    c.fillStyle = colours.soft;
    c.font = "10.5px system-ui, 'DejaVu Sans', sans-serif";
    const parent = b.dir ? b.members.length + " labels in //" + b.dir.path : "//" + data.packages[data.nodes[b.node][PACKAGE]];
    c.fillText(fitText(c, parent, WIDTH - 22), b.x + 14, b.y + 28);
    if (sign) {
      c.fillStyle = colours[stateColour[boxState(b)]];
      c.font = "12px system-ui, 'DejaVu Sans', sans-serif";
      c.fillText(sign, b.x + WIDTH - 19, b.y + 15);
    }
  }
  if (b === selected || found.has(b)) {
    c.strokeStyle = b === selected ? colours.accent : colours.old;
    c.lineWidth = 3 / Math.max(view.scale, 0.3);
    c.beginPath(); c.roundRect(b.x - 3, b.y - 3, WIDTH + 6, HEIGHT + 6, 9); c.stroke();
  }
  c.globalAlpha = 1;
}

function draw(c, w, h) {
  c.translate(view.x, view.y);
  c.scale(view.scale, view.scale);
  const left = -view.x / view.scale, top = -view.y / view.scale, right = left + w / view.scale, bottom = top + h / view.scale;
  const inside = b => b.x + WIDTH + 10 > left && b.x - 10 < right && b.y + HEIGHT + 10 > top && b.y - 10 < bottom;
  drawArrows(c, (a, b) => !(Math.max(a.x, b.x) + WIDTH < left || Math.min(a.x, b.x) > right ||
                            Math.max(a.y, b.y) + HEIGHT < top || Math.min(a.y, b.y) > bottom), view.scale < 0.2);
  for (const b of boxes) if (inside(b)) drawBox(c, b, view.scale > 0.35);
}

// ---- choosing -------------------------------------------------------------------------------------------------------

function reach(from, field) {
  const all = new Set(), todo = [from];
  while (todo.length)
    for (const next of todo.pop()[field].keys())
      if (!all.has(next) && next !== from) { all.add(next); todo.push(next); }
  return all;
}

function select(b, show) {
  selected = b;
  above = b ? reach(b, "in") : new Set();
  below = b ? reach(b, "out") : new Set();
  document.body.dataset.selected = b ? boxName(b) : "";
  $("status").textContent = b ? `${boxName(b)}, ${boxKind(b)}, needs ${b.out.size}, needed by ${b.in.size}` : "nothing selected";
  details();
  if (b && show) {
    const x = view.x + (b.x + WIDTH / 2) * view.scale, y = view.y + (b.y + HEIGHT / 2) * view.scale;
    if (view.scale < 0.5) view.scale = 0.8;
    if (x < 60 || y < 40 || x > canvas.clientWidth - 60 || y > canvas.clientHeight - 60 || show === "centre") {
      view.x = canvas.clientWidth / 2 - (b.x + WIDTH / 2) * view.scale;
      view.y = canvas.clientHeight / 2 - (b.y + HEIGHT / 2) * view.scale;
    }
  }
  redraw();
}

function listOf(title, list, choose, name) {
  const items = list.slice(0, 200).map(x => el("li", {}, el("button", { onclick: () => choose(x) }, name(x))));
  if (list.length > 200) items.push(el("li", { class: "soft" }, `and ${number(list.length - 200)} more`));
  return [el("h3", {}, `${title} (${number(list.length)})`), el("ul", {}, ...items)];
}

function details() {
  const b = selected, box = $("details");
  if (!b) {
    const kinds = {};
    for (const n of data.nodes) kinds[n[KIND]] = (kinds[n[KIND]] || 0) + 1;
    box.replaceChildren(el("h2", {}, "Everything"), el("dl", {}, ...Object.entries(kinds).sort().flatMap(([k, n]) => [el("dt", {}, k), el("dd", {}, number(n))])),
      el("p", { class: "soft" }, "Select a box to see what it needs and what needs it. Double-click a folded one to open it."));
    return;
  }
  const rows = [];
  const row = (k, v) => { if (v) rows.push(el("dt", {}, k), el("dd", {}, v)); };
  row("kind", boxKind(b));
  row("labels", b.dir ? number(b.members.length) : "");
  row("state", boxState(b));
  row("time", boxTime(b) ? time(boxTime(b)) : "");
  if (!b.dir) {
    const path = data.packages[data.nodes[b.node][PACKAGE]];
    row("recipe", (path ? path + "/" : "") + "build.py2:" + data.nodes[b.node][LINE]);
  }
  row("reaches", `${number(below.size)}; reached from ${number(above.size)}`);
  const sorted = m => [...m.keys()].sort((x, y) => boxName(x) < boxName(y) ? -1 : 1);
  const buttons = [];
  if (b.dir) buttons.push(el("button", { onclick: () => fold(b.dir, false) }, "Unfold"));
  const outer = b.dir ? b.dir.parent : home[b.node];
  if (outer && outer !== root) buttons.push(" ", el("button", { onclick: () => fold(outer, true) }, "Fold //" + outer.path));
  box.replaceChildren(el("h2", {}, boxName(b)), el("dl", {}, ...rows), el("div", {}, ...buttons),
    ...listOf("needs", sorted(b.out), x => select(x, true), boxName), ...listOf("needed by", sorted(b.in), x => select(x, true), boxName),
    ...(b.dir ? listOf("holds", b.members, i => reveal(i), label) : []));
}

function rebuild(keep) {
  const from = performance.now();
  makeBoxes();
  layout();
  longest = Math.max(1, ...boxes.map(boxTime));
  document.body.dataset.shown = boxes.length;
  document.body.dataset.layout = Math.round(performance.now() - from);
  search();
  select(keep === undefined ? null : byKey.get(keep) || null);
}

function fold(dir, folded) {
  const members = selected ? selected.members[0] : -1;
  const old = byKey.get(dir) || selected, at = old && [view.x + old.x * view.scale, view.y + old.y * view.scale];
  dir.folded = folded;
  rebuild(folded ? dir : members >= 0 ? keyOf(members) : undefined);
  const now = selected || byKey.get(keyOf(members));
  if (at && now) { view.x = at[0] - now.x * view.scale; view.y = at[1] - now.y * view.scale; } // what was clicked stays where it was
  redraw();
}

// Unfolds everything around a label and shows it.
function reveal(i) {
  let changed = false;
  for (let d = home[i]; d; d = d.parent) { changed = changed || d.folded; d.folded = false; }
  if (changed) rebuild();
  select(byKey.get(keyOf(i)), "centre");
}

// ---- searching ------------------------------------------------------------------------------------------------------

function search() {
  const text = $("search").value.trim().toLowerCase();
  found = new Set();
  if (text)
    for (const b of boxes) if (b.members.some(i => label(i).toLowerCase().includes(text))) found.add(b);
  document.body.dataset.found = found.size;
  redraw();
}

let searchAt = 0;
$("search").addEventListener("input", () => { searchAt = 0; search(); });
$("search").addEventListener("keydown", event => {
  if (event.key === "Escape") { $("search").value = ""; search(); canvas.focus(); }
  if (event.key !== "Enter") return;
  const text = $("search").value.trim().toLowerCase();
  const all = text ? data.nodes.map((n, i) => i).filter(i => label(i).toLowerCase().includes(text)) : [];
  if (all.length) reveal(all[(event.shiftKey ? all.length - 1 + searchAt-- % all.length : searchAt++) % all.length]);
  $("status").textContent = `${number(all.length)} labels match`;
});

// ---- pointer and keys -----------------------------------------------------------------------------------------------

function boxAt(event) {
  const r = canvas.getBoundingClientRect(), x = (event.clientX - r.left - view.x) / view.scale, y = (event.clientY - r.top - view.y) / view.scale;
  return boxes.find(b => x >= b.x && x <= b.x + WIDTH && y >= b.y && y <= b.y + HEIGHT);
}

function zoom(factor, x, y) {
  const scale = Math.min(3, Math.max(0.01, view.scale * factor));
  view.x = x - (x - view.x) * scale / view.scale;
  view.y = y - (y - view.y) * scale / view.scale;
  view.scale = scale;
  redraw();
}

const pointers = new Map();
let moved = false;
canvas.addEventListener("pointerdown", event => {
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  canvas.setPointerCapture(event.pointerId);
  moved = false;
});
canvas.addEventListener("pointermove", event => {
  const was = pointers.get(event.pointerId);
  if (!was) {
    const b = boxAt(event);
    if (b) showTip(event, boxName(b), [boxKind(b) + (boxState(b) ? ", " + boxState(b) : "") + (boxTime(b) ? ", " + time(boxTime(b)) : "")]);
    else hideTip();
    return;
  }
  const dx = event.clientX - was[0], dy = event.clientY - was[1];
  moved = moved || Math.abs(dx) + Math.abs(dy) > 3;
  if (!moved) return;
  if (pointers.size === 2) {
    const [a, b] = [...pointers.values()], other = a === was ? b : a, r = canvas.getBoundingClientRect();
    const before = Math.hypot(was[0] - other[0], was[1] - other[1]), now = Math.hypot(event.clientX - other[0], event.clientY - other[1]);
    if (before > 0) zoom(now / before, (event.clientX + other[0]) / 2 - r.left, (event.clientY + other[1]) / 2 - r.top);
  } else {
    view.x += dx;
    view.y += dy;
  }
  pointers.set(event.pointerId, [event.clientX, event.clientY]);
  hideTip();
  redraw();
});
for (const name of ["pointerup", "pointercancel"])
  canvas.addEventListener(name, event => {
    if (pointers.delete(event.pointerId) && !moved && name === "pointerup") select(boxAt(event) || null);
  });
canvas.addEventListener("pointerleave", hideTip);
canvas.addEventListener("dblclick", event => {
  const b = boxAt(event);
  if (b && b.dir) fold(b.dir, false);
  else if (b && home[b.node] !== root) fold(home[b.node], true);
});
canvas.addEventListener("wheel", event => {
  event.preventDefault();
  const r = canvas.getBoundingClientRect();
  if (event.shiftKey) { view.x -= event.deltaY; redraw(); }
  else zoom(Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0015)), event.clientX - r.left, event.clientY - r.top);
}, { passive: false });

// The nearest box on one side, those joined by an arrow first.
function step(key) {
  if (!selected) return select(boxes.reduce((a, b) => !a || b.x + b.y < a.x + a.y ? b : a, null), true);
  const side = key === "ArrowLeft" || key === "ArrowRight", joined = key === "ArrowLeft" ? selected.in : selected.out;
  const list = side ? [...joined.keys()] : boxes.filter(b => b.x === selected.x && (key === "ArrowUp" ? b.y < selected.y : b.y > selected.y));
  const nearest = list.reduce((a, b) => !a || Math.abs(b.y - selected.y) < Math.abs(a.y - selected.y) ? b : a, null);
  if (nearest) select(nearest, true);
}

canvas.addEventListener("keydown", event => {
  const w = canvas.clientWidth / 2, h = canvas.clientHeight / 2;
  const actions = {
    "+": () => zoom(1.25, w, h), "=": () => zoom(1.25, w, h), "-": () => zoom(0.8, w, h), "0": fit, Escape: () => select(null),
    Enter: () => { if (selected && selected.dir) fold(selected.dir, false); },
    Backspace: () => {
      const outer = selected && (selected.dir ? selected.dir.parent : home[selected.node]);
      if (outer && outer !== root) fold(outer, true);
    },
  };
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key.startsWith("Arrow")) step(event.key);
  else if (actions[event.key]) actions[event.key]();
  else return;
  event.preventDefault();
});
document.addEventListener("keydown", event => {
  if (event.key !== "/" || event.target.tagName === "INPUT" || event.target.tagName === "SELECT") return;
  event.preventDefault();
  $("search").focus();
});

// ---- the bar --------------------------------------------------------------------------------------------------------

function legend() {
  const by = $("colour").value, item = (colour, text) => el("span", {}, el("i", { class: "swatch", style: "background:" + colour }), text);
  const kinds = [...new Set(data.nodes.map(n => n[KIND]))].sort();
  const items = by === "kind" ? [...kinds.map(k => item(colourOf(k), k)), item(mix(colours.panel, colours.soft, 0.45), "folded")]
    : by === "state" ? [...Object.keys(stateColour).map(s => item(colours[stateColour[s]], stateSign[s] + " " + s)), item(mix(colours.panel, colours.soft, 0.35), "nothing to build")]
    : [0, 0.25, 1].map(t => item(mix(mix(colours.panel, colours.accent, 0.12), colours.c4, Math.sqrt(t)), time(longest * t)));
  $("legend").replaceChildren(...items);
}

$("colour").addEventListener("change", () => { legend(); redraw(); });
$("fold").addEventListener("click", () => { setAll(root, true); rebuild(); fit(); });
$("unfold").addEventListener("click", () => { setAll(root, false); rebuild(); fit(); });
$("fit").addEventListener("click", fit);
$("title").textContent = data.root;
$("counts").textContent = `${number(data.nodes.length)} labels, ${number(data.edges.length / 2)} needs, ${number(data.packages.length)} packages`;

readColours();
data.nodes.map(n => n[KIND]).sort().forEach(k => colourOf(k));
unfoldSome();
rebuild();
startTheme(() => { legend(); redraw(); });
fit();
Object.assign(document.body.dataset, { nodes: data.nodes.length, edges: data.edges.length / 2, packages: data.packages.length, ready: Math.round(performance.now() - started) });
