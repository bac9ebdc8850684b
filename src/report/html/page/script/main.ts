/** Filters, opens and closes the findings, and switches the colour theme. The page is complete without the script. */
import { addWindowListener, type PageElement, type PageEvent, pageDocument, runLater } from "./dom.js";

const filter = pageDocument.getElementById("filter");
if (filter !== null) initFilter(filter);
initTheme();

type FilterEntry = { readonly article: PageElement; readonly details: PageElement; readonly text: string };

function initFilter(form: PageElement): void {
  const shown = pageDocument.getElementById("shown");
  const none = pageDocument.getElementById("none");
  const sections = [...pageDocument.querySelectorAll("#findings section.operation")].map((section) => ({
    section,
    entries: [...section.querySelectorAll("article")].flatMap((article): FilterEntry[] => {
      const [details] = article.querySelectorAll("details");
      return details === undefined ? [] : [{ article, details, text: (article.textContent ?? "").toLowerCase() }];
    }),
  }));
  const all = sections.flatMap(({ entries }) => entries);
  const [text] = form.querySelectorAll("[name=text]");
  const [operation] = form.querySelectorAll("[name=operation]");
  const [code] = form.querySelectorAll("[name=code]");
  const levels = [...form.querySelectorAll("[name=level]")];

  const fits = ({ article, text: all }: FilterEntry): boolean => {
    const words = (text?.value ?? "").toLowerCase().split(/\s+/);
    const wanted = (field: PageElement | undefined, value: string | undefined): boolean =>
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
      shown.textContent = count === all.length ? formatCount(count) : `${count} of ${formatCount(all.length)}`;
    if (none !== null) none.hidden = count > 0;
  };
  form.hidden = false;
  form.addEventListener("input", apply);
  form.addEventListener("reset", () => runLater(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
  initOpenAll(all);
  initSearchKey(text);
}

function formatCount(count: number): string {
  return count === 1 ? "1 finding" : `${count} findings`;
}

function initOpenAll(all: readonly FilterEntry[]): void {
  const button = pageDocument.getElementById("unfold");
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
  // Browsers do not print closed elements.
  addWindowListener("beforeprint", () => openAll(true));
}

/** Moves the focus to the search field when the slash key is pressed. */
function initSearchKey(text: PageElement | undefined): void {
  if (text === undefined) return;
  const isTyping = (target: PageElement | null): boolean =>
    target !== null && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
  pageDocument.addEventListener("keydown", (event: PageEvent) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    text.focus();
  });
}

function initTheme(): void {
  const button = pageDocument.getElementById("theme");
  if (button === null) return;
  const themes = ["system", "light", "dark"];
  let at = 0;
  button.hidden = false;
  button.addEventListener("click", () => {
    at = (at + 1) % themes.length;
    pageDocument.documentElement.dataset.theme = at === 0 ? "" : themes[at];
    button.textContent = `Theme: ${themes[at]}`;
  });
}
