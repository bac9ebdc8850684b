import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createReferenceSpec } from "./site-spec.js";

/**
 * Builds the API reference of spec/ as one self-contained HTML file, with code samples and the open questions.
 *
 * @throws Error if Redocly fails, or if its page lacks the text that is replaced here.
 */
export function buildReferenceFile(output: string): void {
  mkdirSync(dirname(output), { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "reference-"));
  const specFile = join(folder, "openapi.json");
  writeFileSync(specFile, JSON.stringify(createReferenceSpec()));
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    ["node_modules/@redocly/cli/bin/cli.js", "build-docs", specFile, "--inlineBundle", ...OPTIONS, "--output", output],
    // The telemetry setting in redocly.yaml does not affect the built page. These variables do.
    { encoding: "utf8", env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
  );
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`Redocly could not build the reference:\n${error?.message ?? stdout + stderr}`);
  let page = readFileSync(output, "utf8");
  for (const { marker, replacement, why } of PAGE_PATCHES) {
    const parts = page.split(marker);
    if (parts.length !== 2)
      throw new Error(`${output}: expected "${marker}" once, found it ${parts.length - 1} times; ${why}`);
    page = parts.join(replacement);
  }
  writeFileSync(output, page);
}

/** Makes the page show the open questions and the known values of open enums. */
const OPTIONS = ["x-open-point", "x-extensible-enum"].map((name) => `--openapi.showExtensions=${name}`);

/** Replaces the logo of Redocly, which the page would load from another host. */
const LOGO_REPLACEMENT = [
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='52' height='16'%3E",
  "%3Ctext y='12' font-family='sans-serif' font-size='12' fill='%235b87ee'%3ERedocly%3C/text%3E%3C/svg%3E",
].join("");

/** Forbids the page to load anything from another host. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** Redocly's text colours and some of its buttons do not meet WCAG 2.2 level AA. */
const STYLE = [
  ":root.light .tag-get{--tag-color:#0b6b3a}",
  ":root.light .tag-put{--tag-color:#8a4b00}",
  ":root.light .tag-patch{--tag-color:#755700}",
  ":root.light .tag-post{--tag-color:#1257b8}",
  ":root.light{--button-content-color-link:#1257b8}",
  ":root.light .th-command{color:#8a4b00!important}",
  ":root.light :is(.th-string,.token.property,.token.string){color:#1257b8!important}",
  ":root.light :is(.token.boolean,.token.number){color:#0b6b3a!important}",
  "html:root{--input-content-placeholder-color:var(--color-warm-grey-8)}",
  "button[aria-label=collapse],button[aria-label=expand]{min-width:24px;min-height:24px}",
].join("");

const PAGE_PATCHES = [
  {
    marker: "https://cdn.redoc.ly/redoc/logo-mini-full.svg",
    replacement: LOGO_REPLACEMENT,
    why: "without the replacement, the page loads an image from that host",
  },
  {
    marker: "https://cdn.redoc.ly/redoc/logo-mini.svg",
    replacement: LOGO_REPLACEMENT,
    why: "without the replacement, the page loads an image from that host",
  },
  {
    marker: '"disableTelemetry":true',
    replacement: '"disableTelemetry":true',
    why: "without it, the page sends telemetry",
  },
  {
    marker: '<meta charset="utf8" />',
    replacement: `<meta charset="utf-8" />\n  <meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}" />\n  <style>${STYLE}</style>`,
    why: "the Content-Security-Policy and the style are inserted after it",
  },
];
