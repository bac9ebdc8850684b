/** The targets of changes of the clock, the requests that make them, and the records of advances. */
import { expect, test } from "vitest";
import type { AdminContext } from "../../../src/sandbox/admin/admin-route.js";
import {
  countDueDeliveries,
  createClockState,
  readActiveAdvance,
} from "../../../src/sandbox/admin/clock/clock-advances.js";
import { buildClockView, putClock, readClockTarget } from "../../../src/sandbox/admin/clock/clock-routes.js";
import { type ClockState, getClockMode, getDomainTime } from "../../../src/sandbox/context/domain-clock.js";
import { writeSetting } from "../../../src/sandbox/store/database.js";
import { fillStatement as fill, LEASE_NOW, recordDatabase } from "../record-queries.js";
import { makeContext } from "../seed-data/make-context.js";

const REAL = 5000;
const app = makeContext({ now: REAL });
const RUNNING: ClockState = { mode: "running", offset: 1000 };
const FROZEN: ClockState = { mode: "frozen", at: 7000 };
const PASSING: ClockState = { ...FROZEN, passingUntil: 4000 };

test.each<[state: ClockState, mode: string, time: number]>([
  [RUNNING, "running", 6000],
  [FROZEN, "frozen", 7000],
  [PASSING, "running", 8000],
  [{ ...FROZEN, passingUntil: 5001 }, "running", 7000],
])("the clock %j", (state, mode, time) => {
  expect([getClockMode(state), getDomainTime(state, REAL)]).toEqual([mode, time]);
});

test("states of the clock after a change", () => {
  expect(createClockState({ mode: "frozen", time: 9 }, REAL)).toEqual({ mode: "frozen", at: 9 });
  expect(createClockState({ mode: "running", time: 9 }, REAL)).toEqual({ mode: "running", offset: -4991 });
  expect(createClockState({ mode: "running", time: 9, isReal: true }, REAL)).toEqual({ mode: "running", offset: 0 });
  const advance = (state: ClockState) =>
    readClockTarget({ mode: "advance", by: "PT1S" }, state, { now: 20, real: REAL });
  expect([PASSING, FROZEN].map(advance)).toEqual([
    { mode: "running", time: 1020 },
    { mode: "frozen", time: 1020 },
  ]);
});

const BY =
  "`by` must be a duration such as P30D or PT1H30M: weeks, days, hours, minutes and seconds, at most 100 years";
const TIME = "`time` must be a time in GMT such as 2026-03-14T09:30:00Z";
const MODE = "`mode` must be one of set, advance, freeze, resume, real";
const BEYOND = "the clock cannot go beyond the year 9999: times have years of four digits";

/** Changes the clock through the route. The target is what the change is started with. */
async function change(
  body: object,
  state: ClockState,
  { prefer, advance, processed }: { prefer?: string; advance?: object; processed?: number } = {},
) {
  const row = advance === undefined ? undefined : { value: JSON.stringify(advance) };
  const { database } = recordDatabase({ first: [undefined, row, ...(row === undefined ? [] : [{ total: 3 }])] });
  const started: unknown[] = [];
  const control = {
    ...{ database, app },
    advances: {
      start: async (target: (state: ClockState, now: number) => unknown, wait: number) => {
        started.push(target(state, getDomainTime(state, REAL)), wait);
        return processed;
      },
    },
  } as unknown as AdminContext;
  const request = {
    method: "PUT",
    path: "/clock",
    query: new URLSearchParams(),
    body: Buffer.from(JSON.stringify(body)),
  };
  const response = await putClock(control, { ...request, headers: prefer === undefined ? {} : { prefer } });
  return { started, status: response.status, body: JSON.parse(String(response.body)) as object };
}

test.each<[body: object, state: ClockState, target: object]>([
  [{ mode: "set", time: "1970-01-01T00:00:01Z" }, FROZEN, { mode: "frozen", time: 1000, isReal: false }],
  [
    { mode: "set", time: "9999-12-31T23:59:59Z" },
    RUNNING,
    { mode: "running", time: 253_402_300_799_000, isReal: false },
  ],
  [{ mode: "advance", by: "PT1S" }, PASSING, { mode: "running", time: 9000, isReal: false }],
  [{ mode: "freeze" }, RUNNING, { mode: "frozen", time: 6000, isReal: false }],
  [{ mode: "freeze", time: "1970-01-01T00:00:01Z" }, RUNNING, { mode: "frozen", time: 1000, isReal: false }],
  [{ mode: "resume" }, FROZEN, { mode: "running", time: 7000, isReal: false }],
  [{ mode: "real" }, FROZEN, { mode: "running", time: 5000, isReal: true }],
])("the change %j of the clock %j", async (body, state, target) => {
  expect((await change(body, state)).started).toEqual([target, 0]);
});

test.each<[body: object, message: string]>([
  [{}, MODE],
  [{ mode: "stop" }, MODE],
  [{ mode: "set" }, TIME],
  [{ mode: "freeze", time: "x" }, TIME],
  [{ mode: "advance" }, BY],
  [{ mode: "advance", by: "1 day" }, BY],
  [{ mode: "set", time: "9999-12-31T23:59:59.001Z" }, BEYOND],
  [{ mode: "set", at: 1 }, 'unknown member "at"; expected mode, time, by'],
])("the change %j is refused", async (body, message) => {
  await expect(change(body, FROZEN)).rejects.toMatchObject({ status: 400, message });
});

test.each<[prefer: string | undefined, wait: number]>([
  [undefined, 0],
  ["wait=2", 2000],
  ["respond-async, WAIT = 10", 10_000],
  ['handling=lenient;wait="5";x', 5000],
  ["wait=3600", 3_600_000],
  ["wait=3601", 3_600_000],
  ["await=2", 0],
  ["wait=2s", 0],
  ["wait=1234567", 0],
  ["return=minimal", 0],
])("the preference %j waits %i ms", async (prefer, wait) => {
  const { started } = await change({ mode: "resume" }, FROZEN, prefer === undefined ? {} : { prefer });
  expect(started[1]).toBe(wait);
});

const ADVANCE = { id: "i", from: 0, to: 1000, steps: 2, outcome: "advancing" as const, aliveUntil: LEASE_NOW + 1 };
const VIEW = {
  ...{ mode: "running", time: "1970-01-01T00:00:05.000Z", real: "1970-01-01T00:00:05.000Z", offset: 0 },
};
const ADVANCING = {
  ...VIEW,
  state: "advancing",
  advance: { from: "1970-01-01T00:00:00.000Z", to: "1970-01-01T00:00:01.000Z", steps: 2, left: 3 },
};

test("the response to a change says whether it has ended, and shows the advance in progress", async () => {
  const advance = { mode: "advance", by: "PT1S" };
  const ready = { ...VIEW, state: "ready" };
  const respond = async (...options: Parameters<typeof change>) => {
    const { status, body } = await change(...options);
    return [status, body];
  };
  expect(await respond(advance, RUNNING, { advance: ADVANCE })).toEqual([202, ADVANCING]);
  expect(await respond(advance, RUNNING, { processed: 3 })).toEqual([200, { ...ready, steps: 3 }]);
  // Another advance has begun since.
  expect(await respond(advance, RUNNING, { advance: ADVANCE, processed: 3 })).toEqual([
    200,
    { ...ADVANCING, steps: 3 },
  ]);
  expect(await respond({ mode: "set", time: SHOWN }, RUNNING, { processed: 0 })).toEqual([200, { ...ready, steps: 0 }]);
  expect(await respond({ mode: "resume" }, RUNNING, { processed: 0 })).toEqual([200, ready]);
});

const SHOWN = "1970-01-01T00:00:01Z";

test("an advance is in progress while its replica is alive", async () => {
  const read = (record: object) =>
    readActiveAdvance(recordDatabase({ first: [{ value: JSON.stringify(record) }] }).database);
  expect(await read(ADVANCE)).toEqual(ADVANCE);
  expect(await read({ ...ADVANCE, aliveUntil: LEASE_NOW })).toBe(undefined);
  expect(await read({ ...ADVANCE, outcome: "done" })).toBe(undefined);
  expect(await readActiveAdvance(recordDatabase().database)).toBe(undefined);
  const frozen = recordDatabase({ first: [{ value: JSON.stringify(FROZEN) }] });
  expect(await buildClockView({ database: frozen.database, app })).toEqual({
    ...{ state: "ready", mode: "frozen", time: "1970-01-01T00:00:07.000Z" },
    ...{ real: "1970-01-01T00:00:05.000Z", offset: 2000 },
  });
});

test("the statements of advances", async () => {
  const { statements, database } = recordDatabase({
    first: [{ total: 4 }],
  });
  await writeSetting(database, "advance", ADVANCE);
  expect([await countDueDeliveries(database, 9), await countDueDeliveries(database, 9)]).toEqual([4, 0]);
  const write = (name: string, value: string): string =>
    `INSERT INTO settings (name, value) VALUES ("${name}", ${JSON.stringify(value)}) ON CONFLICT (name) DO UPDATE SET value = excluded.value`;
  expect(statements.map(fill)).toEqual([
    write("advance", JSON.stringify(ADVANCE)),
    ...Array(2).fill("SELECT COUNT(*) AS total FROM deliveries WHERE state IN ('pending', 'sending') AND next_at <= 9"),
  ]);
});
