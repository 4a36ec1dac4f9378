// Small charts in SVG: axes, lines and points. Nothing here knows what is drawn.

const SVG = "http://www.w3.org/2000/svg";

function svg(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (parent) parent.append(element);
  return element;
}

// Shapes of points, of a radius around the origin.
const SHAPES = [
  (r) => `M${-r} 0a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`,
  (r) => `M${-r} ${-r}h${2 * r}v${2 * r}h${-2 * r}Z`,
  (r) => `M0 ${-1.2 * r}L${1.2 * r} ${r}H${-1.2 * r}Z`,
  (r) => `M0 ${-1.4 * r}L${1.4 * r} 0L0 ${1.4 * r}L${-1.4 * r} 0Z`,
  (r) => `M0 ${1.2 * r}L${1.2 * r} ${-r}H${-1.2 * r}Z`,
  (r) => `M${-r} ${-1.2 * r}L${1.2 * r} 0L${-r} ${1.2 * r}Z`,
];
const DASHES = ["", "7 3", "2 3", "8 3 2 3", "4 4", "12 3"];

function tidy(value) {
  return Number(value.toPrecision(3)).toString();
}

// Round places between two numbers, on a logarithmic or a linear scale.
function ticks(low, high, log, most) {
  const found = [];
  if (log) {
    const decades = Math.log10(high / low);
    const step = Math.max(1, Math.ceil(decades / most));
    const digits = 3 * decades <= most ? [1, 2, 5] : [1];
    for (let power = Math.floor(Math.log10(low)); 10 ** power <= high; power += step)
      found.push(...digits.map((digit) => digit * 10 ** power));
    return found.filter((value) => low <= value * 1.0001 && value <= high * 1.0001);
  }
  const rough = (high - low) / most || 1;
  const size = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * size).find((each) => each >= rough);
  for (let place = Math.ceil(low / step); place * step <= high * 1.0001; place++)
    found.push(place * step);
  return found;
}

// axis: {label, low, high, log}; returns {line, point, border, diagonal}, which draw in its units.
function chart(place, name, x, y, square) {
  const width = Math.max(300, Math.min(620, place.clientWidth || 560));
  const height = square ? Math.min(width, 460) : Math.round(width * 0.66);
  const box = { left: 50, right: width - 12, top: 22, bottom: height - 44 };
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": name });
  place.replaceChildren(root);
  const scale = (axis, from, to) => {
    const map = axis.log ? Math.log10 : (value) => value;
    const [low, high] = [map(axis.low), map(axis.high)];
    return (value) => from + ((map(Math.max(value, axis.low)) - low) / (high - low || 1)) * (to - from);
  };
  const toX = scale(x, box.left, box.right);
  const toY = scale(y, box.bottom, box.top);
  const rule = (x1, y1, x2, y2, kind) => svg("line", { x1, y1, x2, y2, class: kind }, root);
  const text = (tx, ty, anchor, words) => {
    svg("text", { x: tx, y: ty, "text-anchor": anchor }, root).textContent = words;
  };
  for (const value of ticks(x.low, x.high, x.log, width < 420 ? 4 : 7)) {
    rule(toX(value), box.top, toX(value), box.bottom, "grid");
    text(toX(value), box.bottom + 18, "middle", tidy(value));
  }
  for (const value of ticks(y.low, y.high, y.log, 6)) {
    rule(box.left, toY(value), box.right, toY(value), "grid");
    text(box.left - 8, toY(value) + 4, "end", tidy(value));
  }
  text((box.left + box.right) / 2, height - 6, "middle", x.label);
  text(2, 12, "start", y.label);

  return {
    line(points, colour, dash) {
      const places = points.map(([px, py]) => `${toX(px).toFixed(1)},${toY(py).toFixed(1)}`);
      const line = svg("polyline", { points: places.join(" "), "stroke-dasharray": dash }, root);
      line.style.setProperty("--colour", colour);
    },
    point(px, py, look, words, open) {
      const at = `translate(${toX(px).toFixed(1)} ${toY(py).toFixed(1)})`;
      const kind = look.hollow ? "point natural" : "point";
      const shape = SHAPES[look.shape % SHAPES.length](look.radius || 3.4);
      const first = !root.querySelector(".point");
      const point = svg("path", { d: shape, transform: at, class: kind, role: "button",
        tabindex: first ? 0 : -1, "aria-label": words }, root);
      point.style.setProperty("--colour", look.colour);
      svg("title", {}, point).textContent = words;
      point.addEventListener("click", open);
      point.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); open(); }
        const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
        if (step) { event.preventDefault(); neighbour(root, point, step); }
      });
    },
    border(axis, value) {
      if (axis === "x") rule(toX(value), box.top, toX(value), box.bottom, "border");
      else rule(box.left, toY(value), box.right, toY(value), "border");
    },
    diagonal(low, high) {
      rule(toX(low), toY(low), toX(high), toY(high), "diagonal");
    },
  };
}

// Arrow keys go from point to point; one of them at a time can be reached by the tabulator.
function neighbour(root, point, step) {
  const points = [...root.querySelectorAll(".point")];
  const next = points[(points.indexOf(point) + step + points.length) % points.length];
  point.setAttribute("tabindex", -1);
  next.setAttribute("tabindex", 0);
  next.focus();
}
