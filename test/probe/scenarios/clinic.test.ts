/** Scenarios that read: against a correct service, and with one defect each. */
import { expect, test } from "vitest";
import { createUnknownIdScenarios } from "../../../src/probe/scenarios/access/unknown-ids.js";
import { createFilterScenarios } from "../../../src/probe/scenarios/filters/filters.js";
import { CLINIC_SPEC, createClinic } from "./clinic.js";
import type { Defect } from "./desk.js";
import { runScenarios } from "./run-scenarios.js";

const CREATE = [...[createUnknownIdScenarios, createFilterScenarios]];

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

const DEFECTS: Readonly<Record<string, Defect>> = {
  "reports need a year": refuse("listReports", ({ year, month }) => year === undefined && month === undefined),
  "reports need a header": refuse("listReports", (_, { Trace }) => Trace === undefined),
  "reports need the version of rooms": refuse("listReports", (_, { Version }) => Version === undefined),
  "paid finds nothing": mapList("listTreatments", (items, { paid }) => (paid === true ? [] : items)),
  "values twice list twice": mapList("listVisits", (items, { room }) =>
    Array.isArray(room) && room[0] === room[1] ? [...items, ...items] : items,
  ),
  "an unknown value hides the others": mapList("listVisits", (items, { room }) =>
    Array.isArray(room) && room.includes("NONE_HAS_THIS") ? [] : items,
  ),
  "ids are compared in part": (reply, { id, path }) =>
    id === "getVisit" && /^5f0c2b7a/.test(String(path.visitId)) ? { status: 200, body: { id: path.visitId } } : reply,
  "ids are compared without their start": (reply, { id, path }) =>
    id === "getVisit" && /2a3b4c5d$/.test(String(path.visitId)) ? { status: 200, body: { id: path.visitId } } : reply,
  "unknown ids are 401": (reply) => (reply.status === 404 ? { status: 401 } : reply),
  "unknown ids are 400": (reply) => (reply.status === 404 ? { status: 400 } : reply),
};

test("defects", async () => {
  const lines: string[] = [];
  for (const [name, defect] of Object.entries(DEFECTS)) {
    const findings = (await run(defect)).filter((it) => it.startsWith("  exchange"));
    lines.push(`## ${name}`, ...new Set(findings));
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("clinic-defects.txt");
});
