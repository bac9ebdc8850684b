/** Builds the package: every entry bundled with what it needs, so that installing it installs nothing else. */
import { chmodSync, copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import ts from "typescript";
import { RUNTIME_BUILD } from "../src/generate/runtime-text.js";

const root = join(import.meta.dirname, "..");
const out = join(root, "dist");

/** Loaded when a command needs them, from wherever the user has installed them. */
const optionalPeers = ["openapi-typescript", "typescript", "esbuild", "@stoplight/*", "@redocly/*"];

/** Native code, which cannot be bundled: SQLite is installed beside where the runtime has none, pg works without its own. */
const native = ["@photostructure/sqlite", "pg-native"];
const notBundled = [...optionalPeers, ...native];

/** Some bundled packages are CommonJS and ask for Node's modules by `require`. */
const requireBanner =
  'import { createRequire as createRequireOfBundle } from "node:module"; const require = createRequireOfBundle(import.meta.url);';

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

rmSync(out, { recursive: true, force: true });
const { metafile } = await build({
  ...shared,
  entryPoints: {
    "cli/main": "src/cli/main.ts",
    "gate/index": "src/gate/index.ts",
    "sandbox/index": "src/sandbox/index.ts",
    "webhooks/index": "src/webhooks/index.ts",
  },
  outdir: out,
  format: "esm",
  splitting: true,
  chunkNames: "chunks/[name]-[hash]",
  banner: { js: requireBanner },
  metafile: true,
});
chmodSync(join(out, "cli/main.js"), 0o755);
await build({
  ...shared,
  entryPoints: { index: "src/index.ts", types: "generated/types.ts" },
  outdir: out,
  format: "esm",
  platform: "neutral",
  plugins: [ownValidators],
});
// Beside the chunk that reads it: `contract generate` puts this text into the validators it writes.
await build({
  ...RUNTIME_BUILD,
  absWorkingDir: root,
  entryPoints: ["src/generate/validator-runtime.ts"],
  outdir: join(out, "chunks"),
});
writeFileSync(join(out, "THIRD_PARTY_NOTICES.txt"), notices(Object.keys(metafile.inputs)));
emitDeclarations();
// Its types import those of the contract, which are declarations only in dist.
copyFileSync(join(root, "generated/validators.d.ts"), join(out, "types/generated/validators.d.ts"));

function emitDeclarations(): void {
  const { config } = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
  const { options } = ts.parseJsonConfigFileContent({ ...config, include: ["src"] }, ts.sys, root);
  const entries = ["src/index.ts", ...["gate", "sandbox", "webhooks"].map((name) => `src/${name}/index.ts`)].map(
    (path) => join(root, path),
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
  const { diagnostics } = program.emit(undefined, (path, text) =>
    ts.sys.writeFile(path, text.replaceAll(/\bBuffer(<\w+>)?/g, "Uint8Array")),
  );
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
