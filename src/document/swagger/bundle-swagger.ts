import { formatDiagnosticLines } from "../diagnostic.js";
import {
  asArray,
  asObject,
  asString,
  dropUndefined,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  parsePointer,
  takeName,
} from "../json.js";
import { getOrCreate } from "../memoize.js";
import { listExpressions } from "../operations.js";
import { type Bundle, createBundleRecord } from "../references/bundle.js";
import { isLocalReference, ReferenceResolver } from "../references/reference-resolver.js";
import type { SourceFile } from "../source-file.js";
import {
  type Conversion,
  convertMap,
  createComponentReference,
  followToPointer,
  joinPlace,
  listMediaTypes,
  type Place,
  type PlacedObject,
  reserveName,
  resolveReference,
  type Section,
  SOURCE_SECTIONS,
  setOrigin,
  withTarget,
} from "./conversion.js";
import { convertBody, convertForm, isBodyPart } from "./convert-body.js";
import { convertHeader, convertParameter, convertSchema } from "./convert-schema.js";

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
  const record = createBundleRecord(entry);
  const conversion: Conversion = {
    ...record,
    entry,
    resolver: new ReferenceResolver({ entry, read }),
    consumes: root.consumes,
    produces: root.produces,
    placed: new Map(),
    taken: new Set(),
    pending: [],
    credentials: {},
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
  if (securityDefinitions !== undefined || Object.keys(conversion.credentials).length > 0) {
    const place = at("/securityDefinitions", "/components/securitySchemes");
    setOrigin(conversion, place);
    const schemes = convertMap(securityDefinitions ?? {}, place, (it, inside) =>
      convertSecurityScheme(conversion, it, inside),
    );
    sections.set("securitySchemes", { ...(schemes as Record<string, Json>), ...conversion.credentials });
  }
  const others = Object.entries(root).filter(([name]) => !CONVERTED_FIELDS.has(name));
  // A reference can be followed more than once.
  const diagnostics = [...new Map(record.diagnostics.map((it) => [formatDiagnosticLines([it]), it])).values()];
  const result = {
    openapi: "3.0.4",
    ...Object.fromEntries(others),
    servers: createServers(conversion, root, root.schemes, "/servers"),
    ...(convertedPaths === undefined ? {} : { paths: convertedPaths }),
    ...(sections.size === 0 ? {} : { components: Object.fromEntries(sections) }),
  };
  record.origins.set("/openapi", { file: entry, pointer: "/swagger" });
  return { ...record, root: result, diagnostics };
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
    const parameter = (section === "parameters" && resolveReference(conversion, value, at)?.value) || {};
    if (isBodyPart(parameter) || isCredential(parameter)) continue;
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
    const components = getOrCreate(sections, section, () => ({}));
    // A component can have the name of a property that objects inherit, such as `__proto__`.
    const converted = convertComponent(conversion, section, value, at);
    Object.defineProperty(components, name, { value: converted, enumerable: true, configurable: true, writable: true });
  }
}

function convertComponent(conversion: Conversion, section: string, value: Json, at: Place): Json {
  if (section === "schemas") return convertSchema(conversion, value, at);
  const found = resolveReference(conversion, value, at);
  if (found === undefined) return value;
  return section === "parameters"
    ? convertParameter(conversion, found.value, found.at)
    : convertResponseObject(conversion, found, conversion.produces);
}

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch"]);

/** Converts a Path Item Object. One in another file is inlined. */
function convertPathItem(conversion: Conversion, value: Json, at: Place): Json {
  const found = resolveReference(conversion, value, at);
  if (found === undefined) return value;
  const { value: item, at: place } = found;
  setOrigin(conversion, place);
  const listed = joinPlace(place, "parameters");
  const shared = splitParameters(conversion, item.parameters, listed);
  const fields = Object.entries(item).flatMap(([name, field]): [string, Json][] => {
    if (name === "parameters") return shared.others.length === 0 ? [] : [[name, shared.others]];
    if (!METHODS.has(name) || !isObject(field)) return [[name, field]];
    return [[name, convertOperation(conversion, field, joinPlace(place, name), { ...shared, at: listed })]];
  });
  return Object.fromEntries(fields);
}

type SharedParameters = SplitParameters & { readonly at: Place };

function convertOperation(conversion: Conversion, value: JsonObject, at: Place, shared: SharedParameters): JsonObject {
  setOrigin(conversion, at);
  const { consumes = conversion.consumes, produces = conversion.produces, schemes, ...stated } = value;
  const listed = joinPlace(at, "parameters");
  const own = splitParameters(conversion, value.parameters, listed);
  const inherited = shared.bodyParts.filter((part) => !own.bodyParts.some((it) => overrides(it, part)));
  const bodyAt = withTarget({ ...(own.bodyParts.length > 0 ? listed : shared.at), target: at.target }, "requestBody");
  const body = convertBodyParts(conversion, [...own.bodyParts, ...inherited], consumes, bodyAt);
  const parameters = [...own.others, ...body.unused.map(({ value: unused }) => unused)];
  for (const [index, { at: from }] of body.unused.entries())
    setOrigin(conversion, { ...from, target: withTarget(listed, own.others.length + index).target });
  const [credential] = [...own.credentials, ...shared.credentials];
  const rest =
    credential === undefined ? stated : { ...stated, security: addCredential(conversion, credential, value) };
  const fields = Object.entries(rest).flatMap(([name, field]): [string, Json][] => {
    if (name === "parameters") return parameters.length === 0 && Array.isArray(field) ? [] : [[name, parameters]];
    if (name !== "responses") return [[name, field]];
    const inside = joinPlace(at, name);
    return [[name, convertMap(field, inside, (it, place) => convertResponse(conversion, it, place, produces))]];
  });
  return {
    ...Object.fromEntries(fields),
    ...(body.content === undefined ? {} : { requestBody: body.content }),
    ...(schemes === undefined ? {} : { servers: createOperationServers(conversion, schemes, at) }),
  };
}

function createOperationServers(conversion: Conversion, schemes: Json, at: Place): Json {
  const { target } = joinPlace(at, "servers");
  const servers = createServers(conversion, conversion.entry.value as JsonObject, schemes, target);
  setOrigin(conversion, { ...joinPlace(at, "schemes"), target });
  return servers;
}

/** An operation replaces a shared body, and a shared field of a form by its name. */
function overrides({ value: own }: PlacedObject, { value: shared }: PlacedObject): boolean {
  return own.in === "body" || shared.in === "body" || own.name === shared.name;
}

/** More than one body, or a body beside a form, is an error: the others stay parameters, which lint reports. */
function convertBodyParts(
  conversion: Conversion,
  parts: readonly PlacedObject[],
  consumes: Json | undefined,
  at: Place,
): { readonly content?: JsonObject; readonly unused: readonly PlacedObject[] } {
  const [first] = parts;
  if (first === undefined) return { unused: [] };
  const isForm = first.value.in === "formData";
  const used = isForm ? parts.filter(({ value }) => value.in === "formData") : [first];
  const unused = parts.filter((part) => !used.includes(part));
  const body = { ...first, at: { ...first.at, target: at.target } };
  const content = isForm ? convertForm(conversion, used, consumes, at) : convertBody(conversion, body, consumes);
  return { content, unused };
}

type SplitParameters = Record<"bodyParts" | "credentials", readonly PlacedObject[]> & {
  readonly others: readonly Json[];
};

/** Converts the parameters of a list except those that are parts of the body or credentials. */
function splitParameters(conversion: Conversion, list: Json | undefined, at: Place): SplitParameters {
  const others: Json[] = [];
  const bodyParts: PlacedObject[] = [];
  const credentials: PlacedObject[] = [];
  setOrigin(conversion, at);
  for (const [index, value] of asArray(list).entries()) {
    const place = { ...joinPlace(at, index), target: withTarget(at, others.length).target };
    const found = resolveReference(conversion, value, place);
    if (found === undefined) others.push(value);
    else if (isBodyPart(found.value)) bodyParts.push(found);
    else if (isCredential(found.value)) credentials.push(found);
    else others.push(convertListedParameter(conversion, value, place, found));
  }
  return { others, bodyParts, credentials };
}

/** Whether a parameter is the header Authorization, which OpenAPI 3.0 ignores as a parameter and Swagger 2.0 does not. */
function isCredential({ in: location, name }: JsonObject): boolean {
  return location === "header" && /^authorization$/i.test(String(name));
}

/** Adds a credential to each alternative of the security of an operation that sends no other one in this header. */
function addCredential(conversion: Conversion, { value, at }: PlacedObject, operation: JsonObject): Json {
  const { securityDefinitions, security } = conversion.entry.value as JsonObject;
  const definitions = asObject(securityDefinitions) ?? {};
  const known = Object.entries(definitions).flatMap(([name, it]) =>
    isObject(it) && (isCredential(it) || /^(basic|oauth2)$/.test(String(it.type))) ? [name] : [],
  );
  const [name = takeName("Authorization", new Set(Object.keys(definitions)), "-")] = known;
  if (known.length === 0) {
    const text = dropUndefined({ description: value.description });
    setOrigin(conversion, { ...at, target: joinPointer("/components/securitySchemes", name) });
    conversion.credentials[name] = { type: "apiKey", in: "header", name: "Authorization", ...text };
  }
  const stated = asArray(operation.security ?? security).filter(isObject);
  return (stated.length === 0 ? [{}] : stated).flatMap((alternative) => {
    if (known.some((it) => Object.hasOwn(alternative, it))) return [alternative];
    return [{ ...alternative, [name]: [] }, ...(value.required === true ? [] : [alternative])];
  });
}

/** A shared parameter stays shared. */
function convertListedParameter(conversion: Conversion, value: Json, at: Place, found: PlacedObject): Json {
  const reference = isObject(value) ? value.$ref : undefined;
  if (typeof reference !== "string") return convertParameter(conversion, found.value, at);
  const target = followToPointer(conversion, at.file, reference);
  if (typeof target === "string") return value;
  setOrigin(conversion, at);
  return { $ref: createComponentReference(conversion, "parameters", target) };
}

/** The names of flows since OpenAPI 3.0. */
const FLOW_NAMES: Readonly<Record<string, string>> = {
  implicit: "implicit",
  password: "password",
  application: "clientCredentials",
  accessCode: "authorizationCode",
};

/** Converts a Security Scheme Object. */
function convertSecurityScheme(conversion: Conversion, value: Json, at: Place): Json {
  if (!isObject(value)) return value;
  setOrigin(conversion, at);
  if (value.type === "basic") return { ...value, type: "http", scheme: "basic" };
  return value.type === "oauth2" ? convertOAuth(conversion, value, at) : value;
}

function convertOAuth(conversion: Conversion, value: JsonObject, at: Place): JsonObject {
  const { flow, authorizationUrl, tokenUrl, scopes = {}, ...rest } = value;
  const name = FLOW_NAMES[String(flow)] ?? String(flow);
  setOrigin(conversion, withTarget(at, "flows", name));
  return { ...rest, flows: { [name]: { ...dropUndefined({ authorizationUrl, tokenUrl }), scopes } } };
}

/** Creates the servers of the document, or of an operation with its own `schemes`. */
function createServers(
  conversion: Conversion,
  root: JsonObject,
  schemes: Json | undefined,
  target: Pointer,
): readonly JsonObject[] {
  const host = asString(root.host);
  const base = (asString(root.basePath) ?? "").replace(/\/+$/, "");
  const names = asArray(schemes).filter((it) => typeof it === "string");
  // Without schemes, the scheme is the one that the spec was fetched with. Few programs on the own machine have a certificate.
  const usual = /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/i.test(host ?? "") ? ["http", "https"] : ["https", "http"];
  const used = names.length === 0 ? usual : names;
  const urls = host === undefined ? [base === "" ? "/" : base] : used.map((scheme) => `${scheme}://${host}${base}`);
  const source = host === undefined ? "/basePath" : "/host";
  setOrigin(conversion, { file: conversion.entry, source, target });
  return urls.map((url, index) => {
    const pointer = joinPointer(target, index);
    setOrigin(conversion, { file: conversion.entry, source, target: pointer });
    setOrigin(conversion, { file: conversion.entry, source, target: joinPointer(pointer, "url") });
    return { url, ...createVariables(url) };
  });
}

/** Templates in a host are no part of Swagger 2.0 but common. Each matches any text. */
function createVariables(url: string): JsonObject {
  const names = listExpressions(url);
  return names.length === 0 ? {} : { variables: Object.fromEntries(names.map((name) => [name, { default: name }])) };
}

/** The media type of responses that no `produces` describes: any. Swagger 2.0 states no default. */
const DEFAULT_RESPONSE_TYPE = "*/*";

/** Converts a response of an operation. A shared response is inlined where the operation has its own `produces`. */
function convertResponse(conversion: Conversion, value: Json, at: Place, produces: Json | undefined): Json {
  if (!isObject(value)) return value;
  if (typeof value.$ref !== "string") return convertResponseObject(conversion, { value, at }, produces);
  const target = followToPointer(conversion, at.file, value.$ref);
  if (typeof target !== "string" && produces === conversion.produces) {
    setOrigin(conversion, at);
    return { $ref: createComponentReference(conversion, "responses", target) };
  }
  const found = resolveReference(conversion, value, at);
  return found === undefined ? value : convertResponseObject(conversion, found, produces);
}

/** Converts the content of a Response Object. Without a schema there is no body. */
function convertResponseObject(conversion: Conversion, { value, at }: PlacedObject, produces?: Json): JsonObject {
  setOrigin(conversion, at);
  const { schema, examples, headers, ...rest } = value;
  const convertHeaderAt = (header: Json, place: Place): Json => convertHeader(conversion, header, place);
  const content = listMediaTypes(produces, DEFAULT_RESPONSE_TYPE).map((type) => {
    const place = { ...withTarget(at, "content", type, "schema"), source: joinPlace(at, "schema").source };
    const example = isObject(examples) && Object.hasOwn(examples, type) ? examples[type] : undefined;
    if (example !== undefined) {
      const { source } = joinPlace(at, "examples", type);
      setOrigin(conversion, { ...withTarget(at, "content", type, "example"), source });
    }
    return [
      type,
      { schema: convertSchema(conversion, schema ?? {}, place), ...(example === undefined ? {} : { example }) },
    ];
  });
  return {
    ...rest,
    ...(headers === undefined ? {} : { headers: convertMap(headers, joinPlace(at, "headers"), convertHeaderAt) }),
    ...(schema === undefined ? {} : { content: Object.fromEntries(content) }),
  };
}
