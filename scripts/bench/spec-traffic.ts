/**
 * Writes traffic of a spec, as a browser or a proxy records it: `tsx scripts/bench/spec-traffic.ts SPEC --out FILE [--exchanges 512] [--seed 1]
 * [--format har|ndjson] [--undeclared]`.
 *
 * Every exchange has its own random values, headers and statuses. `--undeclared` adds two headers that the spec lacks to each response. The
 * same arguments give the same bytes.
 */

import { once } from "node:events";
import { createWriteStream } from "node:fs";
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import {
  listOperations,
  loadDocument,
  type MediaTypeDefinition,
  type Operation,
  type Parameter,
  type ResponseDefinition,
} from "../../src/document/index.js";
import { serializePathParameter, serializeQueryPairs } from "../../src/samples/serialization/serialize-parameter.js";
import { createValueArbitrary } from "../../src/samples/value-arbitrary.js";
import { createSchemas, type MessageDirection } from "../../src/schema/index.js";
import { createHex, createRandom, pickRandom } from "./random.js";
import { formatHarEntry, formatNdjsonLine, formatRequestUrl, type GeneratedExchange } from "./recorded-exchange.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string" },
    exchanges: { type: "string", default: "512" },
    seed: { type: "string", default: "1" },
    format: { type: "string", default: "har" },
    undeclared: { type: "boolean", default: false },
  },
});
const [specFile] = positionals;
if (specFile === undefined || values.out === undefined) throw new Error("expected SPEC and --out FILE");

const document = loadDocument(specFile);
const schemas = createSchemas(document);
const random = createRandom(Number(values.seed));
const samples = new Map<string, unknown[]>();
const arbitraries = new Map<string, fc.Arbitrary<unknown> | undefined>();
const MISSING = Symbol("no valid value");
await writeTraffic(values.out, Number(values.exchanges));

async function writeTraffic(path: string, count: number): Promise<void> {
  const file = createWriteStream(path, { highWaterMark: 1024 * 1024 });
  const isHar = values.format === "har";
  if (isHar)
    file.write('{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537.36"},"pages":[],"entries":[\n');
  const operations = listOperations(document).filter(({ kind }) => kind === "path");
  for (let made = 0; made < count; ) {
    const operation = pickRandom(random, operations);
    const exchange = operation && makeExchange(operation, made);
    if (exchange === undefined) continue;
    const text = JSON.stringify(
      isHar ? formatHarEntry(random, exchange) : formatNdjsonLine(exchange),
      null,
      isHar ? 2 : undefined,
    );
    const separator = isHar ? (made === 0 ? "" : ",\n") : made === 0 ? "" : "\n";
    if (!file.write(separator + text)) await once(file, "drain");
    made += 1;
  }
  file.end(isHar ? "\n]}}\n" : "\n");
  await once(file, "finish");
}

/** Undefined if no value was found for a required part. */
function makeExchange(operation: Operation, index: number): GeneratedExchange | undefined {
  const response = pickResponse(operation);
  const path = fillPath(operation);
  const query = operation.parameters
    .filter((it) => it.in === "query" && (it.required || random() < 0.3))
    .map(serializeQuery);
  const requestBody = makeRequestBody(operation);
  const responseBody = response && makeBody(response.content, "response");
  if (response === undefined || path === undefined || query.includes(undefined)) return undefined;
  if (requestBody === MISSING || responseBody === MISSING) return undefined;
  const text = query.filter((it) => it !== "").join("&");
  return {
    time: Date.UTC(2026, 0, 1) + index * 137,
    method: operation.method,
    url: formatRequestUrl(operation, `${path}${text === "" ? "" : `?${text}`}`),
    requestHeaders: makeRequestHeaders(operation, requestBody),
    requestBody,
    status: readStatus(response),
    responseHeaders: makeResponseHeaders(responseBody),
    responseBody,
  };
}

/** Four of five are successful, as in the traffic of an app. */
function pickResponse({ responses }: Operation): ResponseDefinition | undefined {
  const json = responses.filter(({ content }) => content.every(isJson));
  const successful = json.filter(({ status }) => status.startsWith("2"));
  return pickRandom(random, successful.length > 0 && random() < 0.8 ? successful : json);
}

function fillPath({ path, parameters }: Operation): string | undefined {
  const own = parameters.filter((it) => it.in === "path");
  return own.reduce<string | undefined>((text, it) => {
    const value = makeParameter(it);
    if (text === undefined || value === MISSING) return undefined;
    return text.replace(`{${it.name}}`, () => serializePathParameter(it, value === "" ? "x" : value));
  }, path);
}

function serializeQuery(parameter: Parameter): string | undefined {
  const value = makeParameter(parameter);
  if (value === MISSING) return parameter.required ? undefined : "";
  return serializeQueryPairs(parameter, value).join("&");
}

function makeParameter({ schema, content }: Parameter): unknown {
  const pointer = schema ?? content?.schema;
  const value = pointer === undefined ? "text" : makeValue(pointer, "request");
  const isEmpty = value === null || value === "" || (typeof value === "object" && Object.keys(value).length === 0);
  return isEmpty ? MISSING : value;
}

function makeRequestBody({ requestBody }: Operation): string | undefined | typeof MISSING {
  if (requestBody === undefined || (!requestBody.required && random() < 0.3)) return undefined;
  const json = requestBody.content.filter(isJson);
  return json.length === 0 ? (requestBody.required ? MISSING : undefined) : makeBody(json, "request");
}

function makeBody(
  [media]: readonly MediaTypeDefinition[],
  direction: MessageDirection,
): string | undefined | typeof MISSING {
  if (media?.schema === undefined) return undefined;
  const value = makeValue(media.schema, direction);
  return value === MISSING ? MISSING : JSON.stringify(value);
}

/** Takes the next of a batch of random values, because each batch has a fixed cost. */
function makeValue(pointer: string, direction: MessageDirection): unknown {
  const key = `${direction} ${pointer}`;
  const before = samples.get(key);
  if (before === undefined || before.length === 1) {
    const arbitrary = arbitraryOf(key, pointer, direction);
    const seed = Math.floor(random() * 2 ** 31);
    samples.set(key, [MISSING, ...(arbitrary === undefined ? [] : fc.sample(arbitrary, { numRuns: 8, seed }))]);
  }
  const batch = samples.get(key) ?? [];
  return batch.length > 1 ? batch.pop() : MISSING;
}

function arbitraryOf(key: string, pointer: string, direction: MessageDirection): fc.Arbitrary<unknown> | undefined {
  if (!arbitraries.has(key))
    arbitraries.set(key, createValueArbitrary(fc, { schemas, direction }, schemas.model.at([pointer])));
  return arbitraries.get(key);
}

function isJson({ range }: MediaTypeDefinition): boolean {
  return /^application\/([a-z.-]+\+)?json$/i.test(range);
}

function readStatus({ status }: ResponseDefinition): number {
  if (status === "default") return 500;
  return status.endsWith("XX") ? Number(status[0]) * 100 + pickRandom(random, [0, 1, 3, 4, 9]) : Number(status);
}

type Headers = [string, string][];

function makeRequestHeaders({ parameters, security }: Operation, body: string | undefined): Headers {
  const own = parameters.filter((it) => it.in === "header" && it.required);
  const credentials = (security[0] ?? []).map(({ scheme }): [string, string] =>
    scheme?.value.in === "header"
      ? [String(scheme.value.name), "Bot bm90IGEgc2VjcmV0.token"]
      : ["authorization", "Bearer bm90LmEuc2VjcmV0"],
  );
  return [
    ["accept", "*/*"],
    ["accept-encoding", "gzip, deflate, br, zstd"],
    ["accept-language", pickRandom(random, ["en-US,en;q=0.9", "de-DE,de;q=0.9,en;q=0.8", "fr-FR"])],
    ...credentials,
    ...(body === undefined
      ? []
      : ([
          ["content-length", String(body.length)],
          ["content-type", "application/json"],
        ] as Headers)),
    ...own.map((it): [string, string] => [it.name, String(makeParameter(it))]),
    ["cookie", `__dcfduid=${createHex(random, 32)}; locale=en-US`],
    ["origin", "https://app.example.com"],
    ["priority", "u=1, i"],
    ["referer", `https://app.example.com/channels/${createHex(random, 12)}`],
    ["sec-ch-ua", '"Chromium";v="141", "Not?A_Brand";v="8"'],
    ["sec-fetch-mode", "cors"],
    ["sec-fetch-site", "same-site"],
    [
      "user-agent",
      "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36",
    ],
  ];
}

function makeResponseHeaders(body: string | undefined): Headers {
  const headers: Headers = [
    ["date", new Date(Date.UTC(2026, 0, 1) + Math.floor(random() * 1e9)).toUTCString()],
    ...(body === undefined
      ? []
      : ([
          ["content-type", "application/json"],
          ["content-length", String(body.length)],
        ] as Headers)),
    ["server", "cloudflare"],
    ["cf-ray", `${createHex(random, 16)}-FRA`],
    ["strict-transport-security", "max-age=31536000; includeSubDomains; preload"],
    ["vary", "Accept-Encoding"],
    ...(random() < 0.5 ? ([["etag", `W/"${createHex(random, 20)}"`]] as Headers) : []),
    ...(random() < 0.3 ? ([["cache-control", "no-store"]] as Headers) : []),
  ];
  if (values.undeclared)
    headers.push(["x-request-id", createHex(random, 32)], ["x-ratelimit-remaining", String(Math.floor(random() * 50))]);
  // Servers and proxies send headers in different orders.
  return random() < 0.5 ? headers : headers.reverse();
}
