/**
 * Writes traffic of a client that works with the sandbox of a spec: it creates records, reads them one by one and in lists, changes some,
 * and asks for some that do not exist. `tsx scripts/bench/client-traffic.ts SPEC --out FILE [--exchanges 5000] [--seed 1]`.
 *
 * Only resources whose list has no path parameters are used. Prints the statuses of the responses.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import * as fc from "fast-check";
import { loadDocument, type Operation } from "../../src/document/index.js";
import { HAR_PART_POINTERS, type RecordedBody, toHarEntry } from "../../src/recording/index.js";
import { createValueArbitrary } from "../../src/samples/value-arbitrary.js";
import type { Play, PlayKind } from "../../src/sandbox/engine/resource.js";
import { planResources } from "../../src/sandbox/engine/resource-plan.js";
import { createSandbox } from "../../src/sandbox/index.js";
import { getSchemas } from "../../src/schema/index.js";
import { createRandom, pickRandom } from "./random.js";
import { formatRequestUrl } from "./recorded-exchange.js";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: "string" },
    exchanges: { type: "string", default: "5000" },
    seed: { type: "string", default: "1" },
  },
});
const [spec] = positionals;
if (spec === undefined || values.out === undefined) throw new Error("expected SPEC and --out FILE");

/** How many records of each kind are created first. */
const FIRST_RECORDS = 25;
/** The shares of the requests after it, in percent. */
const SHARES: readonly (readonly [PlayKind, number])[] = [
  ["read", 50],
  ["list", 30],
  ["change", 8],
  ["replace", 7],
  ["create", 5],
];
/** One of so many reads asks for a record that does not exist. */
const UNKNOWN = 10;

const document = loadDocument(spec);
const schemas = getSchemas(document);
const random = createRandom(Number(values.seed));
const sandbox = await createSandbox({ spec, seed: values.seed });
const bodies = new Map<Operation, readonly unknown[]>();
const entries: object[] = [];
const statuses = new Map<string, number>();
const groups = listGroups();
for (const { plays, ids } of groups) {
  const create = plays.find(({ kind }) => kind === "create");
  for (let made = 0; create !== undefined && made < FIRST_RECORDS; made += 1) {
    const response = await send(create, undefined);
    const body: unknown = response.ok ? await response.json() : undefined;
    const id = findId(body, create.resource?.identity?.at(-1) ?? "id");
    if (id !== undefined) ids.push(id);
  }
}
const used = groups.filter(({ ids }) => ids.length > 0);
while (used.length > 0 && entries.length < Number(values.exchanges)) {
  const { plays, ids } = pickRandom(random, used) ?? groups[0] ?? { plays: [], ids: [] };
  const play = pickRandom(random, plays);
  const share = SHARES.find(([kind]) => kind === play?.kind)?.[1] ?? 0;
  if (play === undefined || random() * 50 > share) continue;
  const isUnknown = play.kind === "read" && random() * UNKNOWN < 1;
  await send(play, isUnknown ? `unknown-${entries.length}` : pickRandom(random, ids));
}
await sandbox.close();
const log = { version: "1.2", creator: { name: "client-traffic", version: "1" }, entries: [] };
const text = entries.map((it) => JSON.stringify(it)).join(",\n");
writeFileSync(
  values.out,
  JSON.stringify({ log }).replace("[]", () => `[\n${text}\n]`),
);
process.stdout.write(
  `${groups.length} resources, ${used.length} used: ${JSON.stringify(Object.fromEntries(statuses))}\n`,
);

type Group = { readonly plays: readonly Play[]; readonly ids: string[] };

/** The operations on a list and its records. */
function listGroups(): Group[] {
  const { plays, resources } = planResources(document);
  const top = [...resources.values()].filter(({ collection }) => collection !== undefined && !collection.includes("{"));
  return top.map((resource) => ({ plays: [...plays.values()].filter((it) => it.resource === resource), ids: [] }));
}

/** Sends a request to an operation, and returns the response. */
async function send({ operation }: Play, id: string | undefined): Promise<Response> {
  const url = new URL(formatRequestUrl(operation, operation.path.replace(/\{[^}]+\}/, encodeURIComponent(id ?? ""))));
  const body = makeBody(operation);
  const headers = { authorization: "Bearer 0123456789", accept: "application/json", ...body?.headers };
  const method = operation.method;
  const response = await fetch(new URL(url.pathname, sandbox.url), {
    method,
    headers,
    ...(body && { body: body.text }),
  });
  const status = `${method} ${response.status}`;
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  const sent: RecordedBody = body === undefined ? { kind: "none" } : { kind: "text", text: body.text };
  const exchange = {
    request: {
      method,
      url: url.href,
      headers: Object.entries(headers),
      body: sent,
    },
    response: {
      status: response.status,
      headers: [...response.headers],
      body: { kind: "text", text: await response.clone().text() },
    },
    origin: { source: "", index: entries.length, pointer: "", parts: HAR_PART_POINTERS },
  } as const;
  entries.push(
    toHarEntry(exchange, { startedAt: new Date(Date.UTC(2026, 0, 1) + entries.length * 137).toISOString() }),
  );
  return response;
}

function makeBody(
  operation: Operation,
): { readonly headers: { readonly "content-type": string }; readonly text: string } | undefined {
  const media = operation.requestBody?.content.find(({ range }) => /json/.test(range));
  if (media?.schema === undefined) return undefined;
  const known = bodies.get(operation) ?? listBodies(media.schema);
  bodies.set(operation, known);
  const value = pickRandom(random, known);
  return value === undefined ? undefined : { headers: { "content-type": media.range }, text: JSON.stringify(value) };
}

function listBodies(schema: string): readonly unknown[] {
  const arbitrary = createValueArbitrary(fc, { schemas, direction: "request" }, schemas.model.at([schema]));
  return arbitrary === undefined ? [] : fc.sample(arbitrary, { numRuns: 40, seed: Number(values.seed) });
}

/** The first value of the name in a body, such as the id in an envelope. */
function findId(body: unknown, name: string): string | undefined {
  if (typeof body !== "object" || body === null) return undefined;
  const own = (body as Readonly<Record<string, unknown>>)[name];
  if (typeof own === "string" || typeof own === "number") return String(own);
  return Object.values(body)
    .map((child) => findId(child, name))
    .find((id) => id !== undefined);
}
