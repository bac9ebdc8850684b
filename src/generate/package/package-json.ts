import { asObject, asString, type Document } from "../../document/index.js";
import {
  type ClientConfig,
  DEFAULT_RUNTIME,
  getRuntimeModule,
  hasValidators,
  INTEGRATION_FILES,
  INTEGRATIONS,
  type PackageConfig,
} from "../client/client-config.js";

/** Name and version of this package, which a generated one depends on. */
export type RuntimePackage = { readonly name: string; readonly version: string };

export type PackageFacts = ReturnType<typeof readPackageFacts>;

/** Reads from a spec what its package says about itself. The configuration overrides the spec. */
export function readPackageFacts(document: Document, config: PackageConfig = {}) {
  const info = asObject(document.root.info) ?? {};
  const title = asString(info.title) ?? "api";
  return {
    name: config.name ?? toPackageName(title),
    version: config.version ?? toVersion(asString(info.version) ?? ""),
    license: config.license ?? readLicense(asObject(info.license)),
    title,
    description:
      asString(info.summary) ??
      asString(info.description)
        ?.split(/\n\s*\n/)[0]
        ?.replaceAll(/\s+/g, " "),
  };
}

/** Formats `package.json`: ES modules and CommonJS, each with its types. */
export function formatPackageJson(
  { name, version, license, title, description }: PackageFacts,
  config: ClientConfig,
  { name: runtimePackage, version: runtimeVersion }: RuntimePackage,
): string {
  const { webhooks, with: wanted = [] } = config;
  const runtime = getRuntimeModule(config);
  const isInlined = runtime.startsWith(".");
  const hasBundle = wanted.includes("bundle");
  const further = INTEGRATIONS.filter((name) => wanted.includes(name)).map((name) => INTEGRATION_FILES[name]);
  const subpath = (file: string) => ({
    import: { types: `./esm/${file}.d.ts`, default: `./esm/${file}.js` },
    require: { types: `./cjs/${file}.d.ts`, default: `./cjs/${file}.js` },
  });
  const content = {
    name,
    version,
    description: description ?? `Client of ${title}.`,
    ...(license === undefined ? {} : { license }),
    [GENERATOR_MEMBER]: runtimePackage,
    type: "module",
    sideEffects: false,
    engines: { node: ">=20" },
    main: "./cjs/client.js",
    module: "./esm/client.js",
    types: "./cjs/client.d.ts",
    exports: {
      ".": subpath("client"),
      "./calls": subpath("calls"),
      ...(hasValidators(config) ? { "./validators": subpath("validators") } : {}),
      ...(isInlined ? { "./runtime": subpath("runtime/index") } : {}),
      ...(webhooks === undefined ? {} : { "./webhooks": subpath("webhooks") }),
      ...Object.fromEntries(further.map((file) => [`./${file}`, subpath(file)])),
      ...(hasBundle ? { "./openapi.json": "./openapi.json" } : {}),
      "./package.json": "./package.json",
    },
    files: ["esm", "cjs", ...(hasBundle ? ["openapi.json"] : [])],
    ...(wanted.includes("msw")
      ? { peerDependencies: { msw: "^2.0.0" }, peerDependenciesMeta: { msw: { optional: true } } }
      : {}),
    ...(runtime === DEFAULT_RUNTIME ? { dependencies: { [runtimePackage]: `^${runtimeVersion}` } } : {}),
  };
  return `${JSON.stringify(content, undefined, 2)}\n`;
}

/** Marks a generated `package.json`, because JSON has no comments. */
export const GENERATOR_MEMBER = "generatedBy";

function toPackageName(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-+|-+$/g, "");
  return name === "" ? "api-client" : name.slice(0, 200);
}

/** A version of a spec as a semantic version: `v2` becomes `2.0.0`. Any other text becomes `0.1.0`. */
function toVersion(text: string): string {
  const [found, major = "0", minor = "0", patch = "0", rest = ""] =
    /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?([-+][\w.+-]+)?$/.exec(text) ?? [];
  if (found === undefined) return "0.1.0";
  return `${[major, minor, patch].map(Number).join(".")}${rest}`;
}

/** An identifier, or a name that looks like one. Names such as `Apache 2.0` are no identifiers. */
function readLicense(license: { readonly [name: string]: unknown } = {}): string | undefined {
  const { identifier, name } = license;
  if (typeof identifier === "string") return identifier;
  return typeof name === "string" && /^[\w.+-]+$/.test(name) ? name : undefined;
}
