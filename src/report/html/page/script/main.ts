/** Filters, opens and closes the findings, and switches the colour theme. The page is complete without the script. */
const filter = document.getElementById("filter");
if (filter !== null) initFilter(filter);
initTheme();

type FilterEntry = { readonly article: HTMLElement; readonly details: HTMLDetailsElement; readonly text: string };

function initFilter(form: HTMLElement): void {
  const shown = document.getElementById("shown");
  const none = document.getElementById("none");
  const sections = [...document.querySelectorAll<HTMLElement>("#findings section.operation")].map((section) => ({
    section,
    entries: [...section.querySelectorAll("article")].flatMap((article): FilterEntry[] => {
      const [details] = article.querySelectorAll("details");
      return details === undefined ? [] : [{ article, details, text: (article.textContent ?? "").toLowerCase() }];
    }),
  }));
  const all = sections.flatMap(({ entries }) => entries);
  const [text] = form.querySelectorAll<HTMLInputElement>("[name=text]");
  const [operation] = form.querySelectorAll<HTMLSelectElement>("[name=operation]");
  const [code] = form.querySelectorAll<HTMLSelectElement>("[name=code]");
  const levels = [...form.querySelectorAll<HTMLInputElement>("[name=level]")];

  const fits = ({ article, text: all }: FilterEntry): boolean => {
    const words = (text?.value ?? "").toLowerCase().split(/\s+/);
    const wanted = (field: HTMLSelectElement | undefined, value: string | undefined): boolean =>
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
  form.addEventListener("reset", () => setTimeout(apply));
  form.addEventListener("submit", (event) => event.preventDefault());
  apply();
  initOpenAll(all);
  initSearchKey(text);
}

function formatCount(count: number): string {
  return count === 1 ? "1 finding" : `${count} findings`;
}

function initOpenAll(all: readonly FilterEntry[]): void {
  const button = document.getElementById("unfold");
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
  addEventListener("beforeprint", () => openAll(true));
}

/** Moves the focus to the search field when the slash key is pressed. */
function initSearchKey(text: HTMLInputElement | undefined): void {
  if (text === undefined) return;
  const isTyping = (target: EventTarget | null): boolean =>
    target instanceof Element && /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName);
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    event.preventDefault();
    text.focus();
  });
}

function initTheme(): void {
  const button = document.getElementById("theme");
  if (button === null) return;
  const themes = ["system", "light", "dark"];
  let at = 0;
  button.hidden = false;
  button.addEventListener("click", () => {
    at = (at + 1) % themes.length;
    document.documentElement.dataset.theme = at === 0 ? "" : themes[at];
    button.textContent = `Theme: ${themes[at]}`;
  });
}
