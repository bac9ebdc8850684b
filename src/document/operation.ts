import type { ResolvedObject } from "./document.js";
import type { Pointer } from "./pointer.js";
import type { Server } from "./servers.js";

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

export type ParameterStyle =
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
