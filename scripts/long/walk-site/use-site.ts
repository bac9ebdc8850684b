import type { Locator, Page } from "playwright-core";

/** Searches, and a page that must be among the first three results. */
const SEARCHES: readonly (readonly [query: string, path: string])[] = [
  ["list orders", "reference/"],
  ["createHook", "reference/"],
  ["response.body.invalid", "codes/response-body-invalid/"],
  ["webhook signature", "guides/webhooks/"],
  ["contract probe", "command-line/probe/"],
  ["OrderPatch", "reference/"],
  ["SARIF", "guides/findings/"],
  ["sandbox clock", "guides/sandbox/"],
  ["breaking changes", "guides/diff/"],
  ["retries idempotency", "guides/client/"],
];

const LINKS = "[...document.querySelectorAll('.pagefind-ui__result-link')].map((it) => it.href)";

/** Types each search, and returns those that do not find what was meant. */
export async function findMissedSearches(page: Page, root: string): Promise<string[]> {
  const missed: string[] = [];
  for (const [query, path] of SEARCHES) {
    await page.goto(root, { waitUntil: "load" });
    await openSearch(page, query);
    const pages = await readSearchResults(page);
    if (!pages.some((it) => it.endsWith(path)))
      missed.push(`search "${query}": expected ${path}, found ${pages.join(", ")}`);
  }
  return missed;
}

/** Opens the search of a page, and waits for results. */
export async function openSearch(page: Page, query: string): Promise<void> {
  const button = page.locator("button[data-open-modal]");
  const field = page.locator(".pagefind-ui__search-input");
  await button.click();
  // Starlight creates the field when the page is idle. On a busy machine, Chromium sometimes never says that it is.
  if (!(await appears(field))) {
    await page.reload({ waitUntil: "load" });
    await button.click();
  }
  await field.fill(query);
  await page.locator(".pagefind-ui__result-link").first().waitFor();
  await page.waitForTimeout(400);
}

async function appears(locator: Locator): Promise<boolean> {
  const shown = locator.waitFor({ timeout: 10_000 });
  return shown.then(
    () => true,
    () => false,
  );
}

/** Returns the URLs of the first three pages that the search found. */
export async function readSearchResults(page: Page): Promise<string[]> {
  const links = (await page.evaluate(LINKS)) as readonly string[];
  return [...new Set(links.map((link) => link.replace(/[?#].*/, "")))].slice(0, 3);
}

/** Returns the milliseconds until a page shows its text, at 1 Mbit/s on a processor slowed down four times. */
export async function measureSlowLoad(page: Page, url: string): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setCacheDisabled", { cacheDisabled: true });
  const rate = 1_000_000 / 8;
  await session.send("Network.emulateNetworkConditions", {
    ...{ offline: false, latency: 40, downloadThroughput: rate, uploadThroughput: rate },
  });
  await session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  await page.goto(url, { waitUntil: "load" });
  const shown = Number(await page.evaluate(LARGEST_PAINT));
  await session.detach();
  return Math.round(shown);
}

/** The time of the largest contentful paint, which is the text of the page. */
const LARGEST_PAINT = `new Promise((found) => {
  new PerformanceObserver((list) => found(list.getEntries().at(-1).startTime))
    .observe({ type: "largest-contentful-paint", buffered: true });
})`;
