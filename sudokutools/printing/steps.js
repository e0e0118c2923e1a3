// Show one step at a time: buttons, a list of steps, the arrow keys, Home and End. Without this
// script, and on paper, all steps are shown.
(() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const steps = all("figure"), sections = all("section"), links = all("ol a");
  const [bar] = all("#go"), [at] = all("#at"), [status] = all("[role=status]"), [chooser] = all("select");
  const buttons = all("button"), linkOf = new Map(links.map(link => [link.hash.slice(1), link]));
  if (!steps.length) return;
  const section = step => sections.find(each => each.contains(step));
  let now = -1;
  const show = (wanted, isQuiet) => {
    const next = Math.max(0, Math.min(steps.length - 1, wanted));
    if (next === now) return;
    if (now >= 0) {
      for (const each of [steps[now], section(steps[now])]) each.classList.toggle("now", false);
      linkOf.get(steps[now].id)?.removeAttribute("aria-current");
    }
    now = next;
    const step = steps[now], home = section(step), link = linkOf.get(step.id);
    for (const each of [step, home]) each.classList.toggle("now", true);
    if (link) {
      const list = link.closest("ol");
      link.setAttribute("aria-current", "step");
      list.scrollTop = link.offsetTop - list.offsetTop - list.clientHeight / 2;
    }
    const text = step.querySelector("figcaption").textContent;
    at.textContent = `${now + 1} of ${steps.length}`;
    if (!isQuiet) status.textContent = `${at.textContent}: ${text}`;
    chooser.value = String(sections.indexOf(home));
    // A disabled button would lose the focus.
    buttons.forEach((button, which) =>
      button.setAttribute("aria-disabled", String(now === (which < 2 ? 0 : steps.length - 1))));
    try { if (!isQuiet && step.id) history.replaceState(null, "", "#" + step.id); } catch { /* Some files. */ }
  };
  const goals = [() => 0, () => now - 1, () => now + 1, () => steps.length - 1];
  const keys = {Home: 0, ArrowLeft: 1, ArrowRight: 2, End: 3};
  const of = hash => steps.findIndex(step => hash && "#" + step.id === hash);
  buttons.forEach((button, which) => button.addEventListener("click", () => show(goals[which]())));
  links.forEach(link => link.addEventListener("click", event => {
    event.preventDefault();
    show(of(link.hash));
  }));
  document.addEventListener("keydown", event => {
    const isOther = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
    if (isOther || !(event.key in keys) || event.target === chooser) return;
    event.preventDefault();
    show(goals[keys[event.key]]());
  });
  sections.forEach((each, which) => {
    const option = document.createElement("option");
    option.value = String(which);
    option.textContent = each.querySelector("h2").textContent;
    chooser.append(option);
  });
  chooser.parentElement.hidden = sections.length < 2;
  chooser.addEventListener("change", () =>
    show(steps.findIndex(step => section(step) === sections[Number(chooser.value)])));
  window.addEventListener("hashchange", () => { if (of(location.hash) >= 0) show(of(location.hash)); });
  bar.hidden = false;
  show(Math.max(0, of(location.hash)), true);
})();
