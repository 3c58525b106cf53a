// Shared by the pages: data, colours, words for numbers, canvases and the theme.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);
const $ = id => document.getElementById(id);

function el(tag, attributes, ...children) {
  const e = document.createElement(tag);
  for (const [k, v] of Object.entries(attributes || {}))
    if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
    else if (v === true) e.setAttribute(k, "");
    else if (v !== false && v != null) e.setAttribute(k, v);
  e.append(...children.filter(c => c != null));
  return e;
}

const number = n => n.toLocaleString("en-US");

function time(us) {
  if (us < 1000) return us.toFixed(0) + " µs";
  if (us < 1e6) return (us / 1000).toFixed(us < 1e4 ? 2 : 1) + " ms";
  if (us < 6e7) return (us / 1e6).toFixed(2) + " s";
  return Math.floor(us / 6e7) + " min " + Math.round(us / 1e6 % 60) + " s";
}

function bytes(n) {
  if (n < 1000) return n + " B";
  if (n < 1e6) return (n / 1000).toFixed(n < 1e4 ? 2 : 1) + " kB";
  return (n / 1e6).toFixed(2) + " MB";
}

// ---- colours ------------------------------------------------------------------------------------------------------

let colours = {}; // variables of the style sheet, read once per theme

function readColours() {
  const style = getComputedStyle(document.documentElement);
  colours = {};
  for (const name of ["ground", "panel", "edge", "ink", "soft", "accent", "mark", "good", "old", "bad", "new",
                      "c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7"])
    colours[name] = style.getPropertyValue("--" + name).trim();
}

// A word's place among the words of the page decides its colour, so that one page never uses a colour twice before all
// are used.
const words = [];
function colourOf(word) {
  if (!words.includes(word)) words.push(word);
  return colours["c" + words.indexOf(word) % 8];
}

function rgb(colour) {
  const n = parseInt(colour.slice(1), 16);
  return [n >> 16, n >> 8 & 255, n & 255];
}

function mix(a, b, share) {
  const x = rgb(a), y = rgb(b);
  return "#" + x.map((v, i) => Math.round(v + (y[i] - v) * share).toString(16).padStart(2, "0")).join("");
}

// Black or white, whichever can be read on the colour.
function inkOn(colour) {
  const [r, g, b] = rgb(colour).map(v => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.19 ? "#11151d" : "#ffffff";
}

// ---- theme --------------------------------------------------------------------------------------------------------

function startTheme(redraw) {
  const system = matchMedia("(prefers-color-scheme: dark)");
  const root = document.documentElement, button = $("theme");
  let chosen = null; // a page in a file has no memory
  function apply() {
    const dark = chosen === null ? system.matches : chosen;
    root.dataset.theme = dark ? "dark" : "light";
    button.textContent = dark ? "Light" : "Dark";
    button.setAttribute("aria-label", dark ? "Use light colours" : "Use dark colours");
    readColours();
    redraw();
  }
  button.addEventListener("click", () => { chosen = root.dataset.theme !== "dark"; apply(); });
  system.addEventListener("change", apply);
  apply();
}

// ---- canvases -----------------------------------------------------------------------------------------------------

// Calls draw(context, width, height) in CSS pixels, at most once per frame of the screen.
function canvasPainter(canvas, draw) {
  let asked = false;
  function paint() {
    asked = false;
    const ratio = devicePixelRatio || 1, width = canvas.clientWidth, height = canvas.clientHeight;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
    }
    const context = canvas.getContext("2d");
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    context.clearRect(0, 0, width, height);
    draw(context, width, height);
  }
  const ask = () => { if (!asked) { asked = true; requestAnimationFrame(paint); } };
  new ResizeObserver(ask).observe(canvas);
  return ask;
}

// Text that ends with an ellipsis where the room ends; widths are remembered, since measuring is slow.
const widths = new Map();
function fitText(context, text, room) {
  const width = s => {
    const key = context.font + s;
    if (!widths.has(key)) widths.set(key, context.measureText(s).width);
    return widths.get(key);
  };
  if (width(text) <= room) return text;
  let low = 0, high = text.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (width(text.slice(0, middle) + "…") <= room) low = middle; else high = middle - 1;
  }
  return low > 1 ? text.slice(0, low) + "…" : "";
}

const tip = el("div", { class: "tip", role: "tooltip", hidden: true });
document.body.append(tip);
function showTip(event, title, lines) {
  tip.replaceChildren(el("b", {}, title), ...lines.map(l => el("div", { class: "soft" }, l)));
  tip.hidden = false;
  const box = tip.getBoundingClientRect();
  tip.style.left = Math.max(8, Math.min(event.clientX + 14, innerWidth - box.width - 8)) + "px";
  tip.style.top = Math.max(8, Math.min(event.clientY + 16, innerHeight - box.height - 8)) + "px";
}
const hideTip = () => { tip.hidden = true; };
