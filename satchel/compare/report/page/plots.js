// The plots of the page: cactus, distribution, sizes, and any two configurations.

const LEAST = 0.0001; // seconds: what is faster is drawn there on logarithmic axes
const solvers = [...new Set(configurations.map((each) => each.solver))].sort();
const encodings = [...new Set(configurations.map((each) => each.encoding))].sort();
const BEST = configurations.length; // the number of the virtual best
const names = [...configurations.map((each) => each.label), "virtual best"];
const looks = configurations.map((each) => ({
  colour: `var(--c${solvers.indexOf(each.solver) % 8})`,
  shape: encodings.indexOf(each.encoding),
  dash: DASHES[encodings.indexOf(each.encoding) % DASHES.length],
}));
looks.push({ colour: "var(--ink)", dash: "", shape: 0, radius: 2 });
const hidden = new Set();

const counted = runs.filter((run) => !run.left_out);

function chosen() {
  const [numbering, family] = [byId("numbering").value, byId("family").value];
  return counted.filter((run) => (numbering === "natural") === (shuffle(run) == null)
    && (family === "" || run.family === family));
}

const inOrder = (some) => some.filter((run) => run.solved).sort((a, b) => a.time - b.time);

// The solved runs of each configuration that is shown, and of the virtual best, in order.
function columns(some) {
  const own = (index) => (run) => (index === BEST ? run.best : run.configuration === index);
  return looks.map((look, index) => ({ look, index, runs: inOrder(some.filter(own(index))) }))
    .filter((each) => !hidden.has(each.index));
}

const least = (values, start) => values.reduce((a, b) => Math.min(a, b), start);
const greatest = (values, start) => values.reduce((a, b) => Math.max(a, b), start);

// An axis from the power of ten below the fastest of these runs.
function times(some, label, high) {
  const all = some.map((run) => Math.max(run.time, LEAST));
  const top = high ?? greatest(all, LEAST);
  return { label, low: 10 ** Math.floor(Math.log10(least(all, top))), high: top, log: true };
}

function drawLines(some) {
  const time = times(inOrder(some), "time (s)");
  const drawn = columns(some);
  const most = greatest(drawn.map((each) => each.runs.length), 1);
  const tasks = new Set(some.map((run) => JSON.stringify([run.instance, shuffle(run)]))).size || 1;
  const cactus = chart(byId("cactus"), "Cactus plot", { label: "runs solved", low: 0, high: most },
    time);
  const cdf = chart(byId("cdf"), "Distribution of times", time,
    { label: "share of runs solved", low: 0, high: 1 });
  for (const each of drawn) {
    const at = each.runs.map((run, place) => [place + 1, Math.max(run.time, LEAST)]);
    cactus.line(at, each.look.colour, each.look.dash);
    cdf.line(at.map(([place, value]) => [value, place / tasks]), each.look.colour, each.look.dash);
    each.runs.forEach((run, place) => {
      cactus.point(place + 1, at[place][1], each.look, told(run), () => open(run));
      cdf.point(at[place][1], (place + 1) / tasks, each.look, told(run), () => open(run));
    });
  }
}

function drawSizes(some) {
  const sized = some.filter((run) => run.solved && run.record.formula && run.record.formula.clauses);
  const sizes = sized.map((run) => run.record.formula.clauses);
  const low = least(sizes, sizes[0] ?? 1);
  const clauses = { label: "clauses", low, high: greatest(sizes, low), log: true };
  const plot = chart(byId("sizes"), "Formula sizes against times", clauses, times(sized, "time (s)"));
  for (const run of sized)
    if (!hidden.has(run.configuration))
      plot.point(run.record.formula.clauses, run.time, looks[run.configuration], told(run), () => open(run));
}

// What was not solved stands on the border at the limit.
function drawScatter() {
  const [x, y] = [Number(byId("scatter-x").value), Number(byId("scatter-y").value)];
  const family = byId("family").value;
  const mine = counted.filter((run) => family === "" || run.family === family);
  const key = (run) => JSON.stringify([run.instance, shuffle(run)]);
  const others = new Map(mine.filter((run) => run.configuration === y).map((run) => [key(run), run]));
  const both = mine.filter((run) => run.configuration === x && others.has(key(run)))
    .map((run) => [run, others.get(key(run))]);
  const limit = greatest(both.flat().map((run) => run.limit), LEAST);
  const axis = times(both.flat(), "", limit * 1.25);
  const named = (index) => ({ ...axis, label: `${configurations[index].label} (s)` });
  const plot = chart(byId("scatter"), "Two configurations", named(x), named(y), true);
  plot.diagonal(axis.low, limit);
  plot.border("x", limit);
  plot.border("y", limit);
  const at = (run) => (run.solved ? run.time : limit);
  for (const [a, b] of both) {
    const unsat = [a, b].some((run) => run.solved && run.record.status === "unsat");
    const look = { colour: `var(--c${unsat ? 1 : 0})`, shape: unsat ? 3 : 0, radius: 4.2,
      hollow: shuffle(a) == null };
    plot.point(at(a), at(b), look, `${told(a)}; ${label(b)}: ${ending(b)}, ${seconds(b.time)} s`,
      () => open(a, b));
  }
}

function draw() {
  const some = chosen();
  drawLines(some);
  drawSizes(some);
  drawScatter();
}

function legend() {
  for (const index of [BEST, ...configurations.keys()]) {
    const look = looks[index];
    const button = make("button", "", make("li", "", byId("legend")), { type: "button", "aria-pressed": true });
    const sample = svg("svg", { width: 34, height: 12, "aria-hidden": true }, button);
    svg("line", { x1: 0, x2: 34, y1: 6, y2: 6, stroke: look.colour, "stroke-width": 2,
      "stroke-dasharray": look.dash }, sample);
    const mark = SHAPES[look.shape % SHAPES.length](look.radius || 4);
    svg("path", { d: mark, fill: look.colour, transform: "translate(17 6)" }, sample);
    make("span", names[index], button);
    button.addEventListener("click", () => {
      if (!hidden.delete(index)) hidden.add(index);
      button.setAttribute("aria-pressed", !hidden.has(index));
      draw();
    });
  }
}

for (const [axis, index] of [["x", pair[0]], ["y", pair[1]]]) {
  configurations.forEach((each, place) => make("option", each.label, byId(`scatter-${axis}`), { value: place }));
  byId(`scatter-${axis}`).value = index;
}
for (const id of ["numbering", "family", "scatter-x", "scatter-y"])
  byId(id).addEventListener("change", draw);
let width = innerWidth;
window.addEventListener("resize", () => {
  if (innerWidth !== width) draw();
  width = innerWidth;
});

legend();
draw();
