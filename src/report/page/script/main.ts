/** Filters the findings, opens and closes them, and changes the colours. Without it the page is whole, only not filtered. */
import { later, type Node, onWindow, type Press, page } from "./dom.js";

const filter = page.getElementById("filter");
if (filter !== null) filterBy(filter);
colours();

type Entry = { readonly article: Node; readonly details: Node; readonly text: string };

function filterBy(form: Node): void {
  const shown = page.getElementById("shown");
  const none = page.getElementById("none");
  const sections = [...page.querySelectorAll("section.operation")].map((section) => ({
    section,
    entries: [...section.querySelectorAll("article")].flatMap((article): Entry[] => {
      const [details] = article.querySelectorAll("details");
      return details === undefined ? [] : [{ article, details, text: (article.textContent ?? "").toLowerCase() }];
    }),
  }));
  const all = sections.flatMap(({ entries }) => entries);
  const [text] = form.querySelectorAll("[name=text]");
  const [operation] = form.querySelectorAll("[name=operation]");
  const [code] = form.querySelectorAll("[name=code]");
  const levels = [...form.querySelectorAll("[name=level]")];

  const fits = ({ article, text: all }: Entry): boolean => {
    const words = (text?.value ?? "").toLowerCase().split(/\s+/);
    const wanted = (field: Node | undefined, value: string | undefined): boolean =>
      field === undefined || field.value === "*" || field.value === value;
    return (
      words.every((word) => all.includes(word)) &&
      wanted(operation, article.dataset.operation) &&
      wanted(code, article.dataset.code) &&
      levels.some(({ checked, value }) => checked && value === article.dataset.level)
    );
  };
  const apply = (): void => {
    let count = 0;
    for (const { section, entries } of sections) {
      let here = 0;
      for (const entry of entries) {
        const isShown = fits(entry);
        if (isShown) here += 1;
        if (entry.article.hidden === isShown) entry.article.hidden = !isShown;
      }
      section.hidden = here === 0;
      count += here;
    }
    if (shown !== null)
      shown.textContent = count === all.length ? findings(count) : `${count} of ${findings(all.length)}`;
    if (none !== null) none.hidden = count > 0;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => later(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
  unfold(all);
  keys(text);
}

function findings(count: number): string {
  return count === 1 ? "1 finding" : `${count} findings`;
}

function unfold(all: readonly Entry[]): void {
  const button = page.getElementById("unfold");
  const openAll = (open: boolean): void => {
    for (const { details, article } of all) if (!article.hidden) details.open = open;
    button?.setAttribute("aria-pressed", String(open));
    if (button !== null) button.textContent = open ? "Close all" : "Open all";
  };
  let open = false;
  button?.addEventListener("click", () => {
    open = !open;
    openAll(open);
  });
  // What is folded is not printed.
  onWindow("beforeprint", () => openAll(true));
}

/** A slash goes to the text, as on many pages; Escape empties it. */
function keys(text: Node | undefined): void {
  if (text === undefined) return;
  const isTyping = (target: Node | null): boolean =>
    target !== null && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
  page.addEventListener("keydown", (event: Press) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    text.focus();
  });
}

function colours(): void {
  const button = page.getElementById("theme");
  if (button === null) return;
  const themes = ["as the system", "light", "dark"];
  let at = 0;
  button.hidden = false;
  button.addEventListener("click", () => {
    at = (at + 1) % themes.length;
    page.documentElement.dataset.theme = at === 0 ? "" : themes[at];
    button.textContent = `Colours: ${themes[at]}`;
  });
}
