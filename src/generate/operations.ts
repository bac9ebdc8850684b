import {
  asObject,
  asString,
  type Document,
  listOperations,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  type SecurityAlternative,
  type Server,
  valueAt,
} from "../document/index.js";
import { getIdempotencyKey, getListFacts, type ListFacts } from "../resources/index.js";
import { type CodeValue, formatFileHeader, formatLiteral } from "./code.js";

/** Generates the table of operations and webhooks with the data that a client needs at run time and types do not contain. */
export function generateOperations(document: Document): string {
  const all = listOperations(document);
  const paths = all.filter((operation) => operation.kind === "path");
  const webhooks = all.filter((operation) => operation.kind === "webhook");
  return [
    formatFileHeader("//"),
    TYPE_DECLARATIONS,
    "/** Every operation, by its operationId. */\n",
    formatTable("operations", "OperationDescription", paths, (operation) => createOperationRow(document, operation)),
    "\nexport type OperationId = keyof typeof operations;\n",
    "\n/** Every webhook, by its operationId. */\n",
    formatTable("webhooks", "WebhookDescription", webhooks, (operation) => createWebhookRow(document, operation)),
    "\nexport type WebhookId = keyof typeof webhooks;\n",
  ].join("");
}

function formatTable(
  name: string,
  type: string,
  all: readonly Operation[],
  createRow: (operation: Operation) => CodeValue,
): string {
  const rows = Object.fromEntries(all.map((operation) => [operation.id, createRow(operation)]));
  return `export const ${name} = ${formatLiteral(rows)} as const satisfies Readonly<Record<string, ${type}>>;\n`;
}

function createOperationRow(document: Document, operation: Operation): CodeValue {
  const idempotency = getIdempotencyKey(document, operation);
  const list = getListFacts(document, operation);
  return {
    method: operation.method,
    path: operation.path,
    tags: operation.tags,
    servers: operation.servers.map(createServerRow),
    parameters: operation.parameters.map(createParameterRow),
    requestBody: createRequestRow(operation),
    responses: createResponsesRow(operation),
    security: operation.security.map(createSecurityRow),
    idempotencyKey: idempotency && { header: idempotency.name, required: idempotency.required },
    list: list && createListRow(list),
  };
}

function createWebhookRow(document: Document, operation: Operation): CodeValue {
  return {
    event: operation.path,
    method: operation.method,
    tags: operation.tags,
    parameters: operation.parameters.map(createParameterRow),
    requestBody: createRequestRow(operation),
    responses: createResponsesRow(operation),
    acknowledgeWithinMs: asObject(valueAt(document.root, operation.pointer))?.["x-acknowledge-within-ms"],
  };
}

function createListRow({ style, items, start, size, either, next }: ListFacts): CodeValue {
  return { style, items, start, size, next, either: either.length === 0 ? undefined : either };
}

function createServerRow({ url, variables }: Server): CodeValue {
  const defaults = Object.fromEntries(Object.entries(variables).map(([name, variable]) => [name, variable.default]));
  return Object.keys(defaults).length === 0 ? { url } : { url, variables: defaults };
}

/** Style, explode and the like are always written out, because their defaults depend on the parameter location. */
function createParameterRow(parameter: Parameter): CodeValue {
  const { name, required, style, explode, allowReserved, content } = parameter;
  const place = { name, in: parameter.in, required };
  return content === undefined ? { ...place, style, explode, allowReserved } : { ...place, contentType: content.range };
}

function createRequestRow({ requestBody }: Operation): CodeValue | undefined {
  return requestBody && { required: requestBody.required, contentTypes: getRanges(requestBody.content) };
}

function createResponsesRow({ responses }: Operation): CodeValue {
  return Object.fromEntries(responses.map(({ status, content }) => [status, getRanges(content)]));
}

function getRanges(content: readonly MediaTypeDefinition[]): string[] {
  return content.map(({ range }) => range);
}

function createSecurityRow(alternative: SecurityAlternative): CodeValue {
  return alternative.map(({ name, scopes, scheme }) => {
    const { type, in: place, name: parameter, scheme: http } = scheme?.value ?? {};
    const [kind, location, sent, method] = [type, place, parameter, http].map(asString);
    return { name, type: kind, in: location, parameter: sent, scheme: method, scopes };
  });
}

const TYPE_DECLARATIONS = `export type ParameterDescription = {
  readonly name: string;
  readonly in: "path" | "query" | "querystring" | "header" | "cookie";
  readonly required: boolean;
} & (
  | {
      readonly style:
        | ("matrix" | "label" | "simple" | "form" | "cookie")
        | ("spaceDelimited" | "pipeDelimited" | "deepObject");
      readonly explode: boolean;
      readonly allowReserved: boolean;
    }
  /** The value is a document of this media type. */
  | { readonly contentType: string }
);

export type BodyDescription = { readonly required: boolean; readonly contentTypes: readonly string[] };

/** The content types of every status; none where the answer has no body. */
export type ResponsesDescription = Readonly<Record<string, readonly string[]>>;

export type SecurityDescription = {
  readonly name: string;
  readonly type?: string;
  readonly in?: string;
  readonly parameter?: string;
  readonly scheme?: string;
  readonly scopes: readonly string[];
};

export type OperationDescription = {
  readonly method: string;
  readonly path: string;
  readonly tags: readonly string[];
  /** The first is the default; \`{name}\` in a URL is a variable, given here with its default. */
  readonly servers: readonly { readonly url: string; readonly variables?: Readonly<Record<string, string>> }[];
  readonly parameters: readonly ParameterDescription[];
  readonly requestBody?: BodyDescription;
  readonly responses: ResponsesDescription;
  /** Any one of these sets will do; an empty set, or no set, asks for nothing. */
  readonly security: readonly (readonly SecurityDescription[])[];
  /** The header that makes a repeated request safe. */
  readonly idempotencyKey?: { readonly header: string; readonly required: boolean };
  /** Where the items of a list are, and how it is continued. */
  readonly list?: Readonly<Record<string, string | readonly string[]>>;
};

export type WebhookDescription = {
  readonly event: string;
  readonly method: string;
  readonly tags: readonly string[];
  readonly parameters: readonly ParameterDescription[];
  readonly requestBody?: BodyDescription;
  readonly responses: ResponsesDescription;
  readonly acknowledgeWithinMs?: number;
};

`;
