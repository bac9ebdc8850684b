import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { REQUIRE_BANNER } from "./join-chunks.js";

/** A package that a run may do without, or one of Node's own modules, which takes a millisecond or two to load as well. */
export type LazyPackage = {
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

/** By this name package.json leads to what loads them: in Node with the first call, in the bundles of others at once. */
export const PACKAGES = "#packages";

/**
 * Bundles such packages by themselves, and leaves of each in the bundle what loads it with the first call: reading the text
 * of one takes longer than judging a short recording. Others' bundlers see nothing of `require`, so that they are given the
 * same packages as modules that are imported.
 */
export async function bundleLazyPackages(
  seldom: readonly LazyPackage[],
  { outdir, ...options }: BuildOptions & { readonly absWorkingDir: string; readonly outdir: string },
): Promise<{ readonly plugins: Plugin[]; readonly metafiles: readonly Metafile[] }> {
  const folder = join(outdir, "packages");
  const packages = seldom.filter(({ entry }) => entry !== undefined);
  const bundled = (format: "cjs" | "esm") =>
    packages.map(({ name, entry = "", exports }) =>
      build({
        ...options,
        stdin: { contents: `export { ${exports.join(", ")} } from "${entry}";`, resolveDir: options.absWorkingDir },
        outfile: join(folder, `${name}.${format === "cjs" ? "cjs" : "js"}`),
        format,
        ...(format === "esm" ? { banner: { js: REQUIRE_BANNER } } : {}),
        minifyWhitespace: true,
        lineLimit: 120,
        metafile: true,
      }),
    );
  const built = await Promise.all([...bundled("cjs"), ...bundled("esm")]);
  const names = packages.map(({ name }) => name);
  const load = (loaded: (name: string) => string): string =>
    `export const load = { ${names.map((name) => `${name}: () => ${loaded(name)}`).join(", ")} };\n`;
  writeFileSync(
    join(folder, "when-needed.js"),
    [
      'import { createRequire } from "node:module";',
      "const require = createRequire(import.meta.url);",
      load((name) => `require("./${name}.cjs")`),
    ].join("\n"),
  );
  writeFileSync(
    join(folder, "at-once.js"),
    [...names.map((name) => `import * as ${name} from "./${name}.js";`), load((name) => name)].join("\n"),
  );
  return { plugins: seldom.map(createStandIn), metafiles: built.map(({ metafile }) => metafile) };
}

function createStandIn({ name, entry, imported, importers = /./, exports }: LazyPackage): Plugin {
  const namespace = `${name}-when-needed`;
  const isBuiltin = entry === undefined;
  const loaded = isBuiltin ? `process.getBuiltinModule("${name}")` : `packages.${name}()`;
  const contents = [
    ...(isBuiltin ? [] : [`import { load as packages } from "${PACKAGES}";`]),
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
      onResolve({ filter: /./, namespace }, () => ({ path: PACKAGES, external: true }));
      onLoad({ filter: /./, namespace }, () => ({ contents }));
    },
  };
}
