/** Scenarios that read what was written inside of something else: against a correct service, and with one defect each. */
import { expect, test } from "vitest";
import { createAssignedMemberScenarios } from "../../../src/probe/scenarios/access/assigned-members.js";
import { createListedWholeScenarios } from "../../../src/probe/scenarios/filters/listed-whole.js";
import { createNestedFilterScenarios } from "../../../src/probe/scenarios/filters/nested-filters.js";
import { createRequiredReadScenarios } from "../../../src/probe/scenarios/http/required-parts.js";
import { CLINIC_SPEC, createClinic } from "./clinic.js";
import type { Defect } from "./desk.js";
import { type Reply, runScenarios } from "./run-scenarios.js";

const CREATE = [
  ...[createRequiredReadScenarios, createNestedFilterScenarios, createListedWholeScenarios],
  createAssignedMemberScenarios,
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
