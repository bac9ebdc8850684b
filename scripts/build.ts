/** Builds the package: every entry bundled with what it needs, so that installing it installs nothing else. */
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import ts from "typescript";
import { RUNTIME_NAMES, runtimeText } from "../src/generate/runtime-text.js";
import { joinChunks } from "./join-chunks.js";
import { removeUnusedDeclarations, typesEntries } from "./unused-declarations.js";
import { PACKAGES, whenNeeded } from "./when-needed.js";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

/** Beside it until all of it is there: whoever uses the package meanwhile has the one before. */
const out = `${dist}-next`;

/** The user installs these when a command needs them; only a checkout needs esbuild. */
const optionalPeers = ["vitest", "@stoplight/*", "@photostructure/sqlite", "esbuild"];

/** pg works without its native part. */
const notBundled = [...optionalPeers, "pg-native", PACKAGES];

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  external: notBundled,
  legalComments: "none",
} as const;

/** Subpaths that run in browsers, workers and every other runtime too. */
const portableEntries = {
  index: "src/index.ts",
  "client/index": "src/client/index.ts",
  "client/validate-calls": "src/client/validate-calls.ts",
  "webhooks/index": "src/webhooks/index.ts",
  "webhooks/verify": "src/webhooks/verify.ts",
};

/** CommonJS has no chunks: `index.cjs` requires the client's file, so that both export the same `CallError`. */
const oneClient: Plugin = {
  name: "one-client",
  setup: ({ onResolve }) => {
    onResolve({ filter: /^\.\/client\/index\.js$/ }, () => ({ path: "./client/index.cjs", external: true }));
  },
};

/** The generator of types brings a TypeScript compiler, so it is a file of its own that only `contract generate` loads. */
const TYPE_GENERATOR = "chunks/type-generator.cjs";
const typeGenerator: Plugin = {
  name: "type-generator",
  setup: ({ onResolve }) => {
    onResolve({ filter: /\/type-generator\.js$/ }, () => ({ path: `../${TYPE_GENERATOR}`, external: true }));
  },
};

/** Where a check goes. */
const JUDGING = /\/src\/(exchange|gate|report|probe|diff)\//;

/** Without YAML to read, schemas to compile, findings to tell apart and bodies to unpack, none of these is wanted. */
const seldom = [
  {
    name: "yaml",
    entry: "yaml",
    imported: /^yaml$/,
    exports: [
      "parseDocument",
      "stringify",
      "isAlias",
      "isCollection",
      "isMap",
      "isNode",
      "isScalar",
      "isSeq",
      "LineCounter",
    ],
  },
  { name: "ajv", entry: "./src/schema/ajv-package.ts", imported: /\/ajv-package\.js$/, exports: ["ajvPackage"] },
  { name: "node:crypto", imported: /^node:crypto$/, importers: JUDGING, exports: ["createHash"] },
  { name: "node:zlib", imported: /^node:zlib$/, importers: JUDGING, exports: ["default", "createGunzip"] },
  // Of commands in files of their own, which there are none of.
  { name: "node:child_process", imported: /^node:child_process$/, importers: /\/commander\//, exports: ["spawn"] },
];

rmSync(out, { recursive: true, force: true });
const packages = await whenNeeded(seldom, { ...shared, outdir: out });
const split = await build({
  ...shared,
  entryPoints: {
    "cli/main": "src/cli/main.ts",
    "library/index": "src/library/index.ts",
    "sandbox/index": "src/sandbox/index.ts",
    "testing/index": "src/testing/index.ts",
    "testing/vitest": "src/testing/vitest.ts",
    // Beside the chunk that starts it.
    "chunks/judge-thread": "src/record/judge-thread.ts",
  },
  outdir: out,
  format: "esm",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  metafile: true,
  write: false,
  plugins: [...packages.plugins, typeGenerator],
});
const generator = await build({
  ...shared,
  entryPoints: ["src/generate/type-generator.ts"],
  outfile: join(out, TYPE_GENERATOR),
  // The compiler uses the names of a CommonJS module, such as __filename.
  format: "cjs",
  minify: true,
  metafile: true,
});
await joinChunks(split, ["src/cli/main.ts", "src/cli/check.ts"], {
  ...shared,
  outdir: out,
  format: "esm",
  // A fifth less to read at every start; names stay, and lines short enough to point at.
  minifyWhitespace: true,
  lineLimit: 120,
});
chmodSync(join(out, "cli/main.js"), 0o755);
const anywhere = { ...shared, platform: "neutral", target: "es2022", outdir: out } as const;
await build({ ...anywhere, entryPoints: { types: "generated/types.ts" }, format: "esm" });
// What runs in browsers, workers and every other runtime too.
const portable = await Promise.all(
  (["esm", "cjs"] as const).map((format) =>
    build({
      ...anywhere,
      entryPoints: portableEntries,
      format,
      splitting: format === "esm",
      chunkNames: "chunks/[name]-[hash]",
      outExtension: { ".js": format === "esm" ? ".js" : ".cjs" },
      sourcemap: true,
      metafile: true,
      plugins: format === "cjs" ? [oneClient] : [],
    }),
  ),
);
// Beside the chunk that reads it: `contract generate` puts this text into the validators it writes.
writeFileSync(join(out, "chunks/validator-runtime.json"), JSON.stringify(await runtimeText(RUNTIME_NAMES)));
writeFileSync(
  join(out, "THIRD_PARTY_NOTICES.txt"),
  notices(
    [split.metafile, generator.metafile, ...packages.metafiles, ...portable.map((built) => built.metafile)].flatMap(
      ({ inputs }) => Object.keys(inputs),
    ),
  ),
);
emitDeclarations();
// Its types import those of the contract, which are declarations only in dist.
for (const end of ["ts", "cts"]) {
  const text = readFileSync(join(root, "generated/validators.d.ts"), "utf8");
  writeFileSync(join(out, `types/generated/validators.d.${end}`), end === "cts" ? ofCommonJs(text) : text);
}
const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { exports: unknown };
removeUnusedDeclarations(
  join(out, "types"),
  typesEntries(exports).map((path) => join(out, relative("dist", path))),
);
rmSync(dist, { recursive: true, force: true });
renameSync(out, dist);

function emitDeclarations(): void {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: ["src"] }, ts.sys, root);
  const folders = ["library", "sandbox", "testing"].map((name) => `src/${name}/index.ts`);
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
  // A stranger has no types of Node's; what is a Buffer within is a Uint8Array to them.
  const { diagnostics } = program.emit(undefined, (path, text) => {
    const declared = text.replaceAll(/\bBuffer(<\w+>)?/g, "Uint8Array");
    ts.sys.writeFile(path, declared);
    // The client and the webhooks have a door for `require` too, whose types have to say so.
    if (/types\/(src\/(index|client\/|webhooks\/)|generated\/)/.test(path)) {
      ts.sys.writeFile(path.replace(/\.ts$/, ".cts"), ofCommonJs(declared));
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

/** Declarations of CommonJS name those of CommonJS. */
function ofCommonJs(declared: string): string {
  return declared.replaceAll(/((?:from|import|import\() ?"\.[^"]*)\.js"/g, '$1.cjs"');
}

/** The licences of the packages that are in the bundle, as they ask. */
function notices(inputs: readonly string[]): string {
  // A package may have packages of its own below it.
  const folders = inputs.flatMap((input) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0] ?? []);
  const sections = [...new Set(folders)].map((path) => {
    const folder = join(root, path);
    const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      name: string;
      version: string;
      license: string;
    };
    // TypeScript lists the code it contains in a file beside its licence.
    const files = readdirSync(folder).filter((entry) => /^(licen[cs]e|copying|ThirdPartyNotice)/i.test(entry));
    const texts = files.map((file) => readFileSync(join(folder, file), "utf8").trim());
    return [`${name} ${version} (${license})`, ...(texts.length === 0 ? [`Licence: ${license}`] : texts)].join("\n\n");
  });
  return `This package contains the following packages.\n\n${[...new Set(sections)].sort().join(`\n\n${"-".repeat(78)}\n\n`)}\n`;
}
