/**
 * `npm run build`: bundles every entry point with its dependencies, so that the package installs no other package. It also writes
 * the bundled spec as JSON, and the pages of docs/ that explain every code.
 */
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { gzipSync } from "node:zlib";
import { build, type Plugin } from "esbuild";
import ts from "typescript";
import { parse } from "yaml";
import { CONFIG_SCHEMA } from "../../src/cli/settings/config-table.js";
import { loadRuntimeModules } from "../../src/generate/client/runtime-files.js";
import { LIBRARIES } from "../../src/generate/package/compile-generated.js";
import { loadRuntimeText, RUNTIME_NAMES } from "../../src/generate/runtime-text.js";
import { formatCodePages } from "./code-pages.js";
import { readCompilerLibraries } from "./compiler-libraries.js";
import { writeCompressedModule } from "./compressed-module.js";
import { joinChunks } from "./join-chunks.js";
import { LAZY_PACKAGES } from "./lazy-package-list.js";
import { bundleLazyPackages, PACKAGES } from "./lazy-packages.js";
import { minifyPackageChunks } from "./minify-package-chunks.js";
import { writeReferenceApp } from "./reference-app.js";
import { writeReferenceHtml } from "./reference-html.js";
import { listTypesEntries, removeUnusedDeclarations } from "./unused-declarations.js";

const root = join(import.meta.dirname, "../..");
const dist = join(root, "dist");

/** The build writes here and replaces `dist` at the end, so that programs that run meanwhile find a complete `dist`. */
const out = `${dist}-next`;

/** The user installs these if a command needs them. Only a clone needs esbuild. */
const optionalPeers = ["vitest", "@stoplight/*", "@photostructure/sqlite", "@nats-io/*", "esbuild"];

/** pg works without its native addon. */
const externalPackages = [...optionalPeers, "pg-native", PACKAGES];

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  external: externalPackages,
  legalComments: "none",
} as const;

/** Entry points that also run in browsers, workers and other runtimes. */
const portableEntries = {
  index: "src/index.ts",
  "client/index": "src/commerce-client.ts",
  "runtime/index": "src/client/index.ts",
  "client/validate-calls": "src/client/validate-calls.ts",
  "client/openapi-fetch": "src/client/openapi-fetch.ts",
  "webhooks/index": "src/webhooks/index.ts",
  "webhooks/verify": "src/webhooks/verify.ts",
};

/** esbuild does not split CommonJS. The files require each other, so that all export the same `CallError`. */
const oneClient: Plugin = {
  name: "one-client",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/commerce-client\.js$/ }, () => ({ path: "./client/index.cjs", external: true }));
    onResolve({ filter: /\/client\/index\.js$/ }, ({ importer }) =>
      importer === "" ? undefined : { path: "../runtime/index.cjs", external: true },
    );
  },
};

/** The TypeScript compiler is a separate file, which only `contract generate` loads. */
const COMPILER = "chunks/compiler.cjs";
const compiler: Plugin = {
  name: "compiler",
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/compiler\.js$/ }, () => ({ path: `../${COMPILER}`, external: true }));
  },
};

rmSync(out, { recursive: true, force: true });
const packages = await bundleLazyPackages(LAZY_PACKAGES, { ...shared, outdir: out });
const split = await build({
  ...shared,
  entryPoints: {
    "cli/main": "src/cli/main.ts",
    "library/index": "src/library/index.ts",
    "sandbox/index": "src/sandbox/index.ts",
    "middleware/index": "src/middleware/index.ts",
    "testing/index": "src/testing/index.ts",
    "testing/vitest": "src/testing/vitest.ts",
    // The chunk that starts this thread looks for it in its own folder.
    "chunks/validation-thread": "src/record/validation/validation-thread.ts",
  },
  outdir: out,
  format: "esm",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  metafile: true,
  write: false,
  plugins: [...packages.plugins, compiler],
});
const compilerFile = await build({
  ...shared,
  entryPoints: ["src/generate/compiler.ts"],
  outfile: join(out, COMPILER),
  write: false,
  // The compiler uses variables of CommonJS modules, such as __filename.
  format: "cjs",
  minify: true,
  metafile: true,
});
writeCompressedModule(join(out, COMPILER), compilerFile.outputFiles[0]?.contents, ["ts"]);
await joinChunks(split, ["src/cli/main.ts", "src/cli/actions/check.ts"], {
  ...shared,
  outdir: out,
  format: "esm",
  // This makes the file a fifth smaller, which shortens every start. Names and short lines keep stack traces readable.
  minifyWhitespace: true,
  lineLimit: 120,
});
await minifyPackageChunks(split.metafile, { absWorkingDir: root, target: shared.target });
chmodSync(join(out, "cli/main.js"), 0o755);
const portableOptions = { ...shared, platform: "neutral", target: "es2022", outdir: out } as const;
await build({ ...portableOptions, entryPoints: { types: "generated/types.ts" }, format: "esm" });
const portable = await Promise.all(
  (["esm", "cjs"] as const).map((format) =>
    build({
      ...portableOptions,
      entryPoints: portableEntries,
      format,
      splitting: format === "esm",
      chunkNames: "chunks/[name]-[hash]",
      outExtension: { ".js": format === "esm" ? ".js" : ".cjs" },
      metafile: true,
      plugins: format === "cjs" ? [oneClient] : [],
    }),
  ),
);
// `contract generate` copies these texts into what it writes. The chunk that reads them is in the same folder.
const runtimeText = JSON.stringify(await loadRuntimeText(RUNTIME_NAMES));
writeFileSync(join(out, "chunks/validator-runtime.json.gz"), gzipSync(runtimeText, { level: 9 }));
const runtimeModules = JSON.stringify(Object.fromEntries(await loadRuntimeModules()));
writeFileSync(join(out, "chunks/client-runtime.json.gz"), gzipSync(runtimeModules, { level: 9 }));
// `contract docs` serves these.
const referenceApp = await writeReferenceApp(root, join(out, "chunks/reference-app.json.gz"));
writeReferenceHtml(root, join(out, "reference.html"));
// `contract generate --compile` and `contract gate` compile generated files.
const libraries = JSON.stringify(readCompilerLibraries(LIBRARIES));
writeFileSync(join(out, "chunks/compiler-libraries.json.gz"), gzipSync(libraries, { level: 9 }));
writeFileSync(
  join(out, "THIRD_PARTY_NOTICES.txt"),
  formatNotices(
    [split, compilerFile, referenceApp, ...portable]
      .map(({ metafile }) => metafile)
      .concat(packages.metafiles)
      .flatMap(({ inputs }) => Object.keys(inputs)),
    [referenceApp.notice],
  ),
);
/** The types of the spec are large and have no values, so CommonJS takes those of the ES module. */
const TYPES_OF_ESM = 'export type * from "./types.js" with { "resolution-mode": "import" };\n';

emitDeclarations();
// The declarations of the validators import those in dist/types/generated, so they are copied there.
for (const end of ["ts", "cts"]) {
  const text = readFileSync(join(root, "generated/validators.d.ts"), "utf8");
  writeFileSync(join(out, `types/generated/validators.d.${end}`), end === "cts" ? toCommonJsDeclarations(text) : text);
}
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: unknown };
removeUnusedDeclarations(
  join(out, "types"),
  listTypesEntries(exports).map((path) => join(out, relative("dist", path))),
);
rmSync(dist, { recursive: true, force: true });
renameSync(out, dist);
const bundle: unknown = parse(readFileSync(join(root, "generated/openapi.yaml"), "utf8"));
writeFileSync(join(root, "generated/openapi.json"), `${JSON.stringify(bundle, null, 2)}\n`);
writeFileSync(join(dist, "config.schema.json"), `${JSON.stringify(CONFIG_SCHEMA, null, 2)}\n`);
for (const [name, text] of formatCodePages()) writeFileSync(join(root, "docs", name), text);

function emitDeclarations(): void {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: ["src"] }, ts.sys, root);
  const folders = ["library", "middleware", "sandbox", "testing"].map((name) => `src/${name}/index.ts`);
  const more = ["src/testing/vitest.ts", "src/web-assembly.d.ts"];
  const entries = [...Object.values(portableEntries), ...more, ...folders].map((path) => join(root, path));
  const program = ts.createProgram(entries, {
    ...options,
    noEmit: false,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: root,
    outDir: join(out, "types"),
  });
  // Users may not have @types/node: declare each Buffer as the Uint8Array that it is.
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const declared = text.replaceAll(/\bBuffer(<\w+>)?/g, "Uint8Array");
    ts.sys.writeFile(path, declared);
    // The client and the webhooks also have a CommonJS entry point, which needs declarations for CommonJS.
    if (/types\/(src\/(index|commerce-client|client\/|webhooks\/)|generated\/)/.test(path)) {
      const isTypesOnly = path.endsWith("types/generated/types.d.ts");
      ts.sys.writeFile(path.replace(/\.ts$/, ".cts"), isTypesOnly ? TYPES_OF_ESM : toCommonJsDeclarations(declared));
    }
  });
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length > 0) {
    process.stderr.write(
      ts.formatDiagnostics(problems, {
        getCurrentDirectory: () => root,
        getCanonicalFileName: (name) => name,
        getNewLine: () => "\n",
      }),
    );
    process.exit(1);
  }
}

/** Makes declarations import the CommonJS declarations of other modules. */
function toCommonJsDeclarations(declared: string): string {
  return declared.replaceAll(/((?:from|import|import\() ?"\.[^"]*)\.js"/g, '$1.cjs"');
}

/** Collects the licences of the bundled packages. */
function formatNotices(inputs: readonly string[], more: readonly string[]): string {
  // A package can contain its own node_modules.
  const folders = inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0] ?? []);
  const sections = [...new Set(folders)].map((path) => {
    const folder = join(root, path);
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      name: string;
      version: string;
      license: string;
    };
    // TypeScript lists the third-party code that it contains in a separate file.
    const files = readdirSync(folder).filter((entry) => /^(licen[cs]e|copying|ThirdPartyNotice)/i.test(entry));
    const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
    return [`${name} ${version} (${license})`, ...(texts.length === 0 ? [`Licence: ${license}`] : texts)].join("\n\n");
  });
  return `This package contains the following packages.\n\n${[...new Set([...sections, ...more])].sort().join(`\n\n${"-".repeat(78)}\n\n`)}\n`;
}
