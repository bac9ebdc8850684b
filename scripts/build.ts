/** Builds the package: every entry bundled with what it needs, so that installing it installs nothing else. */
import { chmodSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import ts from "typescript";
import { RUNTIME_BUILD } from "../src/generate/runtime-text.js";
import { joinChunks } from "./join-chunks.js";
import { PACKAGES, whenNeeded } from "./when-needed.js";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");

/** Beside it until all of it is there: whoever uses the package meanwhile has the one before. */
const out = `${dist}-next`;

/** Loaded when a command needs them, from wherever the user has installed them. */
const optionalPeers = ["vitest", "openapi-typescript", "typescript", "esbuild", "@stoplight/*", "@redocly/*"];

/** Native code, which cannot be bundled: SQLite is installed beside where the runtime has none, pg works without its own. */
const native = ["@photostructure/sqlite", "pg-native"];
const notBundled = [...optionalPeers, ...native, PACKAGES];

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  external: notBundled,
  legalComments: "none",
} as const;

/** The client loads the validators by the package's own name when it is asked to judge, and has no copy of them. */
const ownValidators: Plugin = {
  name: "own-validators",
  setup: ({ onResolve }) => {
    onResolve({ filter: /generated\/validators\.js$/ }, () => ({
      path: "commerce-contract/validators",
      external: true,
    }));
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
  plugins: packages.plugins,
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
      entryPoints: { index: "src/index.ts", "webhooks/index": "src/webhooks/index.ts" },
      format,
      // What only `validate` loads stands apart, so that it is in nobody else's bundle.
      splitting: format === "esm",
      chunkNames: "chunks/[name]-[hash]",
      outExtension: { ".js": format === "esm" ? ".js" : ".cjs" },
      sourcemap: true,
      metafile: true,
      plugins: [ownValidators],
    }),
  ),
);
// Beside the chunk that reads it: `contract generate` puts this text into the validators it writes.
await build({
  ...RUNTIME_BUILD,
  absWorkingDir: root,
  entryPoints: ["src/generate/validator-runtime.ts"],
  outdir: join(out, "chunks"),
});
writeFileSync(
  join(out, "THIRD_PARTY_NOTICES.txt"),
  notices(
    [split.metafile, ...packages.metafiles, ...portable.map((built) => built.metafile)].flatMap(({ inputs }) =>
      Object.keys(inputs),
    ),
  ),
);
emitDeclarations();
// Its types import those of the contract, which are declarations only in dist.
for (const end of ["ts", "cts"]) {
  const text = readFileSync(join(root, "generated/validators.d.ts"), "utf8");
  writeFileSync(join(out, `types/generated/validators.d.${end}`), end === "cts" ? ofCommonJs(text) : text);
}
rmSync(dist, { recursive: true, force: true });
renameSync(out, dist);

function emitDeclarations(): void {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: ["src"] }, ts.sys, root);
  const folders = ["library", "sandbox", "testing", "webhooks"].map((name) => `src/${name}/index.ts`);
  const entries = ["src/index.ts", "src/testing/vitest.ts", "src/web-assembly.d.ts", ...folders].map((path) =>
    join(root, path),
  );
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
  const names = inputs.flatMap((input) => /^node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []);
  const sections = [...new Set(names)].sort().map((name) => {
    const folder = join(root, "node_modules", name);
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
      version: string;
      license: string;
    };
    const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
    const text = file === undefined ? `Licence: ${license}` : readFileSync(join(folder, file), "utf8").trim();
    return `${name} ${version} (${license})\n\n${text}`;
  });
  return `This package contains the following packages.\n\n${sections.join(`\n\n${"-".repeat(78)}\n\n`)}\n`;
}
