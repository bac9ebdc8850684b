import { type Document, type ResolvedObject, resolveChildren, resolvePointer } from "./document.js";
import { asArray, asObject, asString, type JsonObject } from "./json.js";
import { listGaps } from "./operation-gaps.js";
import { joinPointer, type Pointer, valueAt } from "./pointer.js";
import { readServers, type Server } from "./servers.js";

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
  /** Upper case. */
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

export type ParameterStyle = "matrix" | "label" | "simple" | "form" | "spaceDelimited" | "pipeDelimited" | "deepObject";

export type Parameter = {
  readonly pointer: Pointer;
  readonly name: string;
  readonly in: "path" | "query" | "header" | "cookie";
  readonly required: boolean;
  /** Whether the value of a path parameter may contain slashes (`x-multi-segment`). */
  readonly isMultiSegment?: boolean;
} & Serialization;

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
};

export type RequestBody = {
  readonly pointer: Pointer;
  readonly required: boolean;
  readonly content: readonly MediaTypeDefinition[];
};

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

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;

/** All operations under `paths` and `webhooks`, in document order. */
export function listOperations(document: Document): Operation[] {
  return [...listOperationsBelow(document, "/paths", "path"), ...listOperationsBelow(document, "/webhooks", "webhook")];
}

/** The operations of the path items below a pointer: `paths`, `webhooks`, or a callback. */
export function* listOperationsBelow(document: Document, base: Pointer, kind: Operation["kind"]): Iterable<Operation> {
  for (const item of resolveChildren(document, base)) {
    // Under `paths` a name with x- is an extension. A webhook can have such a name.
    if (kind === "path" && item.key.startsWith("x-")) continue;
    for (const method of METHODS) {
      const value = asObject(item.value[method]);
      if (value === undefined) continue;
      yield readOperation(document, { kind, path: item.key, method, item, value });
    }
  }
}

type OperationSource = {
  readonly kind: Operation["kind"];
  readonly path: string;
  readonly method: string;
  readonly item: ResolvedObject;
  readonly value: JsonObject;
};

function readOperation(document: Document, { kind, path, method, item, value }: OperationSource): Operation {
  const pointer = joinPointer(item.pointer, method);
  const body =
    value.requestBody === undefined ? undefined : resolvePointer(document, joinPointer(pointer, "requestBody"));
  const securityPointer = joinPointer(value.security === undefined ? "" : pointer, "security");
  const name = method.toUpperCase();
  const parameters = [joinPointer(item.pointer, "parameters"), joinPointer(pointer, "parameters")];
  const parameterGaps = parameters.flatMap((list) =>
    asArray(valueAt(document.root, list)).flatMap((_, index) =>
      listGaps(document, joinPointer(list, index), "parameter"),
    ),
  );
  const gaps = [...parameterGaps, ...listGaps(document, joinPointer(pointer, "requestBody"), "requestBody")];
  return {
    pointer,
    id: asString(value.operationId) ?? `${name} ${path}`,
    kind,
    method: name,
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
  for (const place of places) {
    for (const { pointer, value } of resolveChildren(document, place)) {
      const name = asString(value.name) ?? "";
      const location = value.in;
      if (location !== "path" && location !== "query" && location !== "header" && location !== "cookie") continue;
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
  }
  return [...parameters.values()];
}

function readSerialization(
  document: Document,
  { pointer, value }: ResolvedObject,
  fallback: ParameterStyle,
): Serialization {
  const style = (asString(value.style) as ParameterStyle | undefined) ?? fallback;
  const [content] = readContent(document, pointer);
  return {
    style,
    explode: typeof value.explode === "boolean" ? value.explode : style === "form",
    allowReserved: value.allowReserved === true,
    allowEmptyValue: value.allowEmptyValue === true,
    ...(value.schema === undefined ? {} : { schema: joinPointer(pointer, "schema") }),
    ...(content === undefined ? {} : { content }),
  };
}

function readRequestBody(document: Document, { pointer, value }: ResolvedObject): RequestBody {
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
    return [
      {
        pointer,
        status,
        headers,
        content: readContent(document, pointer),
        hasContent: resolved?.value.content !== undefined,
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
  }));
}

function readSecurity(document: Document, pointer: Pointer): SecurityAlternative[] {
  return asArray(valueAt(document.root, pointer)).map((alternative) =>
    Object.entries(asObject(alternative) ?? {}).map(([name, scopes]) => {
      const scheme = resolvePointer(document, joinPointer("/components/securitySchemes", name));
      const isKnown = scheme !== undefined && scheme.value.$ref === undefined;
      return { name, scopes: asArray(scopes).map(String), ...(isKnown ? { scheme } : {}) };
    }),
  );
}
