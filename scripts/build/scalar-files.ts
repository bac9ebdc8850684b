import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Scalar's API reference, and the hash of its tarball in the npm registry. */
const NAME = "@scalar/api-reference";
const VERSION = "1.76.0";
const INTEGRITY = "sha512-pjqwnzmA9YK3ZX+IZSICMsywm4qI6HLSngR2py9H6TvFApHHuJjkTAd+gFJfnqJDzJuro8k7ji6JCtJ2U+Byng==";

const ENTRY = "standalone.esm.js";

/**
 * Returns the modules of Scalar's API reference for browsers, by file name, and its licence.
 *
 * The package is no dependency, because npm would install 245 MB with it. Its tarball is kept in a folder that Git ignores.
 *
 * @throws Error if the tarball cannot be downloaded, or is not the expected one.
 */
export function readScalarFiles(root: string): { files: ReadonlyMap<string, string>; notice: string } {
  const tarball = findTarball(join(root, ".cache"));
  const folder = mkdtempSync(join(tmpdir(), "scalar-"));
  try {
    const { status } = spawnSync("tar", ["-xzf", tarball, "package/dist/browser", "package/package.json"], {
      cwd: folder,
    });
    if (status !== 0) throw new Error(`cannot unpack ${tarball}: delete it, and build again`);
    const browser = join(folder, "package/dist/browser");
    const names = readdirSync(join(browser, "chunks")).map((name) => `chunks/${name}`);
    const modules = [ENTRY, ...names.sort()].filter((name) => name.endsWith(".js"));
    const { license } = JSON.parse(readFileSync(join(folder, "package/package.json"), "utf8")) as { license: string };
    return {
      files: adaptModules(new Map(modules.map((name) => [`scalar/${name}`, readModule(join(browser, name))]))),
      notice: `${NAME} ${VERSION} (${license})\n\nLicence: ${license}, https://github.com/scalar/scalar/blob/main/LICENSE`,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Source maps are not part of the package. */
function readModule(path: string): string {
  return readFileSync(path, "utf8").replace(/\n\/\/# sourceMappingURL=.*\s*$/, "\n");
}

/** What Scalar has no option for, with the start of the name of a module. site/reference/reference.ts has the functions. */
const CHANGES: Readonly<Record<string, readonly [module: string, pattern: RegExp, replacement: string]>> = {
  "orders what a search finds, where 25 schemas would come before the first operation": [
    "standalone",
    /(\w+\.value)\.search\((\w+\.value),\{limit:\w+\}\)/,
    "globalThis.orderResults($2,$1.search($2))",
  ],
  "shows the languages of a sample as tabs, of which Scalar has only a list": [
    "standalone",
    /(!(\w+)\.isWebhook&&.{1,250}?modelValue:(\w+)\.value,options:(\w+)\.value,.{1,90}=>(\w+)\(\w+\)\}.{1,600}?)(\w+)(?=\(\w+\(\w+\),\{class:`request-editor-section )/,
    "$1$6(`sample-tabs`,{options:$2.isWebhook?[]:$4.value.flatMap(it=>it.options),selected:$3.value?.id,choose:$5},null,8,[`options`,`selected`]),$6",
  ],
  "shows the branches of a composition as tabs, of which Scalar has only a list": [
    "chunks/vendor",
    /(composition-panel--tree[^`]*`,depth:\w+\.depth\+1\},\{default:\w+\(\(\)=>\[)(\w+)(?=\(\w+\(\w+\),\{modelValue:(\w+)\.value,.{1,100}?,options:(\w+)\.value\}.{1,500}?\((\w+)\((\w+)\.composition\)\),1\))/,
    "$1$2(`branch-tabs`,{name:$5($6.composition),options:$4.value,selected:$3.value?.id,choose:it=>$3.value=it},null,8,[`name`,`options`,`selected`]),$2",
  ],
  "shows the reference when its first sections have been rendered": [
    "standalone",
    /((?:\w+\.forEach\(\w+=>\w+\(\)\)),\w+\.clear\(\),\w+\.value=!1,\w+\.value=!0)(;else\{.{1,200}?)\1(?=\}\};window\.requestIdleCallback)/,
    "$1,globalThis.showReference()$2$1,globalThis.showReference()",
  ],
  "finds the file of a form in a sample, of which Scalar's conversion to OpenAPI 3.1 takes the type": [
    "chunks/vendor",
    /typeof (\w+)==`string`&&\1\.startsWith\(`@`\)&&\w+\(\w+\)(?=\?\1\.slice\(1\):void 0)/,
    "globalThis.isSampleFile($1)",
  ],
  "finds each file of a list in a sample": [
    "chunks/vendor",
    /(?<=for\(let (\w+) of \w+\))(?=\1\.value instanceof File\?(\w+)\.push\((\w+)\(\1\.key,)/,
    "globalThis.isSampleFile($1.value)?$2.push($3($1.key,$1.value.slice(1),$1.contentType)):",
  ],
  "shows each file of a list in a row of the form": [
    "chunks/modal",
    /(?<=(\w+)\.every\((\w+)=>)(?=\2 instanceof File\))/,
    "globalThis.isSampleFile($2)||",
  ],
  "leaves the field of a file empty until the reader chooses one": [
    "chunks/modal",
    /(?<==>)(?=\(\w+\.value\?\w+\((\w+)\.value\):\1\.value\)\?\?``\))/,
    "globalThis.isSampleFile($1.value)?``:",
  ],
  "lets the reader choose the file of a body of any type": [
    "chunks/modal",
    /(\w+\.value)===`application\/octet-stream`(?=\?)/,
    "globalThis.isFileType($1)",
  ],
  "gives curl a user and a password, which it encodes, instead of a header": [
    "chunks/vendor",
    /(\w+)\.push\(`--header \$\{(\w+)\}`\)(?=\}\);let \w+=\w+\.find)/,
    "$1.push($2.includes(`: Basic username:password`)?`--user username:password`:`--header $${$2}`)",
  ],
  "keeps the line breaks of a body in a sample for curl": [
    "chunks/vendor",
    /(catch\{let (\w+)=\S{1,40}\.text\?\?``\);\w+\.push\(`)--data (?='\$\{\2\}'`\)\}\}(?!else))/,
    "$1--data-binary ",
  ],
  "says what the field of a token is for, which a text in base64 does not": [
    "chunks/workspace-events",
    /QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT(.*)QUxMIFlPVVIgQkFTRSBBUkUgQkVMT05HIFRPIFVT/s,
    "Your token$1Your token",
  ],
  "imports the library that a sample for Python uses": [
    "chunks/vendor",
    /(?<=client:`requests`,title:`Requests`,generate\((\w+),(\w+)\)\{return )(?=\w+\(`requests`,\1,\2\))/,
    "`import requests\\n\\n`+",
  ],
};

function adaptModules(modules: Map<string, string>): Map<string, string> {
  for (const [what, [start, pattern, replacement]] of Object.entries(CHANGES)) {
    const all = [...modules].filter(([name, text]) => name.startsWith(`scalar/${start}`) && pattern.test(text));
    const [found] = all;
    if (found === undefined || all.length > 1)
      throw new Error(`${NAME} ${VERSION} has ${all.length} places for a change that ${what}`);
    modules.set(found[0], found[1].replace(pattern, replacement));
  }
  return modules;
}

function findTarball(cache: string): string {
  const tarball = join(cache, `scalar-api-reference-${VERSION}.tgz`);
  if (!existsSync(tarball)) {
    mkdirSync(cache, { recursive: true });
    const folder = mkdtempSync(join(cache, "download-"));
    const args = ["pack", `${NAME}@${VERSION}`, "--silent", "--pack-destination", folder];
    const options = { encoding: "utf8", shell: process.platform === "win32" } as const;
    const { status, stderr } = spawnSync("npm", args, options);
    if (status !== 0) throw new Error(`cannot download ${NAME} ${VERSION} from the npm registry:\n${stderr}`);
    renameSync(join(folder, readdirSync(folder)[0] ?? ""), tarball);
    rmSync(folder, { recursive: true });
  }
  const hash = createHash("sha512").update(readFileSync(tarball)).digest("base64");
  if (`sha512-${hash}` !== INTEGRITY) throw new Error(`${tarball} has another hash than expected: delete it`);
  return tarball;
}
