import { DocumentError, formatLocation } from "./diagnostic.js";
import { type Document, type ResolvedObject, resolveChildren, resolvePointer } from "./document.js";
import {
  asArray,
  asObject,
  asString,
  getLocalReferenceTarget,
  isObject,
  type Json,
  type JsonObject,
  joinPointer,
  type Pointer,
  valueAt,
} from "./json.js";
import { memoizeByObject } from "./memoize.js";
import { readServers, type Server } from "./servers.js";
import { METHOD_NAMES, mapObjects, type ObjectKind } from "./structure.js";

/**
 * One operation of the spec: its pointer, and the pointers of its parts with every `$ref` resolved.
 *
 * It contains pointers to schemas, but never the schemas.
 */
export type Operation = {
  readonly pointer: Pointer;
  /** The operationId, or method and path such as `GET /orders` if there is none. */
  readonly id: string;
  readonly kind: "path" | "webhook";
  /** Upper case, except the methods of `additionalOperations`. */
  readonly method: string;
  /** The path template, or the name of the webhook. */
  readonly path: string;
  readonly tags: readonly string[];
  readonly servers: readonly Server[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: readonly ResponseDefinition[];
  /** Alternative sets of security requirements. An empty list, or an empty set in it, requires nothing. */
  readonly security: readonly SecurityAlternative[];
  readonly securityPointer: Pointer;
  /** Why its request cannot be checked: unresolved references in parameters or the body. */
  readonly gaps?: readonly string[];
};

type ParameterStyle =
  | "matrix"
  | "label"
  | "simple"
  | "form"
  | "cookie"
  | "spaceDelimited"
  | "pipeDelimited"
  | "deepObject";

export type Parameter = {
  readonly pointer: Pointer;
  readonly name: string;
  /** `querystring` is the whole query string, and always has `content`. */
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
  readonly required: boolean;
  /** Whether the value of a path parameter may contain slashes (`x-multi-segment`). */
  readonly isMultiSegment?: boolean;
} & Serialization;

/** The location of a parameter; the whole query string counts as a query. */
export function getParameterLocation({ in: location }: Pick<Parameter, "in">): Exclude<Parameter["in"], "querystring"> {
  return location === "querystring" ? "query" : location;
}

/** The serialization of a parameter or header: by style and schema, or by a media type. */
export type Serialization = {
  readonly style: ParameterStyle;
  readonly explode: boolean;
  readonly allowReserved: boolean;
  readonly allowEmptyValue: boolean;
  /** The pointer of its schema; undefined if it has none, or has `content`. */
  readonly schema?: Pointer;
  readonly content?: MediaTypeDefinition;
};

/** How a form writes a field unless the spec says otherwise. */
export const FORM_SERIALIZATION = {
  style: "form",
  explode: true,
  allowReserved: false,
  allowEmptyValue: false,
} as const satisfies Serialization;

export type HeaderDefinition = {
  readonly pointer: Pointer;
  readonly name: string;
  readonly required: boolean;
} & Serialization;

export type MediaTypeDefinition = {
  readonly pointer: Pointer;
  /** A media type or range as written, such as `application/json` or `image/*`. */
  readonly range: string;
  readonly schema?: Pointer;
  /** The schema of each item of a sequence. */
  readonly itemSchema?: Pointer;
};

export type RequestBody = ReturnType<typeof readRequestBody>;

export type ResponseDefinition = {
  readonly pointer: Pointer;
  /** `200`, `2XX` or `default`. */
  readonly status: string;
  readonly headers: readonly HeaderDefinition[];
  readonly content: readonly MediaTypeDefinition[];
  /** Whether the response has a `content`, which may be empty. Without it, the spec says nothing about a body. */
  readonly hasContent: boolean;
  /** Why a response cannot be checked. */
  readonly gaps?: readonly string[];
};

export type SecurityAlternative = readonly SecurityRequirement[];
export type SecurityRequirement = {
  readonly name: string;
  readonly scopes: readonly string[];
  /** The scheme, or undefined if the spec does not declare it, or its reference cannot be resolved. */
  readonly scheme?: ResolvedObject;
};

/** A key of `paths`: the path, and a query or fragment that some specs append to distinguish operations of one path. */
export type PathTemplate = {
  readonly path: string;
  /** The required query parameters, with their value unless it is a template expression. */
  readonly query: readonly { readonly name: string; readonly value?: string }[];
};

/**
 * Splits a template at `?` and `#`. Neither is part of a path (OpenAPI 3.1.1, Path Templating), which lint reports. A fragment
 * is never sent.
 */
export function parsePathTemplate(template: string): PathTemplate {
  const end = template.search(/[?#]/);
  if (end === -1) return { path: template, query: [] };
  const [, behind = ""] = /^\?([^#]*)/.exec(template.slice(end)) ?? [];
  const pairs = behind.split("&").filter((pair) => pair !== "");
  return {
    path: template.slice(0, end),
    query: pairs.map((pair) => {
      const at = pair.indexOf("=");
      if (at === -1) return { name: pair };
      const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
      return /[{}]/.test(value) ? { name } : { name, value };
    }),
  };
}

/** Lists the names in the braces of a template. */
export function listExpressions(template: string): string[] {
  return [...template.matchAll(/\{([^{}]+)\}/g)].map(([, name = ""]) => name);
}

/** A template without its names. Templates that are equal then match the same URLs. */
export function replaceParameterNames(template: string): string {
  return template.replaceAll(/\{[^{}]*\}/g, "{}");
}

/** All operations under `paths` and `webhooks`, in document order. They are read once. */
export const listOperations = memoizeByObject((document: Document): readonly Operation[] => [
  ...listOperationsBelow(document, "/paths", "path"),
  ...listOperationsBelow(document, "/webhooks", "webhook"),
]);

/** The operations of the path items below a pointer: `paths`, `webhooks`, or a callback. */
export function* listOperationsBelow(document: Document, base: Pointer, kind: Operation["kind"]): Iterable<Operation> {
  for (const item of resolveChildren(document, base)) {
    // Under `paths` a name with x- is an extension. A webhook can have such a name.
    if (kind === "path" && item.key.startsWith("x-")) continue;
    for (const [method, ...steps] of listMethods(document, item.value)) {
      const value = asObject(valueAt(item.value, joinPointer("", ...steps)));
      if (value === undefined) continue;
      const pointer = joinPointer(item.pointer, ...steps);
      yield readOperation(document, { kind, path: item.key, method, pointer, item, value });
    }
  }
}

/** Lists each method of a path item with the steps to its operation. */
function listMethods(document: Document, item: JsonObject): [method: string, ...steps: string[]][] {
  const methods = METHOD_NAMES.map((field): [string, string] => [field.toUpperCase(), field]);
  if (document.version !== "3.2") return methods;
  const others = Object.keys(asObject(item.additionalOperations) ?? {}).filter((name) => !name.startsWith("x-"));
  return [
    ...methods,
    ["QUERY", "query"],
    ...others.map((name): [string, string, string] => [name, "additionalOperations", name]),
  ];
}

type OperationSource = {
  readonly kind: Operation["kind"];
  readonly path: string;
  readonly method: string;
  readonly pointer: Pointer;
  readonly item: ResolvedObject;
  readonly value: JsonObject;
};

function readOperation(document: Document, { kind, path, method, pointer, item, value }: OperationSource): Operation {
  const body =
    value.requestBody === undefined ? undefined : resolvePointer(document, joinPointer(pointer, "requestBody"));
  const securityPointer = joinPointer(value.security === undefined ? "" : pointer, "security");
  const parameters = [joinPointer(item.pointer, "parameters"), joinPointer(pointer, "parameters")];
  const parameterGaps = parameters.flatMap((list) =>
    asArray(valueAt(document.root, list)).flatMap((_, index) =>
      listGaps(document, joinPointer(list, index), "parameter"),
    ),
  );
  const gaps = [...parameterGaps, ...listGaps(document, joinPointer(pointer, "requestBody"), "requestBody")];
  return {
    pointer,
    id: asString(value.operationId) || `${method} ${path}`,
    kind,
    method,
    path,
    tags: asArray(value.tags).filter((tag) => typeof tag === "string"),
    servers: readServers(document, [joinPointer(pointer, "servers"), joinPointer(item.pointer, "servers"), "/servers"]),
    parameters: readParameters(document, parameters),
    ...(body === undefined ? {} : { requestBody: readRequestBody(document, body) }),
    responses: readResponses(document, joinPointer(pointer, "responses")),
    security: readSecurity(document, securityPointer),
    securityPointer,
    ...(gaps.length === 0 ? {} : { gaps }),
  };
}

/** Parameters of the operation override those of its path item with the same name and location. */
function readParameters(document: Document, places: readonly Pointer[]): Parameter[] {
  const parameters = new Map<string, Parameter>();
  for (const { pointer, value } of places.flatMap((place) => resolveChildren(document, place))) {
    const name = asString(value.name) ?? "";
    const location = value.in;
    if (!isParameterLocation(document, location)) continue;
    // The specification says to ignore these three header parameters.
    if (location === "header" && /^(accept|content-type|authorization)$/i.test(name)) continue;
    const required = location === "path" || value.required === true;
    const key = `${location} ${location === "header" ? name.toLowerCase() : name}`;
    const style = location === "path" || location === "header" ? "simple" : "form";
    parameters.set(key, {
      pointer,
      name,
      in: location,
      required,
      ...(location === "path" && value["x-multi-segment"] === true ? { isMultiSegment: true } : {}),
      ...readSerialization(document, { pointer, value }, style),
    });
  }
  return [...parameters.values()];
}

/** Whether a version of OpenAPI has a location of parameters. */
export function isParameterLocation(document: Document, location: Json | undefined): location is Parameter["in"] {
  if (location === "querystring") return document.version === "3.2";
  return location === "path" || location === "query" || location === "header" || location === "cookie";
}

/** Reads how a Parameter Object or a Header Object is serialized. `fallback`: the style that its location has by default. */
export function readSerialization(
  document: Document,
  { pointer, value }: ResolvedObject,
  fallback: ParameterStyle,
): Serialization {
  const style = (asString(value.style) as ParameterStyle | undefined) ?? fallback;
  const [content] = readContent(document, pointer);
  return {
    style,
    explode: typeof value.explode === "boolean" ? value.explode : style === "form" || style === "cookie",
    allowReserved: value.allowReserved === true,
    allowEmptyValue: value.allowEmptyValue === true,
    ...(value.schema === undefined ? {} : { schema: joinPointer(pointer, "schema") }),
    ...(content === undefined ? {} : { content }),
  };
}

function readRequestBody(document: Document, { pointer, value }: ResolvedObject) {
  return { pointer, required: value.required === true, content: readContent(document, pointer) };
}

/** A response that cannot be resolved is documented, but nothing is known about it. */
function readResponses(document: Document, base: Pointer): ResponseDefinition[] {
  const statuses = Object.keys(asObject(valueAt(document.root, base)) ?? {}).filter((key) => !key.startsWith("x-"));
  return statuses.flatMap((status) => {
    const at = joinPointer(base, status);
    const gaps = listGaps(document, at, "response");
    const resolved = resolvePointer(document, at);
    const pointer = resolved?.pointer ?? (gaps.length > 0 ? at : undefined);
    if (pointer === undefined) return [];
    const headers = readHeaderDefinitions(document, pointer);
    // HTTP knows no body of these (RFC 9110, section 15), whatever the spec describes.
    const isBodiless = /^(204|205|304)$/.test(status);
    return [
      {
        pointer,
        status,
        headers,
        content: isBodiless ? [] : readContent(document, pointer),
        hasContent: !isBodiless && resolved?.value.content !== undefined,
        ...(gaps.length > 0 ? { gaps } : {}),
      },
    ];
  });
}

/** The headers of a response or an encoding, without Content-Type, which the specification says to ignore. */
export function readHeaderDefinitions(document: Document, pointer: Pointer): HeaderDefinition[] {
  return resolveChildren(document, joinPointer(pointer, "headers"))
    .filter((header) => header.key.toLowerCase() !== "content-type")
    .map((header) => ({
      pointer: header.pointer,
      name: header.key,
      required: header.value.required === true,
      ...readSerialization(document, header, "simple"),
    }));
}

function readContent(document: Document, pointer: Pointer): MediaTypeDefinition[] {
  return resolveChildren(document, joinPointer(pointer, "content")).map((media) => ({
    pointer: media.pointer,
    range: media.key,
    ...(media.value.schema === undefined ? {} : { schema: joinPointer(media.pointer, "schema") }),
    ...(media.value.itemSchema === undefined ? {} : { itemSchema: joinPointer(media.pointer, "itemSchema") }),
  }));
}

function readSecurity(document: Document, pointer: Pointer): SecurityAlternative[] {
  return asArray(valueAt(document.root, pointer)).map((alternative) =>
    Object.entries(asObject(alternative) ?? {}).map(([name, scopes]) => {
      const scheme = resolvePointer(document, getSchemePointer(document, name));
      const isKnown = scheme !== undefined && scheme.value.$ref === undefined;
      return { name, scopes: asArray(scopes).map(String), ...(isKnown ? { scheme } : {}) };
    }),
  );
}

/** The pointer of a security scheme: a component, or since 3.2 the target of a URI with a fragment. */
function getSchemePointer({ root, version }: Document, name: string): Pointer {
  const component = joinPointer("/components/securitySchemes", name);
  if (version !== "3.2" || valueAt(root, component) !== undefined) return component;
  return getLocalReferenceTarget(name) ?? component;
}

/** Schemas are compiled when a value needs them. Nothing is checked by the other kinds. */
const IGNORED_KINDS: ReadonlySet<ObjectKind> = new Set(["schema", "example", "link", "callback"]);

/** Lists why parts of an operation are unknown: references at or below a pointer that cannot be resolved. */
function listGaps(document: Document, start: Pointer, kind: ObjectKind): string[] {
  const { root, unusable } = document;
  if (unusable === undefined || unusable.size === 0) return [];
  const found: string[] = [];
  const visited = new Set<Pointer>();
  const visit = (value: Json, kind: ObjectKind, pointer: Pointer): Json => {
    if (visited.has(pointer) || IGNORED_KINDS.has(kind) || !isObject(value)) return value;
    visited.add(pointer);
    const gap = unusable.get(pointer);
    if (gap !== undefined) found.push(`${formatLocation(gap)}: ${gap.message}`);
    const target = getLocalReferenceTarget(value.$ref);
    if (target !== undefined) visit(valueAt(root, target) ?? null, kind, target);
    return mapObjects(value, kind, visit, pointer);
  };
  visit(valueAt(root, start) ?? null, kind, start);
  return found;
}

/** @throws DocumentError if parts of operations are unknown, for tasks that need the whole spec. */
export function assertComplete(document: Document): void {
  const isNeeded = new Set(
    listOperations(document).flatMap(({ gaps = [], responses }) => [
      ...gaps,
      ...responses.flatMap((it) => it.gaps ?? []),
    ]),
  );
  const missing = [...(document.unusable?.values() ?? [])].filter((it) =>
    isNeeded.has(`${formatLocation(it)}: ${it.message}`),
  );
  if (missing.length > 0) throw new DocumentError(missing);
}

/** Describes the unusable parts of a document. `effect`: what an unusable schema means for a task; all other parts are left out. */
export function describeUnusable({ root, unusable = new Map() }: Document, effect: string, max = 5): readonly string[] {
  const schemas = new Set<Pointer>();
  const visit = (value: Json, kind: ObjectKind, pointer: Pointer): Json => {
    if (kind === "schema") schemas.add(pointer);
    return mapObjects(value, kind, visit, pointer);
  };
  if (unusable.size > 0) visit(root, "openapi", "");
  // Examples and links are only copied.
  const faults = [...unusable].filter(([pointer]) => !/\/(examples|links)\/[^/]+$/.test(pointer));
  const texts = faults.map(
    ([pointer, it]) => `${formatLocation(it)}: ${it.message}; ${schemas.has(pointer) ? effect : "it is left out"}`,
  );
  const more = faults.length - max;
  return more > 0 ? [...texts.slice(0, max), `${more} more; contract lint lists all of them`] : texts;
}
