/**
 * Makes calls of a generated client against a server made from its spec, and prints the result as JSON. It is a process of its own,
 * so that the memory of one spec does not limit another.
 *
 * Each operation is called twice: with its required parameters, and with all of them. Arguments: the spec, and the folder of the client.
 */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { transform } from "esbuild";
import { type Document as BackendDocument, OpenAPIBackend } from "openapi-backend";
import { createContract } from "../../../src/check/contract.js";
import { closeServer, listenOn } from "../../../src/cli/process/listen-on.js";
import { loadDocument } from "../../../src/document/index.js";
import { createClientModel, type ModelledCall } from "../../../src/generate/client/client-model.js";
import { formatSampleCall } from "../../../src/generate/package/readme.js";
import { createFetchExchange } from "../../../src/recording/index.js";
import { getSchemas } from "../../../src/schema/index.js";
import { makeSampleResponse, type SampleResponse } from "./sample-response.js";

/** What was found with calls, each line with the name of the operation. */
export type CallResults = {
  readonly operations: number;
  readonly omissions: readonly string[];
  readonly calls: number;
  readonly requests: number;
  /** Findings of our checks in requests. */
  readonly findings: readonly string[];
  /** What openapi-backend reports about requests. */
  readonly backend: readonly string[];
  /** Requests that openapi-backend cannot check, because it does not compile the schema. */
  readonly unchecked: readonly string[];
  /** Calls that failed, or returned other data than the server sent. */
  readonly failures: readonly string[];
};

const [spec = "", folder = ""] = process.argv.slice(2);
const document = loadDocument(spec);
const model = createClientModel(document);
const context = { schemas: getSchemas(document) };
const responses = { ...context, direction: "response" as const };
const backend = new OpenAPIBackend({
  // openapi-backend resolves the references of extensions too, which can name files of any kind.
  definition: JSON.parse(
    JSON.stringify(Object.fromEntries(Object.entries(document.root).filter(([name]) => !name.startsWith("x-")))),
  ) as BackendDocument,
  ...{ quick: true, ajvOpts: { logger: false, formats: { binary: true } } },
});
await backend.init();
const found = {
  findings: [] as string[],
  backend: [] as string[],
  failures: [] as string[],
  unchecked: [] as string[],
};
let requests = 0;
let current: { readonly call: ModelledCall; readonly response: SampleResponse } | undefined;

const server = createServer((request, response) => void respond(request, response));
const origin = await listenOn(server);
const contract = createContract(document, { servers: [origin] });

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { status, headers, body } = current?.response ?? { status: 500, headers: {}, body: undefined };
  requests += 1;
  response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : body);
  try {
    await checkRequest(
      request,
      Buffer.concat(chunks),
      new Response(status === 204 || status === 205 ? null : (body ?? null), { status, headers }),
    );
  } catch (error) {
    found.failures.push(`${current?.call.name}: cannot be checked: ${String(error)}`);
  }
}

async function checkRequest(request: IncomingMessage, bytes: Buffer, response: Response): Promise<void> {
  const { method = "", url = "" } = request;
  const name = `${current?.call.name}`;
  const headers = Object.entries(request.headers).flatMap(([key, value]): [string, string][] =>
    /^(host|connection|transfer-encoding|accept-encoding|accept-language|sec-fetch-mode|user-agent)$/.test(key)
      ? []
      : [[key, String(value)]],
  );
  const sent = new Request(origin + url, {
    method: method === "HEAD" || method === "GET" ? method : method,
    headers,
    ...(bytes.length === 0 ? {} : { body: bytes }),
  });
  const exchange = await createFetchExchange(sent, response, {
    source: "calls",
    index: requests,
    startedAt: "2026-01-01T00:00:00Z",
  });
  const result = contract.check(exchange);
  // Paths that differ in a query or a fragment are the same for HTTP.
  const samePath = (path = "") => path.replace(/[?#].*/, "").replaceAll(/\{.*?\}/g, "{}");
  if (samePath(result.operation?.path) !== samePath(current?.call.operation.path))
    found.findings.push(`${name}: matched ${result.operation?.id ?? "no operation"}`);
  for (const { code, message } of result.findings)
    if (code.startsWith("request") && code !== "request.path.ambiguous")
      found.findings.push(`${name}: ${code}: ${message}`);
  const type = request.headers["content-type"] ?? "";
  const { pathname, search } = new URL(origin + url);
  const operation = backend
    .getOperations()
    .find((it) => it.path === current?.call.operation.path && it.method === method.toLowerCase());
  const given = { method, path: pathname, query: search.slice(1), headers: request.headers as Record<string, string> };
  const body = bytes.length === 0 ? {} : { body: await readBackendBody(type, bytes) };
  try {
    const { errors } = backend.validateRequest({ ...given, ...body }, operation);
    for (const { instancePath = "", message, params } of (errors ?? []).slice(0, 1))
      found.backend.push(`${name}: ${instancePath} ${message} ${JSON.stringify(params)}`);
  } catch (error) {
    found.unchecked.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** openapi-backend gets JSON and multipart bodies as values. */
async function readBackendBody(type: string, bytes: Buffer): Promise<string | object> {
  if (/json/.test(type)) return JSON.parse(bytes.toString()) as object;
  if (!/multipart/.test(type)) return bytes.toString();
  const form = await new Response(bytes, { headers: { "content-type": type } }).formData();
  return Object.fromEntries(
    [...form].map(([name, value]) => [
      name,
      typeof value === "string" ? (/^[[{]/.test(value) ? JSON.parse(value) : value) : "file",
    ]),
  );
}

/** Reads a body completely, so that it can be compared. */
async function readData(data: unknown): Promise<unknown> {
  if (data instanceof Blob) return data.text();
  if (typeof data !== "object" || data === null || !(Symbol.asyncIterator in data)) return data;
  const items: unknown[] = [];
  for await (const item of data as AsyncIterable<unknown>)
    items.push(
      typeof item === "object" && item !== null && "event" in item && "data" in item && "id" in item ? item.data : item,
    );
  return items;
}

const { createClient } = await import(join(folder, "client.ts"));
const urls = ["baseUrl", ...Object.keys(model.servers)].map((name) => [name, origin]);
const names = model.schemeNames;
const signIn = Object.fromEntries(names.map((name) => [name, "user:secret"]));
const client = createClient({ ...Object.fromEntries(urls), signIn, retries: 0 });
let calls = 0;
for (const call of model.calls) {
  const parameters = call.operation.parameters.map((it) => ({ ...it, required: true }));
  for (const variant of [call, { ...call, operation: { ...call.operation, parameters } }]) {
    calls += 1;
    try {
      current = { call, response: makeSampleResponse(responses, call.operation) };
      const { code } = await transform(`export default async (client) => ${formatSampleCall(context, variant)}`, {
        loader: "ts",
        format: "cjs",
      });
      const module = { exports: {} as { default?: (client: unknown) => Promise<{ ok: boolean; data: unknown }> } };
      new Function("module", "exports", code)(module, module.exports);
      const result = await module.exports.default?.(client);
      const data = await readData(result?.data);
      if (result?.ok !== true) found.failures.push(`${call.name}: no success`);
      else if (!isDeepStrictEqual(data, current.response.data))
        found.failures.push(
          `${call.name}: data is ${String(JSON.stringify(data)).slice(0, 100)}, sent ${String(JSON.stringify(current.response.data)).slice(0, 100)}`,
        );
    } catch (error) {
      found.failures.push(`${call.name}: ${error instanceof Error ? `${error.name} ${error.message}` : String(error)}`);
    }
  }
}
await closeServer(server);
const results: CallResults = {
  operations: model.calls.length + model.omissions.length,
  omissions: model.omissions.map(({ operation, reason }) => `${operation}: ${reason}`),
  ...{ calls, requests, ...found },
};
process.stdout.write(`${JSON.stringify(results, undefined, 1)}\n`);
