/** Scenarios that read lists, and that write what they read: against a correct service, and with one defect each. */
import { expect, test } from "vitest";
import { createFilterScenarios } from "../../../src/probe/scenarios/filters/filters.js";
import {
  createConditionalScenarios,
  createMediaTypeScenarios,
  createPreconditionScenarios,
} from "../../../src/probe/scenarios/http/http.js";
import { createLifecycleScenarios } from "../../../src/probe/scenarios/lifecycle/lifecycle.js";
import { createPagingScenarios } from "../../../src/probe/scenarios/paging.js";
import { createItemScenarios, createWriteScenarios } from "../../../src/probe/scenarios/resources.js";
import { createRoundTripScenarios } from "../../../src/probe/scenarios/round-trips/round-trips.js";
import { createKeyScenarios, createWriteVariantScenarios } from "../../../src/probe/scenarios/write-variants.js";
import type { Defect } from "./desk.js";
import { type Reply, runScenarios, type ScenarioRun } from "./run-scenarios.js";
import { createShelf, SHELF_SPEC } from "./shelf.js";

const READS = [...[createPagingScenarios, createFilterScenarios, createItemScenarios], createConditionalScenarios];
const WRITES = [
  ...[createWriteScenarios, createKeyScenarios],
  ...[createMediaTypeScenarios, createPreconditionScenarios],
  ...[createRoundTripScenarios, createLifecycleScenarios, createWriteVariantScenarios],
];

const run = (create: ScenarioRun["create"], defect?: Defect): Promise<string[]> =>
  runScenarios({ spec: SHELF_SPEC, service: createShelf(defect), create });

test.each([
  ["reads", READS],
  ["writes", WRITES],
] as const)("a correct service: %s", async (name, create) => {
  const lines = await run(create);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`shelf-${name}.txt`);
});

const put =
  (...ids: readonly string[]) =>
  ({ id, method }: { id: string; method: string }): boolean =>
    ids.includes(id) && method !== "HEAD";
const isList = put("listThings");
const mapList =
  (
    isWanted: (query: Readonly<Record<string, unknown>>) => boolean,
    map: (items: readonly Item[]) => readonly unknown[],
  ): Defect =>
  (reply, sent) =>
    isList(sent) && reply.status === 200 && isWanted(sent.query)
      ? { ...reply, body: map(reply.body as readonly Item[]) }
      : reply;
type Item = Readonly<Record<string, unknown>> & { readonly id: string };
const mapBody =
  (ids: readonly string[], map: (body: Item, written: Item) => unknown): Defect =>
  (reply, sent) =>
    put(...ids)(sent) && reply.status < 300 && reply.body !== undefined
      ? { ...reply, body: map(reply.body as Item, (sent.value ?? {}) as Item) }
      : reply;
const always = (): boolean => true;
const ONE = {
  id: "7c9e6679-7425-40de-944b-000000000001",
  state: "lost",
  sku: "other",
  createdAt: "1970-01-01T00:00:00Z",
};

const READ_DEFECTS: Readonly<Record<string, Defect>> = {
  "filters apply to nothing": mapList(
    ({ state, sku, labels }) => (state ?? sku ?? labels) !== undefined,
    (items) => [...items, ONE],
  ),
  "unknown values are not found": (reply, sent) =>
    isList(sent) && reply.status === 200 && (reply.body as unknown[]).length === 0 ? { status: 404 } : reply,
  "wildcards match": mapList(
    ({ sku }) => /[%*_]/.test(String(sku)),
    () => [ONE],
  ),
  "two filters apply the first": mapList(
    ({ state, sku }) => state !== undefined && sku !== undefined,
    () => [ONE],
  ),
  "windows shift by an hour": mapList(
    ({ createdFrom, createdTo }) => (createdFrom ?? createdTo) !== undefined,
    (items) => items.slice(1),
  ),
  "windows are ignored": mapList(
    ({ createdFrom, createdTo }) => (createdFrom ?? createdTo) !== undefined,
    (items) => [...items, ONE],
  ),
  "the order is that of texts": mapList(
    ({ sort }) => sort === "size",
    (items) => items.toSorted((a, b) => (String(a.size) < String(b.size) ? -1 : 1)),
  ),
  "the order has one direction": mapList(
    ({ sort }) => String(sort).startsWith("-"),
    (items) => items.toReversed(),
  ),
  "notes are always included": mapList(always, (items) => items.map((it) => ({ ...it, notes: [{ text: "n" }] }))),
  "the limit is ignored": mapList(
    ({ limit }) => limit === 1 || limit === 2,
    (items) => [...items, ONE, ONE, ONE],
  ),
  "the offset is ignored": mapList(
    ({ offset }) => offset !== undefined,
    () => [ONE],
  ),
  "items differ": mapBody(["readThing"], (body) => ({ ...body, state: "lost", size: 77 })),
  "a list differs from its resource": mapBody(["readThing"], (body) => ({ ...body, notes: [{ text: "x", stars: 9 }] })),
  "nothing is acceptable": (reply, { header }) => (header.Accept === undefined ? reply : { status: 406 }),
  "encodings fail": (reply, { header }) => (header["Accept-Encoding"] === undefined ? reply : { status: 500 }),
  "browsers see another size": (reply, { header }) =>
    header["User-Agent"] === undefined || Array.isArray(reply.body)
      ? reply
      : { ...reply, body: { ...(reply.body as Item), size: 99 } },
  "nothing is modified": (reply, { header }) =>
    header["If-None-Match"] !== undefined || header["If-Modified-Since"] !== undefined ? { status: 304 } : reply,
};

const WRITE_DEFECTS: Readonly<Record<string, Defect>> = {
  "texts are in lower case": mapBody(["createThing", "readThing", "putThing"], (body) => ({
    ...body,
    extra: String(body.extra).toLowerCase(),
  })),
  "texts are trimmed in responses to writes": mapBody(["createThing", "putThing"], (body) => ({
    ...body,
    extra: String(body.extra).trim(),
  })),
  "numbers are shown as 5": mapBody(["readThing"], (body) => ({ ...body, size: 5 })),
  "empty texts are left out": mapBody(["createThing", "readThing", "putThing"], ({ extra, ...body }) =>
    extra === "" ? body : { ...body, extra },
  ),
  "created things are lost": (reply, sent) =>
    sent.id === "readThing" && /1\d\d$/.test(String(sent.path.id)) ? { status: 404 } : reply,
  "a response to a write has a part": mapBody(["createThing", "putThing", "patchThing"], ({ id }) => ({ id })),
  "times of updates are kept": mapBody(["readThing"], (body) => ({ ...body, updatedAt: body.createdAt })),
  "entity tags are kept": (reply, sent) =>
    sent.id === "readThing" && reply.status === 200 ? { ...reply, headers: [["ETag", '"a"']] } : reply,
  "creation times change": mapBody(["readThing"], (body) => ({ ...body, createdAt: body.updatedAt })),
  "deleted things are there": (() => {
    const seen = new Map<unknown, Reply>();
    return (reply, { id, path }) => {
      const before = seen.get(path.id);
      if (id === "readThing" && reply.status === 200) seen.set(path.id, reply);
      return id === "readThing" && reply.status === 404 ? (before ?? reply) : reply;
    };
  })(),
  "a deleted thing can be changed": (reply, sent) =>
    sent.id === "patchThing" && reply.status === 404 ? { status: 200, body: {} } : reply,
  "parts of deleted things are there": (reply, sent) =>
    sent.id === "listNotes" && reply.status === 404 ? { status: 200, body: [{ text: "x" }] } : reply,
  "all statuses of PUT are 201": (reply, sent) =>
    sent.id === "putThing" && reply.status === 200 ? { ...reply, status: 201 } : reply,
  "preconditions are ignored": (reply) => (reply.status === 412 ? { status: 200, body: {} } : reply),
  "keys must be short": (reply, { header }) => (String(header.Once ?? "").length > 30 ? { status: 400 } : reply),
  "a write right after another one fails": (() => {
    let last = "";
    return (reply, { id }) => {
      const isSecond = id === "putThing" && last === id;
      last = id;
      return isSecond && reply.status < 300 ? { status: 500 } : reply;
    };
  })(),
  "a thing is away while it is written": (() => {
    let isWritten = false;
    return (reply, { id }) => {
      const isAway = isWritten && id === "readThing";
      isWritten = id === "putThing";
      return isAway ? { status: 404 } : reply;
    };
  })(),
  "every second write fails": (() => {
    let count = 0;
    return (reply, { id }) => {
      count += Number(id === "putThing");
      return id === "putThing" && count % 2 === 0 ? { status: 409 } : reply;
    };
  })(),
};

test.each([
  ["reads", READS, READ_DEFECTS],
  ["writes", WRITES, WRITE_DEFECTS],
] as const)("defects: %s", async (title, create, defects) => {
  const lines: string[] = [];
  const shown = new Set<string>();
  for (const [name, defect] of Object.entries(defects)) {
    const all = await run(create, defect);
    lines.push(`## ${name}: ${all.length} lines`);
    // Each finding is written down once, without the requests.
    for (const it of all.filter((line) => line.startsWith("  exchange"))) {
      if (!shown.has(it)) lines.push(it);
      shown.add(it);
    }
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(`shelf-${title}-defects.txt`);
});
