import {
  asString,
  type Document,
  isJsonType,
  isObject,
  type Json,
  joinPointer,
  lastToken,
  listOperations,
  type Operation,
  type Pointer,
  parentPointer,
  type ResolvedChild,
  type ResolvedObject,
  resolveChildren,
  resolvePointer,
  valueAt,
} from "../../document/index.js";
import { METHOD_NAMES } from "../../document/structure.js";
import { getSchemas, isBinarySchema, type MessageDirection } from "../../schema/index.js";
import { hasOwnId } from "../client/operation-names.js";
import type { SchemaTypes } from "./schema-types.js";
import {
  combineTypes,
  createType,
  formatAbsentMember,
  formatBlock,
  formatMember,
  formatOperand,
  formatTypeText,
  type TypeText,
  UNKNOWN,
} from "./type-text.js";

/** Prints operations, and what they refer to, in the layout of openapi-fetch. */
export class OperationTypes {
  /** The members of `operations`, by operationId. */
  readonly operations = new Map<string, string>();
  readonly #document: Document;
  readonly #schemas: SchemaTypes;

  constructor(document: Document, schemas: SchemaTypes) {
    this.#document = document;
    this.#schemas = schemas;
  }

  /** Prints the operations of `paths` or `webhooks`. Methods that OpenAPI 3.1 does not know have paths of their own. */
  formatPaths(table: "paths" | "webhooks", wrap: (type: string) => string): string[] {
    const kind = table === "paths" ? "path" : "webhook";
    const items = resolveChildren(this.#document, joinPointer("", table));
    const named = items.filter(({ key }) => kind === "webhook" || !key.startsWith("x-"));
    const operations = listOperations(this.#document).filter((operation) => operation.kind === kind);
    const paths = new Map(named.map((item) => [item.key, { item, own: [] as Operation[] }]));
    for (const operation of operations) {
      const { key } = getPathKey(operation);
      const item = paths.get(operation.path)?.item;
      if (item !== undefined) paths.set(key, { item, own: [...(paths.get(key)?.own ?? []), operation] });
    }
    return [...paths].map(([key, { item, own }]) => {
      const parameters = this.#formatParameters(this.#listParameters([item.pointer]), SENT[kind]);
      const methods = METHOD_NAMES.map((method) => {
        const operation = own.find((it) => getPathKey(it).method === method);
        return operation === undefined ? formatAbsentMember(method) : this.#formatMethod(operation, item, wrap);
      });
      return formatMember(key, formatBlock([parameters, ...methods]));
    });
  }

  #formatMethod(operation: Operation, item: ResolvedObject, wrap: (type: string) => string): string {
    const type = this.#formatOperation(operation, item);
    if (hasOwnId(operation)) this.operations.set(operation.id, formatMember(operation.id, type));
    const described = valueAt(this.#document.root, operation.pointer);
    const name = hasOwnId(operation) ? `operations[${JSON.stringify(operation.id)}]` : type;
    return formatMember(getPathKey(operation).method, wrap(name), { described });
  }

  #formatOperation({ kind, pointer }: Operation, item: ResolvedObject): string {
    return formatBlock([
      this.#formatParameters(this.#listParameters([item.pointer, pointer]), SENT[kind]),
      this.#formatRequestBody(pointer, SENT[kind]),
      this.#formatResponses(pointer, kind === "webhook" ? "request" : "response"),
    ]);
  }

  #listParameters(places: readonly Pointer[]): readonly ResolvedChild[] {
    const parameters = places.flatMap((place) => resolveChildren(this.#document, joinPointer(place, "parameters")));
    const getKey = ({ value }: ResolvedChild) => `${String(value.in)} ${String(value.name)}`;
    // A parameter of an operation overrides one of its path. Names of headers have no case.
    const byName = parameters.map(
      (it) => [it.value.in === "header" ? getKey(it).toLowerCase() : getKey(it), it] as const,
    );
    return [...new Map(byName).values()];
  }

  #formatParameters(parameters: readonly ResolvedChild[], direction: MessageDirection): string {
    const places = ["query", "header", "path", "cookie"].map((place) => {
      const found = parameters.filter(({ value }) => (value.in === "querystring" ? "query" : value.in) === place);
      const members = found.map((it) => {
        const type = this.#formatPart("parameters", it, direction);
        return formatMember(asString(it.value.name) ?? "", type, { described: it.value, isOptional: !isRequired(it) });
      });
      if (members.length === 0) return formatAbsentMember(place);
      return formatMember(place, formatBlock(members), { isOptional: !found.some(isRequired) });
    });
    return formatMember("parameters", formatBlock(places));
  }

  /** Formats a part of an operation: by its name, where a reference leads to a component. */
  #formatPart(table: ComponentTable, { at, pointer }: ResolvedChild, direction: MessageDirection): string {
    const isShared = direction === DIRECTIONS[table] || this.#schemas.isSymmetric;
    if (at !== pointer && isShared && parentPointer(pointer) === joinPointer("/components", table))
      return `components["${table}"][${JSON.stringify(lastToken(pointer))}]`;
    if (table === "responses") return this.#formatResponse(pointer, direction);
    if (table === "requestBodies") return this.#formatBody(pointer, direction);
    // A parameter without a schema is text.
    const unknown = table === "parameters" ? createType("string") : UNKNOWN;
    return formatTypeText(this.#printParameter(pointer, direction) ?? unknown);
  }

  /** Prints the type of a parameter or header: that of its schema or its content. */
  #printParameter(pointer: Pointer, direction: MessageDirection): TypeText | undefined {
    const schema = joinPointer(pointer, "schema");
    if (valueAt(this.#document.root, schema) !== undefined) return this.#schemas.print(schema, { direction });
    const [media] = resolveChildren(this.#document, joinPointer(pointer, "content"));
    return media === undefined ? undefined : this.#printMedia(media, direction);
  }

  #formatRequestBody(owner: Pointer, direction: MessageDirection): string {
    const [body] = resolveChildren(this.#document, owner).filter(({ key }) => key === "requestBody");
    if (body === undefined) return formatAbsentMember("requestBody");
    const type = this.#formatPart("requestBodies", body, direction);
    return formatMember("requestBody", type, { described: this.#getWritten(body), isOptional: !isRequired(body) });
  }

  /** An object or a reference to it, as the spec has it. */
  #getWritten({ at }: ResolvedChild): Json | undefined {
    return valueAt(this.#document.root, at);
  }

  #formatBody(pointer: Pointer, direction: MessageDirection): string {
    const media = this.#formatContent(pointer, direction);
    return formatBlock([formatMember("content", formatBlock(media.length > 0 ? media : [formatAbsentMember("*/*")]))]);
  }

  #formatContent(pointer: Pointer, direction: MessageDirection): string[] {
    return resolveChildren(this.#document, joinPointer(pointer, "content")).map((media) =>
      formatMember(media.key, formatTypeText(this.#printMedia(media, direction)), { described: media.value }),
    );
  }

  #printMedia({ key, pointer, value }: ResolvedChild, direction: MessageDirection): TypeText {
    const schema = joinPointer(pointer, "schema");
    if (value.itemSchema !== undefined) {
      const item = joinPointer(pointer, "itemSchema");
      const printed = /^text\/event-stream/i.test(key) ? this.#printEvent(item, direction) : undefined;
      return createType(`${formatOperand(printed ?? this.#schemas.print(item, { direction }))}[]`);
    }
    if (value.schema === undefined) return UNKNOWN;
    // What fetch sends as a file, and what the client reads.
    if (!isJsonType(key) && isBinarySchema(getSchemas(this.#document), schema)) return createType("Blob");
    const isMultipart = direction === "request" && /^multipart\//i.test(key);
    return isMultipart ? this.#schemas.printMultipart(schema) : this.#schemas.print(schema, { direction });
  }

  /** The client parses the data of an event, so that its type is that of the data. */
  #printEvent(pointer: Pointer, direction: MessageDirection): TypeText {
    const event = resolvePointer(this.#document, pointer);
    const data = joinPointer(event?.pointer ?? pointer, "properties", "data");
    const schema = valueAt(this.#document.root, data);
    if (isObject(schema) && Object.keys(schema).length > 0) {
      const content = schema.contentSchema === undefined ? data : joinPointer(data, "contentSchema");
      return this.#schemas.print(content, { direction });
    }
    const keyword = event?.value.oneOf === undefined ? "anyOf" : "oneOf";
    const branches = resolveChildren(this.#document, joinPointer(event?.pointer ?? pointer, keyword));
    return branches.length === 0
      ? UNKNOWN
      : combineTypes(branches.map((branch) => this.#printEvent(branch.pointer, direction)));
  }

  #formatResponses(owner: Pointer, direction: MessageDirection): string {
    const responses = resolveChildren(this.#document, joinPointer(owner, "responses")).filter(
      ({ key }) => !key.startsWith("x-"),
    );
    const members = responses.map((it) =>
      formatMember(it.key, this.#formatPart("responses", it, direction), { described: this.#getWritten(it) }),
    );
    return formatMember("responses", members.length === 0 ? "never" : formatBlock(members));
  }

  #formatResponse(pointer: Pointer, direction: MessageDirection): string {
    const headers = resolveChildren(this.#document, joinPointer(pointer, "headers")).map((it) => {
      const isOptional = it.at === it.pointer && !isRequired(it);
      return formatMember(it.key, this.#formatPart("headers", it, direction), {
        described: this.#getWritten(it),
        isOptional,
      });
    });
    const content = this.#formatContent(pointer, direction);
    return formatBlock([
      formatMember("headers", formatBlock([...headers, "[name: string]: unknown;"])),
      content.length === 0 ? formatAbsentMember("content") : formatMember("content", formatBlock(content)),
    ]);
  }

  /** The members of `components`, without schemas. */
  formatComponents(): string[] {
    return (Object.keys(DIRECTIONS) as ComponentTable[]).map((table) => {
      const members = resolveChildren(this.#document, joinPointer("/components", table)).map((it) =>
        formatMember(it.key, this.#formatPart(table, it, DIRECTIONS[table]), { described: it.value }),
      );
      return formatMember(table, members.length === 0 ? "never" : formatBlock(members));
    });
  }
}

/** The direction of what the components describe. */
const DIRECTIONS = {
  responses: "response",
  parameters: "request",
  requestBodies: "request",
  headers: "response",
} as const;

type ComponentTable = keyof typeof DIRECTIONS;

function isRequired({ value }: ResolvedChild): boolean {
  return value.in === "path" || value.required === true;
}

/** The direction of requests: those of webhooks go the other way. */
const SENT = { path: "request", webhook: "response" } as const;

/** The type of an operation: by its operationId, or by its path in the types. */
export function formatOperationType(operation: Operation, table = "paths"): string {
  if (hasOwnId(operation)) return `operations[${JSON.stringify(operation.id)}]`;
  const { key, method } = getPathKey(operation);
  return `${table}[${JSON.stringify(key)}][${JSON.stringify(method)}]`;
}

/** The path and the method of an operation in the types, where a method that OpenAPI 3.1 does not know is a `post`. */
function getPathKey({ path, method }: Operation): { readonly key: string; readonly method: string } {
  const isKnown = METHOD_NAMES.some((known) => known.toUpperCase() === method);
  return isKnown ? { key: path, method: method.toLowerCase() } : { key: `${path} (${method})`, method: "post" };
}
