// The page's behaviour: details of a run, sortable tables, the list of runs with its filter.
// Texts from records reach the page as textContent only.

const { configurations, runs, pair } = JSON.parse(document.getElementById("data").textContent);
const byId = (id) => document.getElementById(id);

function make(name, text, parent, attributes = {}) {
  const element = document.createElement(name);
  if (text !== "") element.textContent = text;
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (parent) parent.append(element);
  return element;
}

const label = (run) => configurations[run.configuration].label;
const shuffle = (run) => run.shuffle; // which of them, not its seed
const seconds = (value) => (value == null ? "" : value.toFixed(value < 0.1 ? 4 : value < 1 ? 3 : value < 10 ? 2 : 1));
const megabytes = (value) => (value == null ? "" : (value / 2 ** 20).toFixed(0));

const ending = (run) => run.ending;
const marks = (run) => run.marks.join(", ");

function told(run) {
  const numbering = shuffle(run) == null ? "natural numbering" : `shuffle ${shuffle(run)}`;
  return `${run.instance}, ${label(run)}, ${numbering}: ${ending(run)}, ${seconds(run.time)} s`;
}

// Details of a run.

function plain(value) {
  if (value == null) return "–";
  if (typeof value === "number" && !Number.isInteger(value)) return String(Number(value.toPrecision(6)));
  return typeof value === "string" ? value : JSON.stringify(value);
}

function fields(value, prefix, list) {
  for (const [key, each] of Object.entries(value)) {
    const name = prefix ? `${prefix}.${key}` : key;
    if (each && typeof each === "object" && !Array.isArray(each)) fields(each, name, list);
    else {
      make("dt", name, list);
      make("dd", plain(each), list);
    }
  }
}

function open(...shown) {
  const content = byId("details");
  content.replaceChildren();
  byId("run-title").textContent = shown[0].instance;
  for (const run of shown) {
    make("h3", label(run), content);
    const numbering = shuffle(run) == null ? "in the natural numbering" : `in shuffle ${shuffle(run)}`;
    make("p", `${ending(run)} after ${seconds(run.time)} s of ${run.limit} s, ${numbering}`, content);
    if (run.fault) make("p", run.fault, content, { class: "wrong" });
    if (run.left_out) make("p", `Does not count in figures: ${run.left_out}`, content, { class: "wrong" });
    else if (run.marks.length) make("p", `Counts although ${marks(run)}`, content, { class: "wrong" });
    const program = run.program ? " (it starts the program that its backend names)" : "";
    make("p", `Run it again${program}:`, content, { class: "note" });
    make("pre", "", content).append(make("code", run.command));
    const { run: planned, ...rest } = run.record;
    const list = make("dl", "", content);
    fields(rest, "", list);
    fields(planned, "run", list);
  }
  history.replaceState(null, "", `#run=${shown[0].record.id}`);
  if (!byId("run").open) byId("run").showModal();
  byId("run").scrollTop = 0;
}

function openFromAddress() {
  const id = /^#run=(\w+)$/.exec(location.hash);
  const run = id && runs.find((each) => each.record.id === id[1]);
  if (run) open(run);
}

byId("close").addEventListener("click", () => byId("run").close());
byId("run").addEventListener("click", (event) => {
  if (event.target === byId("run")) byId("run").close();
});
byId("run").addEventListener("close", () => history.replaceState(null, "", "#runs"));
for (const button of document.querySelectorAll("[data-run]"))
  button.addEventListener("click", () => open(runs[Number(button.dataset.run)]));
window.addEventListener("hashchange", openFromAddress);
window.addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("details")) each.open = true;
});

// Tables: a click on a heading sorts the rows of each group.

// Numbers by size, texts as people order them; what is empty comes last, however it is turned.
function compare(a, b, turned) {
  if (a === "" || b === "") return (a === "") - (b === "");
  const difference = Number(a) - Number(b);
  if (!Number.isNaN(difference)) return turned * difference;
  return turned * String(a).localeCompare(String(b), "en", { numeric: true });
}

// Mark the heading by which rows are sorted now; 1 is upwards, -1 downwards.
function turn(heading) {
  const turned = heading.getAttribute("aria-sort") === "ascending" ? -1 : 1;
  for (const each of heading.parentElement.children) each.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", turned === 1 ? "ascending" : "descending");
  return turned;
}

function sortBy(table, heading) {
  const turned = turn(heading);
  const cell = (row) => row.cells[heading.cellIndex];
  const value = (row) => cell(row).dataset.value ?? cell(row).textContent;
  for (const body of table.tBodies)
    body.append(...[...body.rows].sort((a, b) => compare(value(a), value(b), turned)));
}

for (const table of document.querySelectorAll("table.sortable"))
  for (const heading of table.tHead.rows[0].cells) {
    const button = make("button", heading.textContent, null, { type: "button" });
    heading.replaceChildren(button);
    button.addEventListener("click", () => sortBy(table, heading));
  }

// All runs.

const STEP = 50;
const COLUMNS = [
  { heading: "instance", value: (run) => run.instance, text: true },
  { heading: "answer", value: ending, text: true },
  { heading: "time (s)", value: (run) => run.time, written: seconds },
  { heading: "mark", value: marks, text: true },
  { heading: "configuration", value: label, text: true },
  { heading: "shuffle", value: (run) => shuffle(run) ?? "natural" },
  { heading: "wall (s)", value: (run) => run.record.wall, written: seconds },
  { heading: "memory (MiB)", value: (run) => run.record.memory, written: megabytes },
  { heading: "clauses", value: (run) => run.record.formula?.clauses },
];
let most = STEP;
let ordered = runs;

function matches(run, words) {
  const numbering = shuffle(run) == null ? "natural" : `shuffle ${shuffle(run)}`;
  const text = [run.instance, label(run), numbering, ending(run), run.record.status,
    run.record.verdict, run.record.reason, run.fault, marks(run), run.left_out].filter(Boolean).join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

function row(run) {
  const element = make("tr", "");
  for (const column of COLUMNS) {
    const value = column.value(run);
    const text = value == null ? "" : column.written ? column.written(value) : String(value);
    const cell = make("td", text, element, column.text ? { class: "text" } : {});
    if (column.heading === "answer" && run.fault) cell.classList.add("wrong");
    if (column.heading === "mark" && text) cell.classList.add("wrong");
    if (column.heading === "instance") {
      const button = make("button", text, null, { type: "button" });
      button.addEventListener("click", () => open(run));
      cell.replaceChildren(button);
    }
  }
  return element;
}

function list() {
  const words = byId("filter").value.toLowerCase().split(/\s+/).filter(Boolean);
  const found = ordered.filter((run) => matches(run, words));
  byId("run-rows").replaceChildren(...found.slice(0, most).map(row));
  const all = `${found.length} run${found.length === 1 ? "" : "s"}`;
  byId("found").textContent = found.length > most ? `The first ${most} of ${all}` : all;
  byId("more").hidden = found.length <= most;
}

function filter(text) {
  byId("filter").value = text;
  most = STEP;
  list();
}

for (const column of COLUMNS) {
  const kind = column.text ? { class: "text", scope: "col" } : { scope: "col" };
  const heading = make("th", "", byId("run-headings"), kind);
  const button = make("button", column.heading, heading, { type: "button" });
  button.addEventListener("click", () => {
    const turned = turn(heading);
    ordered = runs.toSorted((a, b) => compare(column.value(a) ?? "", column.value(b) ?? "", turned));
    list();
  });
}
byId("filter").addEventListener("input", (event) => filter(event.target.value));
byId("more").addEventListener("click", () => { most *= 4; list(); });
for (const link of document.querySelectorAll("[data-filter]"))
  link.addEventListener("click", () => filter(link.dataset.filter));

list();
openFromAddress();
