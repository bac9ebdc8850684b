import type { Browser, Locator, Page } from "playwright-core";
import { findViewDefects, listenForErrors, VIEWS, type View } from "./walk-page.js";

export type ReferenceWalk = {
  /** How many entries are opened, out of all operations and schemas. */
  readonly count: number;
  readonly views?: readonly View[];
};

/** Uses a reference as its readers do, and returns what is wrong, one line each. */
export async function walkReference(page: Page, url: string, { count, views = VIEWS }: ReferenceWalk) {
  const defects: string[] = [];
  const stop = listenForErrors(page, defects);
  await open(page, url);
  const anchors = (await page.evaluate(ANCHORS)) as readonly string[];
  defects.push(...(await useKeyboard(page)));
  defects.push(...(await search(page)));
  const step = Math.max(1, Math.floor(anchors.length / count));
  for (const anchor of anchors.filter((_, at) => at % step === 0).slice(0, count)) {
    const found = await openEntry(page, url, anchor, views);
    defects.push(...found.map((defect) => `#${anchor} ${defect}`));
  }
  // A reader of dark pages prints on white paper.
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  defects.push(...(await readText(page, anchors)).map((defect) => `printed: ${defect}`));
  await page.emulateMedia({ media: null, colorScheme: null });
  stop();
  const browser = page.context().browser();
  if (browser !== null) defects.push(...(await readWithoutScripts(browser, url, { anchors, views })));
  return defects;
}

/** Anchors of the entries in the text of the page. */
const ANCHORS = "[...document.querySelectorAll('#text > section > :is(h1, h2)')].map((it) => it.id)";

async function open(page: Page, url: string): Promise<void> {
  await page.goto("about:blank");
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(url, { waitUntil: "load" });
  await page.locator("html.has-app").waitFor();
}

/** Opens an entry by its anchor, and the form that sends its request. */
async function openEntry(page: Page, url: string, anchor: string, views: readonly View[]): Promise<string[]> {
  await open(page, `${url}#${anchor}`);
  const section = page.locator(`#app [id$="${anchor}"]`).first();
  await section.waitFor({ state: "attached", timeout: 5000 }).catch(() => undefined);
  await page.waitForTimeout(500);
  const { y = Number.NaN } = (await section.boundingBox()) ?? {};
  const defects = Math.abs(y) < 200 ? [] : [`is at ${y} of the window when it is opened`];
  defects.push(...(await findViewDefects(page, views)));
  const button = section.getByRole("button", { name: /^Test Request/ }).first();
  if ((await button.count()) === 0) return defects;
  await page.setViewportSize({ width: 1280, height: 900 });
  await button.click();
  const client = page.getByRole("dialog");
  await client.getByRole("button", { name: /^Send \w+ request to/ }).waitFor();
  // It fades in, with less contrast.
  await page.waitForTimeout(500);
  if ((await countTicked(client)) > 0) defects.push("sends an optional parameter without a tick of the reader");
  return [...defects, ...(await findViewDefects(page, views)).map((defect) => `form: ${defect}`)];
}

/** The ticked parameters that are not required. Rows of headers that the browser sends have no key to change. */
function countTicked(client: Locator): Promise<number> {
  const rows = client.getByRole("row").filter({ has: client.page().getByRole("checkbox", { checked: true }) });
  return rows
    .filter({ has: client.page().getByRole("button", { name: /^Show details/ }) })
    .filter({ hasNotText: "Required" })
    .count();
}

const FOCUS = `(() => {
  const { outlineStyle, boxShadow } = getComputedStyle(document.activeElement);
  return document.activeElement.matches(":focus-visible") && (outlineStyle !== "none" || boxShadow !== "none");
})()`;

/** Skips the list of operations, and changes the language of the samples with the arrow keys. */
async function useKeyboard(page: Page): Promise<string[]> {
  const defects: string[] = [];
  await page.keyboard.press("Tab");
  if ((await page.evaluate("document.activeElement.className")) !== "skip") defects.push("has no link to its content");
  if (!(await page.evaluate(FOCUS))) defects.push("does not show the focus of its first link");
  await page.keyboard.press("Enter");
  if ((await page.evaluate("document.activeElement.closest('#app main') === null")) === true)
    defects.push("the link to its content does not lead there");
  for (let presses = 0; presses < 10; presses += 1) {
    await page.keyboard.press("Tab");
    if (!(await page.evaluate(FOCUS)))
      defects.push(`shows no focus: ${await page.evaluate("document.activeElement.outerHTML.slice(0, 120)")}`);
  }
  const tabs = page.getByRole("tablist").first().getByRole("tab");
  if ((await tabs.count()) < 2) return defects;
  await tabs.first().focus();
  await page.keyboard.press("ArrowRight");
  await page.waitForTimeout(100);
  if ((await tabs.nth(1).getAttribute("aria-selected")) !== "true")
    defects.push("an arrow key does not select the next tab");
  return defects;
}

/** Searches a word of an operation: operations come before schemas, and these before headings. */
async function search(page: Page): Promise<string[]> {
  const heading = await page.locator("#text h2").first().textContent();
  const [word = ""] = /\p{L}{4,}$/u.exec(heading?.trim() ?? "") ?? [];
  if (word === "") return [];
  await page.getByRole("button", { name: "Open Search" }).first().click();
  await page.getByRole("combobox", { name: /search/i }).fill(word);
  await page.getByRole("option").first().waitFor();
  const kinds = (await page.evaluate(RESULT_KINDS)) as readonly number[];
  await page.keyboard.press("Escape");
  return kinds.every((kind, at) => at < 2 || kind >= (kinds[at - 1] ?? 0)) ? [] : [`search "${word}": ${kinds.join()}`];
}

/** 0 for an operation, which has a method, 1 for a schema, 2 for the rest. */
const RESULT_KINDS = `[...document.querySelectorAll('[role="option"]')].map(({ textContent }) =>
  /HTTP Method|Webhook/.test(textContent) ? 0 : /Schemas/.test(textContent) ? 1 : 2)`;

async function readText(page: Page, anchors: readonly string[]): Promise<string[]> {
  const hidden = (await page.evaluate(
    `${JSON.stringify(anchors)}.filter((id) => document.getElementById(id).getClientRects().length === 0)`,
  )) as readonly string[];
  const views = [{ colorScheme: "light", width: 720, axe: true }] as const;
  return [...hidden.map((id) => `has no text of ${id}`), ...(await findViewDefects(page, views))];
}

async function readWithoutScripts(
  browser: Browser,
  url: string,
  { anchors, views }: { readonly anchors: readonly string[]; readonly views: readonly View[] },
): Promise<string[]> {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(url);
  const texts = await page.locator("#text > section").allInnerTexts();
  const empty = anchors.filter((_, at) => (texts[at] ?? "").length < 10);
  // axe-core is a script.
  const defects = await findViewDefects(
    page,
    views.map((view) => ({ ...view, axe: false })),
  );
  await context.close();
  return [...empty.map((anchor) => `has no text of ${anchor}`), ...defects].map((it) => `without scripts: ${it}`);
}
