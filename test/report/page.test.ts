import { join } from "node:path";
import MarkdownIt from "markdown-it";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REPORT_FORMATS, type ReportInput } from "../../src/report/index.js";
import { chromiumPath, launchChromium, type Site, serve } from "../docs/chromium.js";
import { createInvalidTraffic } from "./broken-traffic.js";
import { contrasts, LEAST } from "./contrast.js";
import { createReportInput, withReproduction } from "./report-input.js";
import { summaryPage } from "./summary-page.js";

const COMMERCE = join(import.meta.dirname, "../../spec/openapi.yaml");
const PICTURES = process.env.REPORT_SCREENSHOTS;

describe.skipIf(chromiumPath === undefined)("the report as a page", () => {
  let input: ReportInput;
  let site: Site;
  let browser: Browser;
  beforeAll(async () => {
    const checked = await createReportInput(createInvalidTraffic(), {
      spec: COMMERCE,
      coverage: { parameters: 75 },
      allowPartial: true,
    });
    // Paths are relative to the repository.
    const text = JSON.stringify(checked.report).replaceAll(join(COMMERCE, "../.."), "").replaceAll('"/spec/', '"spec/');
    input = { ...checked, report: JSON.parse(text) };
    const again = { curl: `curl -sS -i http://127.0.0.1/${"long".repeat(100)}`, probe: "contract probe --case a/b-1" };
    const many = Array.from({ length: 1000 }, (_, index) => {
      const finding = input.report.findings[index % input.report.findings.length];
      return { ...finding, fingerprint: index.toString(16).padStart(16, "0") };
    });
    site = await serve(
      new Map([
        ["report.html", REPORT_FORMATS.html(input)],
        [
          "many.html",
          REPORT_FORMATS.html({
            ...input,
            report: { ...input.report, findings: many as ReportInput["report"]["findings"] },
          }),
        ],
        ["probed.html", REPORT_FORMATS.html(withReproduction(input, again))],
        ["summary.html", summaryPage(new MarkdownIt({ html: true }).render(REPORT_FORMATS.markdown(input)))],
      ]),
    );
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await site?.close();
  });

  type Reader = { readonly colorScheme?: "light" | "dark"; readonly javaScriptEnabled?: boolean };
  const contexts = new Map<string, Promise<BrowserContext>>();

  async function open(
    path: string,
    { colorScheme = "light", javaScriptEnabled = true }: Reader = {},
  ): Promise<{ page: Page; complaints: string[] }> {
    const key = `${colorScheme} ${javaScriptEnabled}`;
    const viewport = { width: 1280, height: 1000 };
    const context = contexts.get(key) ?? browser.newContext({ colorScheme, javaScriptEnabled, viewport });
    contexts.set(key, context);
    const page = await (await context).newPage();
    page.setDefaultTimeout(60_000);
    const complaints: string[] = [];
    page.on("console", (message) => complaints.push(message.text()));
    page.on("pageerror", (error) => complaints.push(error.message));
    page.on("request", (request) => {
      if (request.url() !== `${site.origin}/${path}` && !request.url().startsWith("data:"))
        complaints.push(request.url());
    });
    await page.goto(`${site.origin}/${path}`);
    return { page, complaints };
  }
  const shown = (page: Page): Promise<number> => page.locator("article:visible").count();

  test("filters by text, operation, code and level, and shows how many are left", async () => {
    const { page, complaints } = await open("report.html");
    expect(await shown(page)).toBe(18);
    await page.getByLabel("Drift").uncheck();
    expect(await shown(page)).toBe(10);
    await page.locator("#shown", { hasText: "10 of 18 findings" }).waitFor();
    await page.locator("select[name=operation]").selectOption("getOrder");
    expect(await shown(page)).toBe(1);
    await page.getByRole("button", { name: "Reset" }).click();
    await expect.poll(() => shown(page)).toBe(18);
    await page.locator("select[name=code]").selectOption("response.status.undocumented");
    expect(await shown(page)).toBe(1);
    await page.getByRole("button", { name: "Reset" }).click();
    await page.locator("h1").click();
    await page.keyboard.press("/");
    await page.keyboard.type("timestamp.yaml integer");
    await expect.poll(() => shown(page)).toBe(1);
    await page.keyboard.type(" nowhere");
    await page.locator("#none").waitFor();
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("opens with the keyboard, shows the spec next to the exchange, changes its colours", async () => {
    const { page, complaints } = await open("report.html");
    const article = page.locator('article[data-code="response.body.not-in-enum"]').first();
    await article.locator("summary").focus();
    await page.keyboard.press("Enter");
    await article.locator(".contract .line", { hasText: "x-extensible-enum" }).waitFor();
    await article.locator(".exchange .request", { hasText: "GET" }).waitFor();
    const background = (): Promise<unknown> => page.evaluate("getComputedStyle(document.body).backgroundColor");
    const before = await background();
    const button = page.getByRole("button", { name: /Theme/ });
    await button.click();
    await button.click();
    expect(await background()).not.toBe(before);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("is complete without its script", async () => {
    const { page, complaints } = await open("report.html", { javaScriptEnabled: false });
    expect(await shown(page)).toBe(18);
    expect(await page.locator("#filter:visible, #theme:visible").count()).toBe(0);
    expect(await page.locator(".contract .line:visible").count()).toBeGreaterThan(5);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("shows how to reproduce findings of a probe, and fits a narrow screen", async () => {
    const { page, complaints } = await open("probed.html");
    const [first, second] = await page.locator("article[data-level=error] .again").first().locator(".shell").all();
    expect(await first?.textContent()).toBe("contract probe --case a/b-1");
    expect(await second?.textContent()).toMatch(/^curl -sS -i http.*long$/);
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(width);
      const [left, right] = await page.locator("article[data-level=error] .side:visible").all();
      const [a, b] = [await left?.boundingBox(), await right?.boundingBox()];
      expect(Math.abs((a?.y ?? 0) - (b?.y ?? 0)) < 1, "side by side").toBe(width > 1000);
    }
    expect(complaints).toEqual([]);
    await page.close();
  });

  test("highlights undocumented responses in the map, and leaves missing ones empty", async () => {
    const { page } = await open("report.html");
    const row = page.locator(".map tr", { hasText: "updateOrder" });
    expect(await row.locator(".stray").allTextContents()).toEqual(["1 not documented"]);
    expect(await row.locator(".none").allTextContents()).toEqual([""]);
    expect(await page.locator(".map td.stray").count()).toBe(1);
    await page.close();
  });

  test("a thousand findings are filtered at once", async () => {
    const { page, complaints } = await open("many.html");
    expect(await page.locator("article").count()).toBe(1000);
    await page.evaluate(`(() => {
      const field = document.getElementById("text");
      field.value = "taxexempted";
      field.dispatchEvent(new Event("input", { bubbles: true }));
    })()`);
    expect(await shown(page)).toBe(56);
    expect(complaints).toEqual([]);
    await page.close();
  });

  test.each(["light", "dark"] as const)("sends no external request in %s colours", async (colorScheme) => {
    const { page, complaints } = await open("report.html", { colorScheme });
    const [red = 0] =
      String(await page.evaluate("getComputedStyle(document.body).backgroundColor")).match(/\d+/g) ?? [];
    expect(Number(red)).toSatisfy((value: number) => (colorScheme === "dark" ? value < 80 : value > 200));
    if (PICTURES !== undefined) {
      await page.screenshot({ path: join(PICTURES, `report-${colorScheme}.png`) });
      if (colorScheme === "light")
        await page.locator("#coverage").screenshot({ path: join(PICTURES, "coverage-light.png") });
    }
    expect(complaints).toEqual([]);
    const seen = await contrasts(page);
    expect(seen.length).toBeGreaterThan(15);
    expect(seen.filter(({ ratio }) => ratio < LEAST)).toEqual([]);
    await page.close();
  });

  test("the summary of a job is rendered as expected", async () => {
    const { page, complaints } = await open("summary.html");
    expect(await page.locator("h2").textContent()).toContain("in 10 places");
    expect(await page.locator("details").count()).toBeGreaterThan(20);
    await page.locator("pre", { hasText: "type: boolean" }).first().waitFor();
    if (PICTURES !== undefined) await page.screenshot({ path: join(PICTURES, "summary.png") });
    expect(complaints).toEqual([]);
    await page.close();
  });
});
