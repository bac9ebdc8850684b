/** Measures the size of a program as a bundle: minified and compressed, with common bundlers. */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import * as esbuild from "esbuild";
import * as rollup from "rollup";
import { minify } from "terser";
import { build as vite, version as viteVersion } from "vite";

export type Bundle = {
  /** The concatenated files of the bundle. */
  readonly text: string;
  readonly files: number;
  readonly minified: number;
  /** Bytes after `gzip -9` of each file. */
  readonly gzip: number;
  readonly warnings: readonly string[];
};

export type Bundler = {
  readonly name: string;
  /** @param split whether dynamic imports become separate files */
  readonly bundle: (entry: string, split: boolean) => Promise<Bundle>;
};

export const BUNDLERS = {
  esbuild: { name: `esbuild ${esbuild.version}`, bundle: withEsbuild },
  rollup: { name: `Rollup ${rollup.VERSION} and terser`, bundle: withRollup },
  vite: { name: `Vite ${viteVersion}`, bundle: withVite },
} as const satisfies Readonly<Record<string, Bundler>>;

async function withEsbuild(entry: string, splitting: boolean): Promise<Bundle> {
  const { outputFiles, warnings } = await esbuild.build({
    entryPoints: [entry],
    outdir: dirname(entry),
    bundle: true,
    splitting,
    minify: true,
    format: "esm",
    // An import of a Node module fails the build.
    platform: "browser",
    target: "es2022",
    write: false,
    logLevel: "silent",
  });
  return measure(
    outputFiles.map(({ text }) => text),
    warnings.map(({ text }) => text),
  );
}

async function withRollup(entry: string, split: boolean): Promise<Bundle> {
  const warnings: string[] = [];
  const bundle = await rollup.rollup({
    input: entry,
    plugins: [installedPackages],
    onwarn: ({ message }) => warnings.push(message),
  });
  const { output } = await bundle.generate({ format: "esm", inlineDynamicImports: !split });
  await bundle.close();
  const texts = output.map(async (it) =>
    it.type === "chunk" ? ((await minify(it.code, { module: true, ecma: 2020 })).code ?? "") : "",
  );
  return measure(await Promise.all(texts), warnings);
}

/** Resolves installed packages through their `exports`. Without a plugin, Rollup resolves relative files only. */
const installedPackages: rollup.Plugin = {
  name: "installed-packages",
  resolveId(name, importer) {
    const [, own, subpath = ""] = /^((?:@[^/]+\/)?[^@./][^/]*)(\/.*)?$/.exec(name) ?? [];
    if (own === undefined || importer === undefined) return null;
    const folder = join(dirname(importer), "node_modules", own);
    const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const target = exports[`.${subpath}`];
    const path = join(folder, target.import?.default ?? target.default);
    return { id: path, moduleSideEffects: false };
  },
};

async function withVite(entry: string, split: boolean): Promise<Bundle> {
  const warnings: string[] = [];
  const built = await vite({
    root: dirname(entry),
    configFile: false,
    logLevel: "silent",
    build: {
      write: false,
      rolldownOptions: {
        input: entry,
        output: { codeSplitting: split },
        onwarn: ({ message }) => warnings.push(message ?? ""),
      },
    },
  });
  if (!("output" in built)) throw new Error("Vite built more than one bundle");
  return measure(
    built.output.map((it) => (it.type === "chunk" ? it.code : "")),
    warnings,
  );
}

function measure(all: readonly string[], warnings: readonly string[]): Bundle {
  // Bundlers can emit empty files.
  const texts = all.filter((text) => text.trim() !== "");
  const sum = (lengths: readonly number[]): number => lengths.reduce((all, length) => all + length, 0);
  return {
    text: texts.join("\n"),
    files: texts.length,
    minified: sum(texts.map((text) => Buffer.byteLength(text))),
    gzip: sum(texts.map((text) => gzipSync(text, { level: 9 }).length)),
    warnings,
  };
}
