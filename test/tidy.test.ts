/** Tests of the rules of AGENTS.md that can be automated. A failure says what to do instead. */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { findCircles } from "./find-circles.js";
import { findServiceWords, listServiceWords } from "./own-api-words.js";
import { SLOW_FILES } from "./slow-files.js";

const ROOT = join(import.meta.dirname, "..");

/** The imports that each directory of src may have, and its files or directories that may do I/O. */
const FOLDERS: Readonly<
  Record<string, { readonly imports: readonly string[]; readonly io: readonly string[] | "any" }>
> = {
  document: { imports: [], io: ["load.ts", "spec-url.ts"] },
  recording: { imports: ["document"], io: ["open-recording.ts", "traffic-files.ts"] },
  schema: { imports: ["document"], io: [] },
  resources: { imports: ["document", "schema"], io: [] },
  lint: { imports: ["document", "resources", "schema"], io: [] },
  check: { imports: ["document", "recording", "resources", "schema"], io: [] },
  fast: { imports: ["document", "recording", "resources", "schema", "check"], io: [] },
  samples: { imports: ["document", "schema", "resources"], io: [] },
  diff: { imports: ["document", "recording", "schema", "check", "samples"], io: [] },
  docs: { imports: ["document", "schema", "resources", "samples", "generate"], io: [] },
  report: { imports: ["check", "diff", "lint"], io: [] },
  // Validators contain functions of the runtime of clients.
  generate: {
    imports: ["client", "document", "resources", "schema", "samples"],
    io: ["built-file.ts", "client/runtime-files.ts"],
  },
  client: { imports: [], io: [] },
  webhooks: { imports: [], io: [] },
  library: { imports: ["document", "recording", "check", "report"], io: [] },
  testing: { imports: ["document", "recording", "check", "report"], io: ["exchange-checker.ts"] },
  probe: { imports: ["document", "recording", "resources", "schema", "check", "samples"], io: ["session/send.ts"] },
  middleware: { imports: ["recording", "stream"], io: [] },
  record: { imports: ["document", "recording", "check", "stream"], io: "any" },
  stream: {
    imports: ["recording", "fast", "check", "lint"],
    io: ["check-chunk.ts", "feed-recording.ts", "follow-log.ts", "run-worker.ts", "live/", "nats/"],
  },
  suggest: { imports: ["document", "recording", "schema", "check"], io: [] },
  // The sandbox takes only the router from check, because the rest tests it.
  sandbox: {
    imports: ["document", "recording", "check/router", "resources", "samples", "schema", "webhooks"],
    io: [
      ...["store/", "snapshots/", "server/", "delivery-urls/delivery-profile.ts", "deliveries/dns-lookup.ts"],
      ...["deliveries/send-delivery.ts", "requests/serve-api.ts", "seed-data/read-seed-data.ts", "real-clock.ts"],
    ],
  },
  cli: {
    imports: [
      ...["check", "diff", "docs", "document", "fast", "generate", "library", "lint", "probe", "record", "recording"],
      ...["report", "resources", "sandbox", "stream", "suggest", "webhooks"],
    ],
    io: "any",
  },
};

/** Modules of Node that do no I/O. */
const PURE_MODULES = ["buffer", "crypto", "path", "url", "util", "zlib"];

const BANNED: readonly (readonly [pattern: RegExp, instead: string, where: RegExp])[] = [
  // Samples in documentation print and read the environment.
  [
    /\bconsole\./,
    "write through Io (src/cli/process/io.ts)",
    /^src\/(?!docs\/(code|event)-samples\.ts|generate\/package\/readme\.ts)/,
  ],
  [
    /\bprocess\./,
    "take what is needed as an argument; only src/cli/main.ts knows the process",
    /^src\/(?!cli\/(main|input\/built-in-spec)\.ts|docs\/code-samples\.ts|generate\/package\/readme\.ts)/,
  ],
  [
    /\bDate\.now\(|new Date\(\)|Math\.random\(|(?<!\.)\brandomBytes\(|\brandomUUID\(/,
    "take clock and chance as arguments",
    // Browser code uses the browser's clock, and cli/main.ts passes the date.
    /^src\/(?!sandbox\/(real-clock\.ts|admin\/page\/)|client\/retries\/real-clock\.ts|stream\/live\/real-machine\.ts|cli\/(main|process\/system-clock)\.ts)/,
  ],
  [/\[\/\+\]json/, "use isJsonType (src/document/media-type.ts)", /^src\/(check|lint|probe|samples|schema|suggest)\//],
  [/\bas any\b|: any\b|<any>/, "say the type, or unknown", /^(src|scripts|test)\//],
  [/@ts-(ignore|nocheck)/, "fix the type", /^(src|scripts|test)\//],
  [/\b(TODO|FIXME|XXX|HACK)\b/, "do it, or open an issue", /^(src|scripts|spec)\//],
  [/\.(only|skip)\(/, "run every test", /^test\//],
];

const all = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: ROOT,
  encoding: "utf8",
})
  .split("\n")
  // The index lists moved files until it is updated.
  .filter((path) => path !== "" && existsSync(join(ROOT, path)));
const files = all.filter(
  (path) => /^(src|scripts|test|spec)\/.*\.(ts|mjs|yaml|md)$/.test(path) && path !== "test/tidy.test.ts",
);
const text = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const code = files.filter((path) => /^(src|scripts|test)\/.*\.(ts|mjs)$/.test(path));
const sources = code.filter((path) => path.startsWith("src/"));

test("every import follows the table, and only the named files do I/O", () => {
  const wrong: string[] = [];
  for (const path of sources) {
    const [, from = "", name = ""] = /^src\/([a-z]+)\/(.*)$/.exec(path) ?? [];
    if (from === "") continue;
    const folder = FOLDERS[from];
    if (folder === undefined) wrong.push(`${path}: src/${from} is not in the table of folders`);
    for (const specifier of importsOf(path)) {
      const [, target = "", to = ""] =
        (specifier.startsWith(".") && /^src\/(([a-z]+)\/.*)/.exec(join(dirname(path), specifier))) || [];
      if (to !== "" && to !== from && !folder?.imports.some((allowed) => target.startsWith(`${allowed}/`)))
        wrong.push(`${path}: src/${from} may not import src/${to}`);
      if (touchesMachine(specifier) && !mayTouch(folder?.io ?? [], name))
        wrong.push(`${path}: may not import ${specifier}: no I/O here`);
    }
  }
  expect(wrong).toEqual([]);
});

test("only the commands of our own service import it", () => {
  const wrong = sources
    .filter(
      (path) =>
        path.startsWith("src/cli/") &&
        !/^src\/cli\/(sandbox\/|(actions|commands)\/(sandbox|token|trigger)\.ts$)/.test(path),
    )
    .flatMap((path) => importsOf(path).map((specifier) => [path, join(dirname(path), specifier)] as const))
    .filter(([, target]) => /^(src\/sandbox|generated)\//.test(target));
  expect(wrong.map(([path, target]) => `${path} imports ${target}`)).toEqual([]);
});

test("the commands name nothing of our own service; its constants belong in src/sandbox or src/webhooks", () => {
  const words = listServiceWords();
  expect(words).toEqual(expect.arrayContaining(["/token", "api-version", "service-webhook-signature", "billingurl"]));
  const commands = sources.filter((path) => path.startsWith("src/cli/"));
  expect(commands.flatMap((path) => findServiceWords(text(path), words).map((word) => `${path}: ${word}`))).toEqual([]);
});

test.each([
  ['const folder = ".commerce-sandbox";', "commerce"],
  ["await fetch(url + `/token`);", "/token"],
  ['const headers = { "Api-Version": "1.2" };', "api-version"],
  ['option("--server billingUrl=URL")', "billingurl"],
])("%s names the service", (code, word) => {
  expect(findServiceWords(code, listServiceWords())).toEqual([word]);
  expect(findServiceWords(`// ${code.replaceAll(/["`]/g, "")}`, listServiceWords())).toEqual([]);
});

test("no files of src import each other in a circle; types count too", () => {
  const known = new Set(sources);
  const graph = new Map(
    sources.map((path) => [
      path,
      importsOf(path)
        .map((specifier) => join(dirname(path), specifier).replace(/\.js$/, ".ts"))
        .filter((to) => known.has(to)),
    ]),
  );
  const circles = findCircles(graph).map((circle) => circle.join(", "));
  expect(circles, "move what they share to a file of its own, or pass the recursive function").toEqual([]);
});

test("no folders of src may import each other in a circle", () => {
  const graph = new Map<string, readonly string[]>(
    Object.keys(FOLDERS).map((folder) => {
      const own = sources.filter((path) => path.startsWith(`src/${folder}/`));
      const targets = own.flatMap((path) => importsOf(path).map((specifier) => join(dirname(path), specifier)));
      return [
        folder,
        targets.flatMap((target) => /^src\/([a-z]+)\//.exec(target)?.[1] ?? []).filter((to) => to !== folder),
      ];
    }),
  );
  expect([...graph.values()].flat().length).toBeGreaterThan(100);
  expect(findCircles(graph), "pass what the lower folder needs").toEqual([]);
});

test.each([
  [{ a: ["b"], b: ["c"], c: ["a"], d: ["a"] }, [["a", "b", "c"]]],
  [{ a: ["b"], b: ["c"], c: [], d: ["a"] }, []],
  [{ a: ["a"] }, [["a"]]],
] as const)("the circles of %j are %j", (imports, circles) => {
  expect(findCircles(new Map(Object.entries(imports)))).toEqual(circles);
});

/**
 * They only fall. A change that needs more lines first takes away others. Once, they rose: the sandbox of any spec is 2,600 lines, for
 * which nothing has been taken away yet.
 */
const MAX_REPOSITORY_LINES = 364_975;
const MAX_SRC_LINES = 103_797;
const MAX_SRC_FILES = 684;

test("src does not grow", () => {
  const count = sources.reduce((sum, path) => sum + lines(text(path)), 0);
  expect(count).toBeGreaterThan(MAX_SRC_LINES / 2);
  expect(count, "remove a second mechanism before you add one").toBeLessThanOrEqual(MAX_SRC_LINES);
  expect(sources.length, "a private step lives with its only user").toBeLessThanOrEqual(MAX_SRC_FILES);
});

test("the repository does not grow", () => {
  const texts = all.map((path) => readFileSync(join(ROOT, path))).filter((bytes) => !bytes.includes(0));
  const count = texts.reduce((sum, bytes) => sum + lines(bytes.toString("latin1")), 0);
  expect(count).toBeGreaterThan(MAX_REPOSITORY_LINES / 2);
  expect(count, "an expected text shows each fact once; a spent measurement goes").toBeLessThanOrEqual(
    MAX_REPOSITORY_LINES,
  );
});

test("files are short", () => {
  const limit = (path: string): number => {
    if (path.startsWith("spec/components/schemas/")) return 150;
    if (path.startsWith("spec/components/examples/")) return Number.POSITIVE_INFINITY;
    return path === "spec/seed.yaml" || path === "spec/open-points.yaml" ? Number.POSITIVE_INFINITY : 400;
  };
  const long = files
    .filter((path) => !path.startsWith("test/spec/") || path.endsWith(".ts"))
    .filter((path) => lines(text(path)) > limit(path));
  expect(long.map((path) => `${path} has ${lines(text(path))} lines; part it by its ideas`)).toEqual([]);
});

test("functions are short, and take few arguments", () => {
  const wrong = [...sources, ...code.filter((path) => path.startsWith("scripts/"))].flatMap((path) =>
    functionsOf(path).flatMap(({ name, length, parameters }) => [
      ...(length > 70 ? [`${path}: ${name} has ${length} lines; at most 70`] : []),
      ...(parameters > 4 ? [`${path}: ${name} has ${parameters} parameters; make them one object`] : []),
    ]),
  );
  expect(wrong).toEqual([]);
});

test("nothing banned is used", () => {
  const found = files.flatMap((path) =>
    BANNED.flatMap(([pattern, instead, where]) =>
      where.test(path) && pattern.test(withoutStrings(path)) ? [`${path}: ${pattern.source}: ${instead}`] : [],
    ),
  );
  expect(found).toEqual([]);
});

test("nothing is read from outside the repository; vendor it in test/material", () => {
  const wrong = code.flatMap((path) =>
    [...text(path).matchAll(/(ROOT, |root, )?["'`]((?:\.\.\/)+[\w-][^"'`]*)["'`]/g)]
      .filter(([, , to = ""]) => !to.endsWith("/etc/passwd"))
      .filter(([, fromRoot, to = ""]) => join(fromRoot === undefined ? dirname(path) : "", to).startsWith(".."))
      .map(([found]) => `${path}: ${found}`),
  );
  expect(wrong).toEqual([]);
  const shared = /["'`/]\.\.\/shared\//;
  expect(code.filter((path) => shared.test(text(path)))).toEqual([]);
});

test("test:quick leaves out files that exist", () => {
  expect(SLOW_FILES.filter((path) => !code.includes(path))).toEqual([]);
});

test("file names are specific and kebab-case", () => {
  const vague = code.filter((path) => /(^|[/-])(utils?|helpers?|common|misc|manager|service)(\.|\/|-)/.test(path));
  expect(vague, "name it by the idea it holds").toEqual([]);
  expect(
    code.filter((path) => !/^[a-z0-9./-]+$/.test(path)),
    "file names are kebab-case",
  ).toEqual([]);
});

test("ARCHITECTURE.md and AGENTS.md stay short", () => {
  expect(lines(text("ARCHITECTURE.md"))).toBeLessThanOrEqual(150);
  expect(lines(text("AGENTS.md"))).toBeLessThanOrEqual(100);
});

test("ARCHITECTURE.md names every folder of src and every dependency of the bundle", () => {
  const architecture = text("ARCHITECTURE.md");
  const folders = new Set(sources.flatMap((path) => /^src\/([a-z]+)\//.exec(path)?.[1] ?? []));
  const packages = new Set(
    sources
      .flatMap(importsOf)
      .filter((name) => /^[@a-z]/.test(name) && !name.startsWith("node:"))
      .map(packageName),
  );
  expect([...folders].filter((folder) => !architecture.includes(`${folder}/`))).toEqual([]);
  expect([...packages].filter((name) => !architecture.includes(`\`${name}\``))).toEqual([]);
});

function touchesMachine(specifier: string): boolean {
  const name = specifier.replace(/^node:/, "");
  return builtinModules.includes(name) && !PURE_MODULES.includes(name);
}

/** Returns whether a list contains a file, or a directory of it. Names of directories end with a slash. */
function mayTouch(io: readonly string[] | "any", file: string): boolean {
  return io === "any" || io.some((name) => (name.endsWith("/") ? file.startsWith(name) : file === name));
}

function lines(content: string): number {
  return content.split("\n").length - 1;
}

function packageName(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

function importsOf(path: string): string[] {
  return ts.preProcessFile(text(path)).importedFiles.map(({ fileName }) => fileName);
}

/** Removes comments and strings, to which the rules do not apply. */
function withoutStrings(path: string): string {
  const content = text(path);
  return path.endsWith(".ts")
    ? content.replaceAll(/"(?:[^"\\\n]|\\.)*"/g, '""').replaceAll(/^\s*(\/\/|\/?\*).*$/gm, "")
    : content;
}

function functionsOf(path: string): { name: string; length: number; parameters: number }[] {
  const source = ts.createSourceFile(path, text(path), ts.ScriptTarget.Latest, true);
  const found: { name: string; length: number; parameters: number }[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && "body" in node && node.body !== undefined) {
      const start = source.getLineAndCharacterOfPosition(node.getStart()).line;
      const end = source.getLineAndCharacterOfPosition(node.getEnd()).line;
      found.push({
        name: node.name?.getText() ?? `the function at line ${start + 1}`,
        length: end - start + 1,
        parameters: node.parameters.length,
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
