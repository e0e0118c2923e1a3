// As much of a document as the script of a page of steps uses, and what a test reads of it.
class Node_ {
  constructor(tag, id = "", children = []) {
    Object.assign(this, {tag, id, children, hidden: tag === "nav", hash: "", value: "", text: ""});
    Object.assign(this, {classes: new Set(), attributes: {}, heard: {}, parentElement: null});
    for (const child of children) child.parentElement = this;
    this.classList = {
      add: name => this.classes.add(name),
      toggle: (name, isOn) => this.classes[isOn ? "add" : "delete"](name),
    };
  }
  get textContent() { return this.text + this.children.map(child => child.textContent).join(""); }
  set textContent(text) { this.text = text; this.children = []; }
  get all() { return this.children.flatMap(child => [child, ...child.all]); }
  querySelector(tag) { return this.all.find(each => each.tag === tag); }
  contains(other) { return this.all.includes(other); }
  closest(tag) { return this.tag === tag ? this : this.parentElement.closest(tag); }
  append(child) { this.children.push(child); child.parentElement = this; }
  setAttribute(name, value) { this.attributes[name] = value; }
  removeAttribute(name) { delete this.attributes[name]; }
  addEventListener(kind, hear) { this.heard[kind] = hear; }
  hear(kind, event = {}) { this.heard[kind]({target: this, preventDefault() {}, ...event}); }
}
const make = (tag, text, id) => Object.assign(new Node_(tag, id), {text});
const puzzle = (name, count) => {
  const steps = [...Array(count).keys()].map(at => `${name}s${at + 1}`);
  const links = steps.map(id => Object.assign(make("a", id), {hash: "#" + id}));
  return new Node_("section", "", [
    make("h2", name), new Node_("ol", "", links),
    ...steps.map(id => new Node_("figure", id, [make("figcaption", "text of " + id)])),
  ]);
};
const buttons = ["First", "Previous", "Next", "Last"].map(name => make("button", name));
const chooser = make("select", ""), at = make("span", "", "at"), status_ = make("p", "");
const bar = new Node_("nav", "go", [...buttons, new Node_("label", "", [chooser]), at, status_]);
const root = new Node_("html", "", [bar, puzzle("r1", 3), puzzle("r2", 2)]);
const wanted = {"#go": [bar], "#at": [at], "[role=status]": [status_]};
const document = {
  documentElement: root,
  querySelectorAll: what => wanted[what] || root.all.filter(each => each.tag === what.split(" ").pop()),
  createElement: tag => new Node_(tag),
  addEventListener: (kind, hear) => root.addEventListener(kind, hear),
};
const window = new Node_("window"), location = {hash: ""};
const history = {replaceState: (_, __, hash) => { location.hash = hash; }};
const state = () => [
  at.textContent,
  root.all.filter(each => each.tag === "figure" && each.classes.has("now")).map(each => each.id).join(),
  root.all.filter(each => each.attributes["aria-current"] === "step").map(each => each.hash).join(),
  chooser.value, status_.textContent, location.hash,
].join("|");
const press = key => root.hear("keydown", {key});
