import { join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

/** A package that a run may do without, or one of Node's own modules, which takes a millisecond or two to load as well. */
export type Seldom = {
  /** Of its file in `dist/packages`, or of Node's module. */
  readonly name: string;
  /** None for one of Node's. */
  readonly entry?: string;
  /** What is said where it is imported. */
  readonly imported: RegExp;
  /** Whose imports are meant, by their paths; all when it is left out. */
  readonly importers?: RegExp;
  /** What is imported of it, all of it functions or classes; `default` is the whole of it. */
  readonly exports: readonly string[];
};

/** Every entry and chunk lies one folder deep, beside this one. */
const FOLDER = "packages";

/**
 * Bundles such packages by themselves, and leaves of each in the bundle what loads it with the first call: reading the text
 * of one takes longer than judging a short recording.
 */
export async function whenNeeded(
  seldom: readonly Seldom[],
  { outdir, ...options }: BuildOptions & { readonly outdir: string },
): Promise<{ readonly plugins: Plugin[]; readonly metafile: Metafile }> {
  const { metafile } = await build({
    ...options,
    entryPoints: Object.fromEntries(seldom.flatMap(({ name, entry }) => (entry === undefined ? [] : [[name, entry]]))),
    outdir: join(outdir, FOLDER),
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    minifyWhitespace: true,
    lineLimit: 120,
    metafile: true,
  });
  return { plugins: seldom.map(standIn), metafile };
}

function standIn({ name, entry, imported, importers = /./, exports }: Seldom): Plugin {
  const namespace = `${name}-when-needed`;
  const file = `../${FOLDER}/${name}.cjs`;
  const loaded = entry === undefined ? `process.getBuiltinModule("${name}")` : `require("${file}")`;
  const contents = [
    `let loaded; const load = () => (loaded ??= ${loaded});`,
    ...exports.map((it) =>
      it === "default"
        ? "export default new Proxy({}, { get: (_, name) => load()[name] });"
        : `export function ${it}(...given) { const real = load().${it}; return new.target ? new real(...given) : real(...given); }`,
    ),
  ].join("\n");
  return {
    name: namespace,
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: imported }, ({ importer }) =>
        importers.test(importer) ? { path: name, namespace, sideEffects: false } : undefined,
      );
      onResolve({ filter: /./, namespace }, () => ({ path: file, external: true }));
      onLoad({ filter: /./, namespace }, () => ({ contents }));
    },
  };
}
