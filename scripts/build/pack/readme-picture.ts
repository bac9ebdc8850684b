/** `tsx scripts/build/pack/readme-picture.ts FILE.png`: takes a screenshot of the packed README, rendered like the npm page. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import MarkdownIt from "markdown-it";
import { chromium } from "playwright-core";
import { packedFiles } from "./pack.js";

const [file = "readme-packed.png"] = process.argv.slice(2);
const CHROMIUM = process.env.CHROMIUM ?? "/usr/bin/chromium";
const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 830px; margin: 32px auto; padding: 0 24px; color: #1f2328; }
  h1, h2 { border-bottom: 1px solid #d1d9e0; padding-bottom: .3em; }
  a { color: #0969da; }
  code { font: 85% ui-monospace, monospace; background: #eff1f3; padding: .2em .4em; border-radius: 6px; }
  pre { background: #f6f8fa; padding: 16px; overflow: auto; border-radius: 6px; }
  pre code { background: none; padding: 0; }
  table { border-collapse: collapse; }
  th, td { border: 1px solid #d1d9e0; padding: 6px 13px; text-align: left; }`;

const readme = packedFiles(join(import.meta.dirname, "../../..")).get("README.md") ?? "";
const body = new MarkdownIt({ html: true, linkify: true }).render(readme);
const browser = await chromium.launch({ executablePath: CHROMIUM, args: ["--no-sandbox"] });
try {
  const page = await browser.newPage({ viewport: { width: 920, height: 1000 }, offline: true });
  await page.setContent(`<!doctype html><meta charset="utf-8"><style>${STYLE}</style>${body}`);
  writeFileSync(file, await page.screenshot({ fullPage: true }));
} finally {
  await browser.close();
}
