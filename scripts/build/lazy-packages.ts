import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, build, type Metafile, type Plugin } from "esbuild";
import { REQUIRE_BANNER } from "./join-chunks.js";

/** A package or Node module that many runs do not need, and that is loaded when it is first used. */
export type LazyPackage = {
  /** The name of its file in `dist/packages`, or of the Node module. */
  readonly name: string;
  /** The source to bundle; absent for a Node module. */
  readonly entry?: string;
  /** Matches the import specifier. */
  readonly imported: RegExp;
  /** Matches the paths of the importing files. Default: all. */
  readonly importers?: RegExp;
  /** Names that are imported from it, all functions or classes; `default` stands for the whole module. */
  readonly exports: readonly string[];
};

/** The name in `imports` of package.json: Node loads a package with the first call, other bundlers import it statically. */
export const PACKAGES = "#packages";

/**
 * Bundles these packages as separate files, and replaces each in the main bundle with functions that load it with the first call.
 * Loading such a package takes longer than checking a short recording. Bundlers of users cannot follow `require`, so they get the
 * same packages as static imports.
 */
export async function bundleLazyPackages(
  lazyPackages: readonly LazyPackage[],
  { outdir, ...options }: BuildOptions & { readonly absWorkingDir: string; readonly outdir: string },
): Promise<{ readonly plugins: Plugin[]; readonly metafiles: readonly Metafile[] }> {
  const folder = join(outdir, "packages");
  const packages = lazyPackages.filter(({ entry }) => entry !== undefined);
  const bundled = (format: "cjs" | "esm") =>
    packages.map(({ name, entry = "", exports }) =>
      build({
        ...options,
        stdin: { contents: `export { ${exports.join(", ")} } from "${entry}";`, resolveDir: options.absWorkingDir },
        outfile: join(folder, `${name}.${format === "cjs" ? "cjs" : "js"}`),
        format,
        ...(format === "esm" ? { banner: { js: REQUIRE_BANNER } } : {}),
        minify: true,
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
  return { plugins: lazyPackages.map(createStandIn), metafiles: built.map(({ metafile }) => metafile) };
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
