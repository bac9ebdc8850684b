/** Scenarios that read what was written inside of something else: against a correct service, and with one defect each. */
import { expect, test } from "vitest";
import { createUnknownIdScenarios } from "../../../src/probe/scenarios/access/unknown-ids.js";
import { createFilterScenarios } from "../../../src/probe/scenarios/filters/filters.js";
import { createNestedFilterScenarios } from "../../../src/probe/scenarios/filters/written-filters.js";
import { createMethodScenarios, createRequiredReadScenarios } from "../../../src/probe/scenarios/http/conditional.js";
import { createOwnPropertyScenarios } from "../../../src/probe/scenarios/list-scenarios.js";
import { createListedWholeScenarios } from "../../../src/probe/scenarios/views/listed-item.js";
import { CLINIC_SPEC, createClinic } from "./clinic.js";
import type { Defect } from "./desk.js";
import { type Reply, runScenarios, type Sent } from "./run-scenarios.js";

const CREATE = [
  ...[createRequiredReadScenarios, createNestedFilterScenarios, createListedWholeScenarios],
  ...[createOwnPropertyScenarios, createUnknownIdScenarios, createMethodScenarios, createFilterScenarios],
];

const run = (defect?: Defect): Promise<string[]> =>
  runScenarios({ spec: CLINIC_SPEC, service: createClinic(defect), create: CREATE });

test("a correct service", async () => {
  await expect(`${(await run()).join("\n")}\n`).toMatchFileSnapshot("clinic.txt");
});

type Item = Readonly<Record<string, unknown>>;
const mapList =
  (id: string, map: (items: readonly Item[], query: Item) => unknown): Defect =>
  (reply, sent) =>
    sent.id === id && reply.status < 300 ? { ...reply, body: map(reply.body as readonly Item[], sent.query) } : reply;
const refuse =
  (id: string, isRefused: (query: Item, header: Item) => boolean): Defect =>
  (reply, sent) =>
    sent.id === id && isRefused(sent.query, sent.header) ? { status: 400 } : reply;

const onNextPage =
  (map: (items: readonly Item[], sent: Sent) => unknown): Defect =>
  (reply, sent) =>
    /page=/.test(sent.url ?? "") ? { ...reply, body: map(reply.body as readonly Item[], sent) } : reply;

const DEFECTS: Readonly<Record<string, Defect>> = {
  "reports need a year": refuse("listReports", ({ year, month }) => year === undefined && month === undefined),
  "reports need a header": refuse("listReports", (_, { Trace }) => Trace === undefined),
  "reports need the version of rooms": refuse("listReports", (_, { Version }) => Version === undefined),
  "letters are decoded wrongly": mapList("listTreatments", (items, { doctor }) =>
    /[^ -~]/.test(String(doctor)) ? [] : items,
  ),
  "plus is a space": mapList("listTreatments", (items, { doctor }) => (/\+/.test(String(doctor)) ? [] : items)),
  "zeros are dropped": mapList("listTreatments", (items, { doctor }) => (/^00/.test(String(doctor)) ? [] : items)),
  "paid finds nothing": mapList("listTreatments", (items, { paid }) => (paid === true ? [] : items)),
  "visits are not found by doctors": mapList("listVisits", (items, { treatmentsDoctor }) =>
    /&/.test(String(treatmentsDoctor)) ? [] : items,
  ),
  "treatments stay as they were": (() => {
    const first = new Map<unknown, unknown>();
    return mapList("listTreatments", (items) => items.map((it) => first.get(it.id) ?? (first.set(it.id, it) && it)));
  })(),
  "lists have one treatment": mapList("listVisits", (items) =>
    items.map((it) => (Array.isArray(it.treatments) ? { ...it, treatments: it.treatments.slice(0, 1) } : it)),
  ),
  "values twice list twice": mapList("listVisits", (items, { room }) =>
    Array.isArray(room) && room[0] === room[1] ? [...items, ...items] : items,
  ),
  "an unknown value hides the others": mapList("listVisits", (items, { room }) =>
    Array.isArray(room) && room.includes("NONE_HAS_THIS") ? [] : items,
  ),
  "next pages have no treatments": onNextPage((items) => items.map(({ treatments: _, ...it }) => it)),
  "next pages have no window": onNextPage((items, { query }) =>
    query.createdFrom === undefined ? items : items.map((it) => ({ ...it, createdAt: "2026-01-01T00:00:00Z" })),
  ),
  "ids are compared in part": (reply, { id, path }) =>
    id === "getVisit" && /^5f0c2b7a/.test(String(path.visitId)) ? { status: 200, body: { id: path.visitId } } : reply,
  "ids are compared without their start": (reply, { id, path }) =>
    id === "getVisit" && /2a3b4c5d$/.test(String(path.visitId)) ? { status: 200, body: { id: path.visitId } } : reply,
  "unknown ids are 401": (reply) => (reply.status === 404 ? { status: 401 } : reply),
  "unknown ids are 400": (reply) => (reply.status === 404 ? { status: 400 } : reply),
  "a header deletes": (() => {
    const gone = new Set<unknown>();
    return (reply, { header, path }) => {
      if (header["X-HTTP-Method-Override"] === "DELETE") gone.add(path.visitId);
      return gone.has(path.visitId) ? { status: 404 } : reply;
    };
  })(),
  "OPTIONS leaves out GET": (reply, { method }) =>
    method === "OPTIONS" ? { status: 204, headers: [["Allow", "POST"]] } : reply,
  "members are assigned": (reply: Reply, { id, value }) =>
    id === "createVisit" ? { ...reply, body: { ...(reply.body as Item), ...(value as Item) } } : reply,
};

test("defects", async () => {
  const lines: string[] = [];
  for (const [name, defect] of Object.entries(DEFECTS)) {
    const findings = (await run(defect)).filter((it) => it.startsWith("  exchange"));
    lines.push(`## ${name}`, ...new Set(findings));
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("clinic-defects.txt");
});
