import { dirname, join, relative } from "node:path";
import { type BuildOptions, type BuildResult, build, type Plugin } from "esbuild";

export type SplitBuild = BuildResult<{ write: false; metafile: true }>;
type JoinOptions = BuildOptions & { readonly absWorkingDir: string; readonly outdir: string };

/** The import path of the core, from every entry and chunk: all of them are one folder deep. */
const CORE = "../chunks/core.js";

/** Defines `require`, which bundled CommonJS packages call to load Node modules and which ES modules do not have. */
export const REQUIRE_BANNER = "const require = process.getBuiltinModule;";

/**
 * Writes the output of a split build, and joins the chunks that some outputs load in one file, `chunks/core.js`. One file loads
 * and runs faster than a dozen files that import each other.
 *
 * @param sources entry points whose chunks are joined
 */
export async function joinChunks(split: SplitBuild, sources: readonly string[], options: JoinOptions): Promise<void> {
  const { absWorkingDir, outdir } = options;
  const { outputs } = split.metafile;
  const core = [...collectChunks(split, sources)];
  const rest = Object.keys(outputs).filter((path) => !core.includes(path));
  const texts = new Map(split.outputFiles.map(({ path, text }) => [relative(absWorkingDir, path), addRequire(text)]));
  /** Makes exported names unique: two chunks can export the same name. */
  const exportsOf = (path: string, write: (name: string, unique: string) => string): string =>
    (outputs[path]?.exports ?? []).map((name) => write(name, `${name}_${core.indexOf(path)}`)).join(", ");

  const chunks: Plugin = {
    name: "chunks",
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: /./ }, ({ path, kind }) =>
        kind === "entry-point" ? { path, namespace: path === "core" ? "core" : "chunk" } : undefined,
      );
      onResolve({ filter: /./, namespace: "core" }, ({ path }) => ({ path, namespace: "chunk" }));
      onResolve({ filter: /^\.\.?\//, namespace: "chunk" }, ({ path, importer }) => {
        const target = join(dirname(importer), path);
        if (!core.includes(target)) return { path, external: true };
        return { path: target, namespace: core.includes(importer) ? "chunk" : "in-core", sideEffects: false };
      });
      onResolve({ filter: /./, namespace: "in-core" }, () => ({ path: CORE, external: true }));
      onLoad({ filter: /./, namespace: "core" }, () => ({
        contents: core
          .map((path) => `export { ${exportsOf(path, (name, unique) => `${name} as ${unique}`)} } from "${path}";`)
          .join("\n"),
      }));
      onLoad({ filter: /./, namespace: "chunk" }, ({ path }) => ({ contents: texts.get(path) ?? "" }));
      onLoad({ filter: /./, namespace: "in-core" }, ({ path }) => ({
        contents: `export { ${exportsOf(path, (name, unique) => `${unique} as ${name}`)} } from "${CORE}";`,
      }));
    },
  };
  const nameOf = (path: string): string => relative(outdir, join(absWorkingDir, path)).replace(/\.js$/, "");
  await build({
    ...options,
    packages: "external",
    entryPoints: { "chunks/core": "core", ...Object.fromEntries(rest.map((path) => [nameOf(path), path])) },
    plugins: [chunks],
    // Chunks only declare, so an import without names can be dropped.
    logOverride: { "ignored-bare-import": "silent" },
  });
}

/** Collects the chunks that the outputs of these sources import statically, and those outputs themselves if they are chunks. */
function collectChunks({ metafile: { outputs } }: SplitBuild, sources: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>();
  const add = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    for (const { path: next, kind, external } of outputs[path]?.imports ?? [])
      if (kind === "import-statement" && external !== true) add(next);
  };
  const paths = Object.keys(outputs);
  for (const source of sources) add(paths.find((path) => outputs[path]?.entryPoint === source) ?? source);
  return new Set([...found].filter((path) => dirname(path).endsWith("chunks")));
}

/** Adds the definition of `require` to a chunk that calls or passes it; not to one that mentions it in a string. */
function addRequire(text: string): string {
  return /\btypeof require\b|(?<!["'\w.])require\(/.test(text)
    ? text.replace(/^(#!.*\n)?/, (line) => `${line}${REQUIRE_BANNER}\n`)
    : text;
}
