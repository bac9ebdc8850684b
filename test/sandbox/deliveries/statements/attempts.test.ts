/** What fault rules do to attempts, and how their outcomes are recorded. */

import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import type { AppContext } from "../../../../src/sandbox/context/app-context.js";
import { applyAlteration, createAttempter, findDeliveryFault } from "../../../../src/sandbox/deliveries/dispatcher.js";
import { type LeasedDelivery, releaseExpiredLeases } from "../../../../src/sandbox/deliveries/lease-deliveries.js";
import { recordOutcome, releaseLease } from "../../../../src/sandbox/deliveries/record-outcome.js";
import { createFailureOutcome, createResponseOutcome } from "../../../../src/sandbox/deliveries/send-delivery.js";
import type { FaultAction, FaultRule } from "../../../../src/sandbox/faults/fault-rules.js";
import type { Row } from "../../../../src/sandbox/store/database.js";
import { fillStatement as fill, recordDatabase } from "../../record-queries.js";
import { makeContext } from "../../seed-data/make-context.js";

const DELIVERY: LeasedDelivery = {
  ...{ id: "d", hookId: "h", businessId: "b", orderId: "o", eventType: "t", attempt: 2, dueAt: 10, startedAt: 20 },
  ...{ payload: Buffer.from("{}x"), url: "http://l", secret: "s", leaseOwner: "me", queue: "healthy" },
};
const NOW = 1000;
const APP: AppContext = makeContext({ now: NOW });
const PLAIN: AppContext = { ...APP, policies: { ...APP.policies, retrySchedule: [0, 0] } };
const EXPIRED = "SELECT 1 AS found FROM deliveries WHERE state = 'sending' AND lease_until <= 500 LIMIT 1";
const CLOCK = 'SELECT value FROM settings WHERE name = "clock"';
const HELD_LEASE =
  'UPDATE deliveries SET lease_by = "me" WHERE id = "d" AND attempt = 2 AND lease_by = "me" AND state = \'sending\'';
const LOCK = 'UPDATE hooks SET active = active WHERE id = "h" RETURNING active';
const release = (state: string, settledAt: number | null): string =>
  `UPDATE deliveries SET state = "${state}", settled_at = ${settledAt}, lease_until = 0, lease_by = NULL WHERE id = "d" AND attempt = 2`;
const reason = (text: string): string =>
  `UPDATE attempts SET reason = "${text}" WHERE delivery_id = "d" AND attempt = 2`;
const STOPPED = "the sender stopped before it received a response; the listener may have received the delivery";

test("leases that have expired are released, those of inactive hooks as disabled", async () => {
  const none = recordDatabase();
  await releaseExpiredLeases(none.database, NOW);
  expect(none.statements.map(fill)).toEqual([EXPIRED]);
  const { statements, database } = recordDatabase({
    first: [{ found: 1 }, { active: 0 }],
    all: [[{ id: "d", hook_id: "h", attempt: 2 }]],
  });
  await releaseExpiredLeases(database, NOW);
  expect(statements.map(fill)).toEqual([
    EXPIRED,
    "SELECT id, hook_id, attempt FROM deliveries WHERE state = 'sending' AND lease_until <= 500 ORDER BY hook_id, id",
    ...[LOCK, release("disabled", NOW), reason(STOPPED)],
  ]);
});

test.each([
  ["of an active hook is pending again", 1, { active: 1 }, [LOCK, release("pending", null), reason("stopped")]],
  ["of a deleted hook is pending again", 1, undefined, [LOCK, release("pending", null), reason("stopped")]],
  ["of an inactive hook is disabled", 1, { active: 0 }, [LOCK, release("disabled", NOW), reason("stopped")]],
  ["that was lost is left alone", 0, undefined, undefined],
])("a lease %s", async (_, held, hook, rest) => {
  const { statements, database } = recordDatabase({ run: [held], first: [hook] });
  await releaseLease(database, DELIVERY, { reason: "stopped", now: NOW });
  expect(statements.map(fill)).toEqual(rest === undefined ? [HELD_LEASE] : [HELD_LEASE, ...rest]);
});

const endDelivery = (state: string, nextAt: number, settledAt: number | null): string =>
  `UPDATE deliveries SET state = "${state}", next_at = ${nextAt}, settled_at = ${settledAt}, lease_until = 0, lease_by = NULL WHERE id = "d"`;
const finish = (status: number | null, text: string, excerpt: string | null): string =>
  `UPDATE attempts SET duration = 7, status = ${status}, reason = "${text}", answer = ${JSON.stringify(excerpt)} WHERE delivery_id = "d" AND attempt = 2`;
const FAILING =
  'UPDATE hooks SET failing_since = COALESCE(failing_since, 1000) WHERE id = "h" RETURNING active, failing_since';
const DISABLE = [
  'UPDATE hooks SET active = 0, updated_at = 1000 WHERE id = "h" AND active = 1',
  'UPDATE businesses SET sequence = sequence WHERE id = (SELECT business_id FROM hooks WHERE hooks.id = "h")',
  "UPDATE deliveries SET state = 'disabled', settled_at = 1000 WHERE hook_id = \"h\" AND state = 'pending'",
];
const FIVE_DAYS = 432_000_000;
const REFUSED = createResponseOutcome(500, "no", undefined);
const REFUSED_TEXT = "responded with 500; only 200 acknowledges";
const GONE_TEXT = "responded with 410; the listener is gone, so its hook was deactivated";

test.each([
  {
    name: "acknowledged",
    outcome: createResponseOutcome(200, "", undefined),
    expected: [
      'UPDATE hooks SET failing_since = NULL WHERE id = "h" AND failing_since IS NOT NULL',
      endDelivery("done", 10, NOW),
      finish(200, "acknowledged", ""),
    ],
  },
  {
    name: "refused",
    outcome: REFUSED,
    hook: { active: 1, failing_since: NOW - FIVE_DAYS + 1 },
    expected: [FAILING, endDelivery("pending", NOW, null), finish(500, REFUSED_TEXT, "no")],
  },
  {
    name: "refused for five days",
    outcome: REFUSED,
    hook: { active: 1, failing_since: NOW - FIVE_DAYS },
    expected: [FAILING, ...DISABLE, endDelivery("disabled", 10, NOW), finish(500, REFUSED_TEXT, "no")],
  },
  {
    name: "refused for good",
    outcome: createResponseOutcome(410, "", undefined),
    hook: { active: 1, failing_since: NOW },
    expected: [FAILING, ...DISABLE, endDelivery("disabled", 10, NOW), finish(410, GONE_TEXT, "")],
  },
  {
    name: "refused by an inactive hook",
    outcome: REFUSED,
    hook: { active: 0, failing_since: NOW },
    expected: [FAILING, endDelivery("disabled", 10, NOW), finish(500, REFUSED_TEXT, "no")],
  },
  {
    name: "without a response, for the last time",
    outcome: createFailureOutcome("no response"),
    app: { ...PLAIN, policies: { ...PLAIN.policies, retrySchedule: [0] } },
    hook: { active: 1, failing_since: NOW },
    expected: [FAILING, endDelivery("exhausted", 10, NOW), finish(null, "no response", null)],
  },
])("an attempt that was $name", async ({ outcome, app = PLAIN, hook, expected }) => {
  const { statements, database } = recordDatabase({ first: [hook] });
  const isRecorded = await recordOutcome(database, app, { delivery: DELIVERY, outcome, duration: 7, now: NOW });
  expect(isRecorded).toBe(true);
  expect(statements.map(fill)).toEqual([HELD_LEASE, ...expected]);
});

test("an outcome is recorded at the present time, and that of a lost lease not at all", async () => {
  const outcome = createResponseOutcome(200, "", undefined);
  const finished = { delivery: DELIVERY, outcome, duration: 7 };
  const { statements, database } = recordDatabase();
  expect(await recordOutcome(database, PLAIN, finished)).toBe(true);
  expect(statements.map(fill).slice(0, 2)).toEqual([HELD_LEASE, CLOCK]);
  const lost = recordDatabase({ run: [0] });
  expect(await recordOutcome(lost.database, PLAIN, finished)).toBe(false);
  expect(lost.statements.map(fill)).toEqual([HELD_LEASE]);
});

const rule = (id: string, match: FaultRule["match"], action: FaultAction): FaultRule => ({
  ...{ id, on: "deliveries", match, do: action },
});
const REQUEST_RULE = { id: "request", match: {}, do: { status: 500 } };

test.each<[match: FaultRule["match"], applies: boolean]>([
  [{}, true],
  [{ eventType: "t", hookId: "h", businessId: "b", orderId: "o", attempt: 2 }, true],
  [{ eventType: "x" }, false],
  [{ hookId: "x" }, false],
  [{ businessId: "x" }, false],
  [{ orderId: "x" }, false],
  [{ attempt: 1 }, false],
  [{ nth: 2 }, false],
])("a rule for %j", async (match, applies) => {
  const { database } = recordDatabase({ first: [undefined, { value: 1 }] });
  const own = rule("own", match, { drop: true });
  expect(await findDeliveryFault(database, [REQUEST_RULE, own], DELIVERY, "s")).toEqual(applies ? own : undefined);
});

test("a rule does not postpone a delivery twice", async () => {
  const rules = [rule("one", {}, { reorder: true }), rule("two", {}, { delay: 5 })];
  const find = async (last: Row | undefined, attempt = 2) => {
    const first = attempt === 1 ? [{ value: 1 }] : [last, { value: 1 }];
    const { statements, database } = recordDatabase({ first });
    const found = await findDeliveryFault(database, rules, { ...DELIVERY, attempt }, "s");
    return [found?.id, statements.length, statements.map(fill)[0]];
  };
  const read = 'SELECT reason FROM attempts WHERE delivery_id = "d" AND attempt = 1';
  expect(await find(undefined)).toEqual(["one", 2, read]);
  const held = "fault rule one: held until another delivery of the hook has been sent";
  expect(await find({ reason: held })).toEqual(["two", 2, read]);
  expect(await find({ reason: "fault rule two: delayed by 5 ms" })).toEqual(["one", 2, read]);
  expect((await find(undefined, 1)).slice(0, 2)).toEqual(["one", 1]);
});

const hmac = (text: string, secret = "s"): string => createHmac("sha1", secret).update(text).digest("base64");

test.each<[action: FaultAction, other: Row | undefined, payload: string, signature: string | undefined]>([
  [{ truncate: 1 }, undefined, "{", hmac("{}x")],
  [{ truncate: 0 }, undefined, "", hmac("{}x")],
  [{ signature: "missing" }, undefined, "{}x", undefined],
  [{ signature: "wrong" }, undefined, "{}x", hmac("{}x", "another s")],
  [{ signature: "old" }, undefined, "{}x", hmac("{}")],
  [{ signature: "old" }, { payload: Buffer.from("other") }, "{}x", hmac("other")],
])("the fault %j changes what is sent", async (action, other, payload, signature) => {
  const { statements, database } = recordDatabase({ first: [other] });
  const altered = await applyAlteration(database, DELIVERY, action);
  expect(altered && { ...altered, payload: Buffer.from(altered.payload).toString() }).toEqual({ payload, signature });
  const sql = 'SELECT payload FROM deliveries WHERE hook_id = "h" AND id <> "d" ORDER BY created_at DESC, id LIMIT 1';
  expect(statements.map(fill)).toEqual(action.signature === "old" ? [sql] : []);
  expect(await applyAlteration(database, DELIVERY, { drop: true })).toBe(undefined);
});

const postpone = (nextAt: number, by: string | null): string =>
  `UPDATE deliveries SET next_at = ${nextAt}, lease_by = ${JSON.stringify(by)} WHERE id = "d" AND state = 'pending'`;
const TAKE_NUMBER =
  'INSERT INTO counters (name, value) VALUES ("fault:r", 1) ON CONFLICT (name) DO UPDATE SET value = counters.value + 1 RETURNING value';

test.each<[action: FaultAction, at: number | undefined, text: string, nextAt: number, by: string | null]>([
  [{ delay: 5 }, 2000, "fault rule r: delayed by 5 ms", 2005, null],
  [{ delay: 5 }, undefined, "fault rule r: delayed by 5 ms", NOW + 5, null],
  [{ reorder: true }, 2000, "fault rule r: held until another delivery of the hook has been sent", 62_000, "held"],
])("the fault %j postpones an attempt at %s", async (action, at, text, nextAt, by) => {
  const clock = at === undefined ? [undefined] : [];
  const { statements, database } = recordDatabase({ first: [{ value: 1 }, ...clock, { active: 1 }] });
  const attempt = createAttempter({ database, app: APP });
  const delivery = { ...DELIVERY, attempt: 1 };
  const rules = [rule("r", {}, action)];
  expect(await attempt({ delivery, signal: new AbortController().signal, at, rules })).toBe(undefined);
  expect(statements.map(fill)).toEqual([
    ...[TAKE_NUMBER, ...(at === undefined ? [CLOCK] : []), HELD_LEASE.replace("attempt = 2", "attempt = 1"), LOCK],
    ...[release("pending", null), reason(text)].map((sql) => sql.replace(/attempt = 2$/, "attempt = 1")),
    postpone(nextAt, by),
  ]);
});

test("a dropped attempt fails, releases held deliveries, or is released itself when it is aborted", async () => {
  const rules = [rule("r", {}, { drop: true })];
  const delivery = { ...DELIVERY, attempt: 1 };
  const { statements, database } = recordDatabase({
    first: [{ value: 1 }, { active: 1, failing_since: 0 }],
  });
  const signal = new AbortController().signal;
  expect(await createAttempter({ database, app: PLAIN })({ delivery, signal, at: NOW, rules })).toBe(false);
  expect(statements.map(fill).slice(-3)).toEqual([
    endDelivery("pending", NOW, null),
    finish(null, "fault rule r: nothing was sent", null).replace(/7|attempt = 2/g, (it) =>
      it === "7" ? "0" : "attempt = 1",
    ),
    'UPDATE deliveries SET next_at = 1000, lease_by = NULL WHERE hook_id = "h" AND state = \'pending\' AND lease_by = "held"',
  ]);
  const aborted = recordDatabase({ first: [{ value: 1 }, undefined, { active: 1 }] });
  const attempt = createAttempter({ database: aborted.database, app: PLAIN });
  expect(await attempt({ delivery, signal: AbortSignal.abort("closing"), at: NOW, rules })).toBe(undefined);
  expect(aborted.statements.map(fill).at(-1)).toBe(reason("closing").replace("attempt = 2", "attempt = 1"));
});
