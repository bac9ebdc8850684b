import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { type JsonObject, loadDocument, valueAt } from "../src/document/index.js";
import { createCodeSamples, SAMPLES_SETUP } from "./examples/code-samples.js";

/**
 * `npm run docs`: the reference of spec/ as one file that asks nobody for anything, with what the contract leaves open.
 *
 * @throws Error when Redocly fails, or when its page is no longer what is mended here.
 */
export function buildDocs(output = "site/index.html"): void {
  mkdirSync(dirname(output), { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "reference-"));
  const description = join(folder, "openapi.json");
  writeFileSync(description, JSON.stringify(createReferenceDocument()));
  const { status, stdout, stderr, error } = spawnSync(
    process.execPath,
    [
      "node_modules/@redocly/cli/bin/cli.js",
      "build-docs",
      description,
      "--inlineBundle",
      ...OPTIONS,
      "--output",
      output,
    ],
    // The switch in redocly.yaml does not reach the page that is built; this one does.
    { encoding: "utf8", env: { ...process.env, REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" } },
  );
  rmSync(folder, { recursive: true });
  if (status !== 0) throw new Error(`Redocly could not build the reference:\n${error?.message ?? stdout + stderr}`);
  let page = readFileSync(output, "utf8");
  for (const { marker, replacement, why } of PAGE_PATCHES) {
    const parts = page.split(marker);
    if (parts.length !== 2)
      throw new Error(`${output}: "${marker}" stands ${parts.length - 1} times in it and not once; ${why}`);
    page = parts.join(replacement);
  }
  writeFileSync(output, page);
}

type OpenQuestion = Readonly<Record<"id" | "question" | "section" | "answer" | "sandbox", string>>;

/** The description with what a reader of it wants beside: how each operation is called, and a chapter on what is left open. */
function createReferenceDocument(): object {
  const document = loadDocument("spec/openapi.yaml");
  const root = structuredClone(document.root) as { readonly info: { description?: string } };
  for (const [{ pointer }, samples] of createCodeSamples(document))
    Object.assign(valueAt(root as unknown as JsonObject, pointer) as JsonObject, { "x-codeSamples": samples });
  root.info.description = [root.info.description ?? "", SAMPLES, formatOpenPoints()].join("\n\n");
  return root;
}

/** The marks of the reference name the entries of this chapter. */
function formatOpenPoints(): string {
  const points = parse(readFileSync("spec/open-points.yaml", "utf8")) as readonly OpenQuestion[];
  const sections = [...new Set(points.map(({ section }) => section))];
  const chapter = sections.map((section) => {
    const own = points.filter((point) => point.section === section).map(formatOpenPoint);
    return `### ${section}\n\n${own.join("\n\n")}`;
  });
  return [OPEN_POINTS_INTRO, ...chapter].join("\n\n");
}

function formatOpenPoint({ id, question, answer, sandbox }: OpenQuestion): string {
  return `**\`${id}\`**: ${question}\n\n- Until it is known: ${answer}\n- The sandbox: ${sandbox}`;
}

const SAMPLES = `# Samples

Each operation has samples for curl and for the client of the package. They take the address, token and ids from environment variables.
To set these to a sandbox on your machine, run in a folder with the package:

${SAMPLES_SETUP.replaceAll(/^/gm, "    ")}

Save a JavaScript sample as \`sample.mjs\` and run \`node sample.mjs\` in the same terminal.`;

const OPEN_POINTS_INTRO = `# Open points

What the source of this contract does not say is not made up. Each gap has a name, by which the field \`x-open-point\` marks
the places that it touches, what the contract says meanwhile, and what the sandbox does.`;

/** Shows where the contract is open, and which values are known there. */
const OPTIONS = ["x-open-point", "x-extensible-enum"].map((name) => `--openapi.showExtensions=${name}`);

/** The name of the maker, in place of a picture of it that the page would load. */
const LOGO_REPLACEMENT = [
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='52' height='16'%3E",
  "%3Ctext y='12' font-family='sans-serif' font-size='12' fill='%235b87ee'%3ERedocly%3C/text%3E%3C/svg%3E",
].join("");

/** What the page itself may do: nothing that needs another machine. */
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

/** The page's own colours of text are too faint for WCAG 2.2 at level AA, and some of its targets too small. */
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
    why: "the page loads a picture from there",
  },
  {
    marker: "https://cdn.redoc.ly/redoc/logo-mini.svg",
    replacement: LOGO_REPLACEMENT,
    why: "the page loads a picture from there",
  },
  {
    marker: '"disableTelemetry":true',
    replacement: '"disableTelemetry":true',
    why: "without it the page reports on its readers",
  },
  {
    marker: '<meta charset="utf8" />',
    replacement: `<meta charset="utf-8" />\n  <meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}" />\n  <style>${STYLE}</style>`,
    why: "the page's policy and style are put beside it",
  },
];

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  buildDocs();
  process.stderr.write("wrote site/index.html\n");
}
