import { join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";

/** A package that a run may do without. */
export type Seldom = {
  /** Of its file in `dist/packages`. */
  readonly name: string;
  readonly entry: string;
  /** What is said where it is imported. */
  readonly imported: RegExp;
  /** What is imported of it, all of it functions or classes. */
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
    entryPoints: Object.fromEntries(seldom.map(({ name, entry }) => [name, entry])),
    outdir: join(outdir, FOLDER),
    outExtension: { ".js": ".cjs" },
    format: "cjs",
    metafile: true,
  });
  return { plugins: seldom.map(standIn), metafile };
}

function standIn({ name, imported, exports }: Seldom): Plugin {
  const namespace = `${name}-when-needed`;
  const file = `../${FOLDER}/${name}.cjs`;
  const contents = [
    `let loaded; const load = () => (loaded ??= require("${file}"));`,
    ...exports.map(
      (it) =>
        `export function ${it}(...given) { const real = load().${it}; return new.target ? new real(...given) : real(...given); }`,
    ),
  ].join("\n");
  return {
    name: namespace,
    setup: ({ onResolve, onLoad }) => {
      onResolve({ filter: imported }, () => ({ path: name, namespace, sideEffects: false }));
      onResolve({ filter: /./, namespace }, () => ({ path: file, external: true }));
      onLoad({ filter: /./, namespace }, () => ({ contents }));
    },
  };
}
