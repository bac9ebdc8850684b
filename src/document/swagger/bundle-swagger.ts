import type { Diagnostic } from "../diagnostic.js";
import { asObject, isObject, type Json, type JsonObject } from "../json.js";
import { joinPointer, type Pointer, parsePointer } from "../pointer.js";
import type { Bundle } from "../references/bundle-state.js";
import { isLocalReference } from "../references/reference.js";
import { ReferenceResolver } from "../references/reference-resolver.js";
import type { SourceFile } from "../source-file.js";
import { formatLocation } from "../source-location.js";
import {
  type Conversion,
  convertMap,
  followToPointer,
  type Place,
  reserveName,
  resolveReference,
  type Section,
  SOURCE_SECTIONS,
  setOrigin,
} from "./conversion.js";
import { isBodyPart } from "./convert-body.js";
import { convertParameter } from "./convert-parameter.js";
import { convertPathItem } from "./convert-paths.js";
import { convertResponseObject } from "./convert-response.js";
import { convertSchema } from "./convert-schema.js";
import { convertSecurityScheme } from "./convert-security.js";
import { createServers } from "./convert-servers.js";

/** Fields that have another place or another form in OpenAPI 3.0. */
const CONVERTED_FIELDS: ReadonlySet<string> = new Set([
  ...["swagger", "host", "basePath", "schemes", "consumes", "produces", "paths"],
  ...["definitions", "parameters", "responses", "securityDefinitions", "servers", "components"],
]);

/**
 * Converts a Swagger 2.0 document to OpenAPI 3.0, with the files that it refers to. Each object of the result knows its source.
 *
 * @see https://spec.openapis.org/oas/v2.0.html
 */
export function bundleSwagger(entry: SourceFile, read: (path: string) => SourceFile): Bundle {
  const root = entry.value as JsonObject;
  const conversion: Conversion = {
    entry,
    resolver: new ReferenceResolver({ entry, read }),
    consumes: root.consumes,
    produces: root.produces,
    origins: new Map([["", { file: entry, pointer: "" }]]),
    referenced: new Set(),
    diagnostics: [],
    unresolved: new Map(),
    repaired: new Map(),
    placed: new Map(),
    taken: new Set(),
    pending: [],
  };
  const sections: Sections = new Map();
  for (const section of ["schemas", "parameters", "responses"] as const) reserveSection(conversion, section);
  const at = (source: Pointer, target: Pointer): Place => ({ file: entry, source, target });
  const { paths, securityDefinitions } = root;
  const convertedPaths =
    paths === undefined
      ? undefined
      : convertMap(paths, at("/paths", "/paths"), (it, place) => convertPathItem(conversion, it, place));
  convertPending(conversion, sections);
  if (securityDefinitions !== undefined) {
    const place = at("/securityDefinitions", "/components/securitySchemes");
    setOrigin(conversion, place);
    const schemes = convertMap(securityDefinitions, place, (it, inside) =>
      convertSecurityScheme(conversion, it, inside),
    );
    sections.set("securitySchemes", schemes as Record<string, Json>);
  }
  const others = Object.entries(root).filter(([name]) => !CONVERTED_FIELDS.has(name));
  const { origins, referenced, unresolved, repaired } = conversion;
  // A reference can be followed more than once.
  const diagnostics = [...new Map(conversion.diagnostics.map((it) => [formatDiagnostic(it), it])).values()];
  const result = {
    openapi: "3.0.4",
    ...Object.fromEntries(others),
    servers: createServers(conversion, root, root.schemes, "/servers"),
    ...(convertedPaths === undefined ? {} : { paths: convertedPaths }),
    ...(sections.size === 0 ? {} : { components: Object.fromEntries(sections) }),
  };
  origins.set("/openapi", { file: entry, pointer: "/swagger" });
  return { root: result, origins, referenced, diagnostics, unresolved, repaired };
}

function formatDiagnostic(diagnostic: Diagnostic): string {
  return `${formatLocation(diagnostic)} ${diagnostic.message}`;
}

type Sections = Map<string, Record<string, Json>>;

/** Gives every shared object of the document its component. Bodies and forms have none, because operations inline them. */
function reserveSection(conversion: Conversion, section: Section): void {
  const { entry, placed, pending } = conversion;
  const name = SOURCE_SECTIONS[section];
  setOrigin(conversion, { file: entry, source: joinPointer("", name), target: joinPointer("/components", section) });
  for (const [key, value] of Object.entries(asObject((entry.value as JsonObject)[name]) ?? {})) {
    if (key.startsWith("x-") && !isObject(value)) continue;
    const source = joinPointer("", name, key);
    const at = { file: entry, source, target: reserveName(conversion, section, key) };
    const reference = asObject(value)?.$ref;
    const isAlias = typeof reference === "string" && !isLocalReference(reference);
    const target = isAlias ? followToPointer(conversion, entry, reference) : undefined;
    if (section === "parameters" && isBodyPart(resolveReference(conversion, value, at)?.value ?? null)) continue;
    placed.set(`${entry.path}#${source}`, at.target);
    // A component that is only a reference to another file is the component of its target.
    if (typeof target === "object") {
      placed.set(`${target.file.path}#${target.pointer}`, at.target);
      pending.push({ at: { ...at, file: target.file, source: target.pointer }, value: target.value });
    } else pending.push({ at, value });
  }
}

/** Converts components, which may refer to more. */
function convertPending(conversion: Conversion, sections: Sections): void {
  for (let next = conversion.pending.shift(); next !== undefined; next = conversion.pending.shift()) {
    const { at, value } = next;
    const [, section = "", name = ""] = parsePointer(at.target);
    const components = sections.get(section) ?? {};
    sections.set(section, components);
    // A component can have the name of a property that objects inherit, such as `__proto__`.
    const converted = convertComponent(conversion, section, value, at);
    Object.defineProperty(components, name, { value: converted, enumerable: true, configurable: true, writable: true });
  }
}

function convertComponent(conversion: Conversion, section: string, value: Json, at: Place): Json {
  if (section === "schemas") return convertSchema(conversion, value, at);
  const found = resolveReference(conversion, value, at);
  if (found === undefined || !isObject(found.value)) return value;
  return section === "parameters"
    ? convertParameter(conversion, found.value, found.at)
    : convertResponseObject(conversion, found.value, found.at, conversion.produces);
}
