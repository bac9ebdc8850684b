import {
  buildServerUrl,
  compareStrings,
  type Document,
  getParameterLocation,
  type MediaTypeDefinition,
  type Operation,
  type Server,
  takeName,
} from "../document/index.js";
import { parseJson } from "../document/values/parse-json.js";
import { serializeExactJson } from "../document/values/serialize-json.js";
import type { SampleContext } from "../samples/sample-context.js";
import { getSchemas } from "../schema/index.js";
import { formatConstant, formatDocComment, formatModule, formatTypeImport } from "./client/calls.js";
import { type ClientConfig, INTEGRATION_FILES, INTEGRATIONS } from "./client/client-config.js";
import type { ClientModel, ModelledCall } from "./client/client-model.js";
import { type CodeValue, formatLiteral } from "./code.js";
import { makeBodyValue } from "./package/sample-value.js";
import { listValidatorTargets } from "./validator-targets.js";

/** Generates the files for other libraries that are wanted, by file name. */
export function generateIntegrations(
  document: Document,
  model: ClientModel,
  wanted: ClientConfig["with"] = [],
): readonly (readonly [name: string, content: string])[] {
  const generators = {
    "standard-schema": generateStandardSchemas,
    "tanstack-query": generateQueries,
    msw: generateMockHandlers,
  };
  const used = INTEGRATIONS.filter((name) => wanted.includes(name));
  return used.map((name) => [`${INTEGRATION_FILES[name]}.ts`, generators[name](document, model)]);
}

/** Generates `queries.ts`: options of TanStack Query for each operation, and for the pages of each list. */
export function generateQueries(document: Document, { calls, runtime }: ClientModel): string {
  const imports = `import * as runtime from ${JSON.stringify(runtime)};\nimport type * as calls from "./calls.js";\n\n`;
  return formatModule(
    imports,
    calls.map((call) => formatQueries(document, call)),
  );
}

function formatQueries(document: Document, { operation, name, traits }: ModelledCall): string {
  const described = `(typeof calls)[${JSON.stringify(name)}]`;
  const comment = formatDocComment(document, operation);
  const isQuery = /^(GET|HEAD|QUERY)$/.test(operation.method);
  const kind = isQuery ? "Query" : "Mutation";
  const type = `runtime.${kind}Factory<${JSON.stringify(name)}, ${described}>`;
  const code = `${comment}export const ${name}${kind}: ${type} =\n  /* @__PURE__ */ runtime.define${kind}(${JSON.stringify(name)});\n`;
  const [list] = traits.list ?? [];
  if (list === undefined) return code;
  return `${code}\n${comment}export const ${list}PagesQuery: runtime.PagesQueryFactory<${described}> =\n  /* @__PURE__ */ runtime.definePagesQuery(${JSON.stringify(list)});\n`;
}

/** Generates `schemas.ts`: the validators of each operation as Standard Schemas. A bundle contains those that it imports. */
export function generateStandardSchemas(document: Document, { calls, runtime }: ClientModel): string {
  const targets = new Map(listValidatorTargets(document).map((it) => [it.operation.pointer, it]));
  const taken = new Set(calls.map(({ variable }) => variable));
  const rows = calls.flatMap((call) => {
    const { exported, leaves = [] } = targets.get(call.operation.pointer) ?? {};
    const isUsed = leaves.some(({ path: [part] }) => part !== "responseHeaders");
    if (exported === undefined || !isUsed) return [];
    return [{ call, exported, validators: takeName(`${call.variable}Validators`, taken) }];
  });
  const used = rows.map(({ call }) => call);
  const imported = rows.map(({ exported, validators }) => `  ${exported} as ${validators},\n`).join("");
  const imports = [
    `import * as runtime from ${JSON.stringify(runtime)};\n`,
    formatTypeImport(used),
    `import {\n${imported}} from "./validators.js";\n\n`,
  ];
  return formatModule(
    imports.join(""),
    rows.map(({ call, validators }) => formatSchemas(document, call, validators)),
    used,
  );
}

function formatSchemas(document: Document, call: ModelledCall, from: string): string {
  const { operation, type } = call;
  const required = operation.parameters
    .filter((it) => it.required)
    .map((it) => `${getParameterLocation(it)} ${it.name}`);
  const isBodyRequired = operation.requestBody?.required === true;
  const list = [...required, ...(isBodyRequired ? ["body"] : [])];
  const rest = list.length === 0 ? "" : `, ${formatLiteral(list)}`;
  return [
    formatDocComment(document, operation),
    `${formatConstant(call, `runtime.StandardSchemas<${type}>`)}\n`,
    `  /* @__PURE__ */ runtime.createStandardSchemas(${from}${rest});\n`,
  ].join("");
}

/** Generates `handlers.ts`: a handler of Mock Service Worker for each operation, which sends the examples of the spec. */
export function generateMockHandlers(document: Document, { calls }: ClientModel): string {
  const context = { schemas: getSchemas(document), direction: "response" as const };
  // The first handler that matches is used, so concrete paths come before templates.
  const ordered = [...calls].sort((a, b) => compareStrings(toSortKey(a), toSortKey(b)));
  return [
    formatModule(
      DECLARATIONS,
      calls.map((call) => formatHandler(context, call)),
      calls,
    ),
    "\n/** A handler for each operation: `setupServer(...handlers)`. */\n",
    `export const handlers: readonly ${calls.length === 0 ? "never" : "HttpHandler"}[] = [\n`,
    ...ordered.map(({ variable }) => `  ${variable}(),\n`),
    "];\n",
  ].join("");
}

function formatHandler(context: SampleContext, call: ModelledCall): string {
  const { operation } = call;
  const responses = listResponses(context, operation);
  const statuses = responses.map(([status]) => status).join(" | ") || "never";
  const method = /^(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH)$/.test(operation.method) ? operation.method : undefined;
  const values = [
    method?.toLowerCase() ?? "all",
    toHandlerPath(operation),
    Object.fromEntries(responses.map(([status, content]) => [String(status), content])),
    ...(method === undefined ? [operation.method] : []),
  ].map((value) => formatLiteral(value, "  "));
  return [
    formatDocComment(context.schemas.document, operation),
    `${formatConstant(call, `MockedCall<${statuses}>`)} /* @__PURE__ */ defineHandler(\n`,
    values.map((value) => `  ${value},\n`).join(""),
    ");\n",
  ].join("");
}

type MockedResponse = readonly [status: number, content: readonly CodeValue[]];

/** The documented responses with their first media type and a body as text. */
function listResponses(context: SampleContext, { responses }: Operation): MockedResponse[] {
  const hasSuccess = responses.some(({ status }) => status.startsWith("2"));
  const found = responses.map(({ status, content }): MockedResponse => {
    const [media] = content;
    const number = status === "default" ? (hasSuccess ? 500 : 200) : Number(status.replaceAll(/X/gi, "0"));
    const type = media === undefined || media.range.includes("*") ? "application/json" : media.range;
    return [number, media === undefined ? [] : [type, formatBody(context, media)]];
  });
  const all = found.some(([status]) => status >= 200 && status < 300) ? found : [[200, []] as MockedResponse, ...found];
  return [...new Map(all.filter(([status]) => status >= 200 && status <= 599))];
}

function formatBody(context: SampleContext, media: MediaTypeDefinition): CodeValue {
  const value = makeBodyValue(context, media);
  const text = serializeExactJson(value);
  if (/event-stream/.test(media.range)) return `data: ${text}\n\n`;
  if (/ndjson|jsonl|json-stream|stream\+json/.test(media.range)) return `${text}\n`;
  if (/json|\*/.test(media.range)) return parseJson(text) as CodeValue;
  return typeof value === "string" ? value : value === undefined ? "" : text;
}

/** The path of an operation in the syntax of path-to-regexp, on any origin. */
function toHandlerPath({ path, servers }: Operation): string {
  const route = path
    .split(/(\{[^{}]+\})/)
    .map((part, index) =>
      index % 2 === 0 ? part.replaceAll(/[:()*+?\\]/g, "\\$&") : `:${part.slice(1, -1).replaceAll(/\W/g, "_")}`,
    )
    .join("");
  return `*${readBasePath(servers[0])}${route}`;
}

function readBasePath(server: Server | undefined): string {
  if (server === undefined) return "";
  const path = buildServerUrl(server).replace(/^([a-z][a-z\d+.-]*:)?\/\/[^/]*/i, "");
  return /^\/[^{}]*$/.test(path) ? path.replace(/\/+$/, "") : "";
}

function toSortKey({ operation }: ModelledCall): string {
  return operation.path.replaceAll(/\{[^{}]*\}/g, "\uffff");
}

const DECLARATIONS = `import { type HttpHandler, HttpResponse, http } from "msw";

/** Creates the handler of an operation. It responds with the first success, or with the given status, body and headers. */
export type MockedCall<Status extends number> = (options?: {
  readonly status?: Status;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}) => HttpHandler;

type SampleResponses = { readonly [status: number]: readonly [type?: string, body?: unknown] };

function defineHandler<Status extends number>(
  method: keyof typeof http,
  path: string,
  responses: SampleResponses,
  only?: string,
): MockedCall<Status> {
  return ({ status = Number(Object.keys(responses)[0]), body, headers }: { readonly status?: number; readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> } = {}) =>
    http[method](path, ({ request }) => {
      if (only !== undefined && request.method !== only) return undefined;
      const [type, sample] = responses[status] ?? [];
      const content = body ?? sample;
      const isText = typeof content === "string" && !/[/+]json/.test(type ?? "");
      const text = content === undefined ? null : isText ? content : JSON.stringify(content);
      return new HttpResponse(text, { status, headers: { ...(type === undefined ? {} : { "Content-Type": type }), ...headers } });
    });
}

`;
