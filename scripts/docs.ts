import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { parse } from "yaml";
import { loadDocument } from "../src/document/index.js";

/**
 * `npm run docs`: the reference of spec/ as one file that asks nobody for anything, with what the contract leaves open.
 *
 * @throws Error when Redocly fails, or when its page is no longer what is mended here.
 */
export function docs(output = "site/index.html"): void {
  mkdirSync(dirname(output), { recursive: true });
  const folder = mkdtempSync(join(tmpdir(), "reference-"));
  const description = join(folder, "openapi.json");
  writeFileSync(description, JSON.stringify(withOpenPoints()));
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
  for (const { marker, replacement, why } of MENDED) {
    const parts = page.split(marker);
    if (parts.length !== 2)
      throw new Error(`${output}: "${marker}" stands ${parts.length - 1} times in it and not once; ${why}`);
    page = parts.join(replacement);
  }
  writeFileSync(output, page);
}

type OpenPoint = Readonly<Record<"id" | "question" | "section" | "answer" | "sandbox", string>>;

/** The description with a chapter on what it leaves open: the marks of the reference name the entries of that. */
function withOpenPoints(): object {
  const { root } = loadDocument("spec/openapi.yaml");
  const points = parse(readFileSync("spec/open-points.yaml", "utf8")) as readonly OpenPoint[];
  const sections = [...new Set(points.map(({ section }) => section))];
  const chapter = sections.map((section) => {
    const own = points.filter((point) => point.section === section).map(entryOf);
    return `### ${section}\n\n${own.join("\n\n")}`;
  });
  const { info } = root as { readonly info: { readonly description?: string } };
  const text = [info.description ?? "", OPEN_POINTS, ...chapter].join("\n\n");
  return { ...root, info: { ...info, description: text } };
}

function entryOf({ id, question, answer, sandbox }: OpenPoint): string {
  return `**\`${id}\`**: ${question}\n\n- Until it is known: ${answer}\n- The sandbox: ${sandbox}`;
}

const OPEN_POINTS = `# Open points

What the source of this contract does not say is not made up. Each gap has a name, by which the field \`x-open-point\` marks
the places that it touches, what the contract says meanwhile, and what the sandbox does.`;

/** Shows where the contract is open, and which values are known there. */
const OPTIONS = ["x-open-point", "x-extensible-enum"].map((name) => `--openapi.showExtensions=${name}`);

/** The name of the maker, in place of a picture of it that the page would load. */
const NAME = [
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='52' height='16'%3E",
  "%3Ctext y='12' font-family='sans-serif' font-size='12' fill='%235b87ee'%3ERedocly%3C/text%3E%3C/svg%3E",
].join("");

/** What the page itself may do: nothing that needs another machine. */
const POLICY = [
  "default-src 'none'",
  "script-src 'unsafe-inline'",
  "style-src 'unsafe-inline'",
  "img-src data:",
  "font-src data:",
  "worker-src blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

const MENDED = [
  {
    marker: "https://cdn.redoc.ly/redoc/logo-mini-full.svg",
    replacement: NAME,
    why: "the page loads a picture from there",
  },
  {
    marker: "https://cdn.redoc.ly/redoc/logo-mini.svg",
    replacement: NAME,
    why: "the page loads a picture from there",
  },
  {
    marker: '"disableTelemetry":true',
    replacement: '"disableTelemetry":true',
    why: "without it the page reports on its readers",
  },
  {
    marker: '<meta charset="utf8" />',
    replacement: `<meta charset="utf-8" />\n  <meta http-equiv="Content-Security-Policy" content="${POLICY}" />`,
    why: "the page's policy is put beside it",
  },
];

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  docs();
  process.stderr.write("wrote site/index.html\n");
}
