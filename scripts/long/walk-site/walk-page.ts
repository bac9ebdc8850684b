import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";

/** What is wrong on a page, one line each. */
export type WalkedPage = {
  readonly defects: readonly string[];
  /** The compressed size of the page with all scripts and styles, in bytes. */
  readonly size: number;
};

/** How a page is looked at. */
export type View = { readonly colorScheme: "light" | "dark"; readonly width: number; readonly axe: boolean };

/** Four widths in both colours. */
export const VIEWS: readonly View[] = (["light", "dark"] as const).flatMap((colorScheme) =>
  [390, 820, 1280, 1920].map((width) => ({ colorScheme, width, axe: true })),
);

/** Maximum compressed size of a page with all scripts and styles, in bytes. The reference contains Scalar's. */
const MAX_PAGE = 70 * 1024;
const MAX_REFERENCE = 1024 * 1024;

/** Opens a page, and looks at it in each view. */
export async function walkPage(
  page: Page,
  url: string,
  sizes: ReadonlyMap<string, number>,
  views: readonly View[] = VIEWS,
): Promise<WalkedPage> {
  const defects: string[] = [];
  const requested: string[] = [];
  const stop = listenForErrors(page, defects);
  const onRequest = (request: { url: () => string }): void => void requested.push(request.url());
  page.on("request", onRequest);
  await page.goto(url, { waitUntil: "load" });
  const isReference = (await page.locator("#settings").count()) > 0;
  if (isReference) await page.locator("html.has-app").waitFor();
  const { origin } = new URL(url);
  defects.push(...requested.filter((it) => !isAtHome(it, origin)).map((it) => `requests ${it}`));
  // Pictures load after the text.
  const paths = [...new Set(requested.map((it) => new URL(it).pathname))].filter((path) => !path.endsWith(".png"));
  const size = paths.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0);
  if (size > (isReference ? MAX_REFERENCE : MAX_PAGE)) defects.push(`has ${Math.round(size / 1024)} KB`);
  defects.push(...(await findViewDefects(page, views)));
  stop();
  page.off("request", onRequest);
  return { defects, size };
}

/** Adds what the page writes to the console, until the returned function is called. */
export function listenForErrors(page: Page, defects: string[]): () => void {
  const onConsole = (message: { type: () => string; text: () => string }): void => {
    if (["error", "warning"].includes(message.type())) defects.push(`console: ${message.text()}`);
  };
  const onError = (error: Error): void => void defects.push(`script: ${error.message}`);
  page.on("console", onConsole).on("pageerror", onError);
  return () => void page.off("console", onConsole).off("pageerror", onError);
}

/** Looks at what the page shows in each view. */
export async function findViewDefects(page: Page, views: readonly View[]): Promise<string[]> {
  const defects: string[] = [];
  for (const { colorScheme, width, axe } of views) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width, height: 900 });
    // The page reacts to its new size before the next frame.
    await page.waitForTimeout(50);
    const overflow = Number(await page.evaluate("document.documentElement.scrollWidth - innerWidth"));
    if (overflow > 0) defects.push(`is ${overflow} pixels too wide at ${width}`);
    if (axe) defects.push(...(await runAxe(page)).map((it) => `${it} (${colorScheme}, ${width})`));
  }
  return defects;
}

export function isAtHome(url: string, origin: string): boolean {
  return url.startsWith(`${origin}/`) || /^(data|blob):/.test(url);
}

type AxeViolation = { readonly id: string; readonly impact: string; readonly nodes: readonly { html: string }[] };

/** Returns the serious and critical violations that axe-core finds. */
async function runAxe(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window")))
    await page.evaluate(readFileSync("site/node_modules/axe-core/axe.min.js", "utf8"));
  const violations = (await page.evaluate(
    "axe.run({ resultTypes: ['violations'] }).then((it) => it.violations)",
  )) as readonly AxeViolation[];
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `axe ${id}: ${nodes.length} × ${nodes[0]?.html.slice(0, 120)}`);
}
