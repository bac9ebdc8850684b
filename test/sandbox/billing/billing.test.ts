import { beforeAll, expect, test } from "vitest";
import type { JsonObject } from "../../../src/document/index.js";
import { describeEachEngine } from "../engines.js";
import { APP, type Api, createApi, OTHER_APP, OTHER_SHOP, SHOP, START, uuid } from "../paging/api.js";

const DAY = 86_400_000;

const second = (number: number): string => `2026-03-01T08:00:0${number}Z`;

const plan = (number: number): JsonObject => ({
  ...{ planId: uuid(number), appId: APP, name: `Plan ${number}`, status: "ACTIVE", scope: "BUSINESS", interval: "DAY" },
  ...{ trialPeriodDays: 30, amount: 900, amounts: [{ country: "US", currency: "USD", value: 900 }] },
  ...{ createdAt: second(number), updatedAt: second(number) },
});

const subscription = (number: number, parts: JsonObject = {}): JsonObject => ({
  ...{ subscriptionId: uuid(number), appId: APP, businessId: SHOP, planId: uuid(1), phase: "FULL", status: "ACTIVE" },
  ...{ startAt: second(number), createdAt: second(number), updatedAt: second(number), ...parts },
});

async function fill({ database }: Api): Promise<void> {
  for (const number of [2, 1])
    await database.run("INSERT INTO plans (application_id, id, created_at, body) VALUES ($1, $2, $3, $4)", [
      ...[APP, uuid(number), Date.parse(second(number)), JSON.stringify(plan(number))],
    ]);
  const all = [
    ...[1, 2, 3].map((number) => subscription(number)),
    subscription(4, { phase: "TRIAL" }),
    subscription(5, { status: "CANCELLED" }),
    subscription(6, { businessId: OTHER_SHOP }),
    subscription(7, { appId: OTHER_APP, businessId: OTHER_SHOP }),
  ];
  for (const it of all)
    await database.run(
      `INSERT INTO subscriptions (application_id, id, business_id, status, created_at, trial_ends_at, body)
        VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [
        ...[String(it.appId), String(it.subscriptionId), String(it.businessId), String(it.status)],
        ...[Date.parse(String(it.createdAt)), it.phase === "TRIAL" ? START + DAY : null, JSON.stringify(it)],
      ],
    );
}

const SUBSCRIPTIONS = `/apps/${APP}/subscriptions`;

describeEachEngine("billing", (makeDatabase) => {
  let api: Api;
  beforeAll(async () => {
    api = await createApi(await makeDatabase());
    await fill(api);
  });
  const numbers = (list: readonly JsonObject[]) => list.map((it) => Number(String(it.subscriptionId).slice(-2)));

  const LISTED: readonly (readonly [query: string, found: readonly number[], start: number, total: number])[] = [
    ["", [1, 2, 3, 4, 6], 0, 5],
    [`businessId=${SHOP}`, [1, 2, 3, 4], 0, 4],
    ["count=2", [1, 2], 0, 5],
    ["count=100", [1, 2, 3, 4, 6], 0, 5],
    [`start=${second(3)}`, [3, 4, 6], 2, 5],
    [`start=${second(2)}&count=1&businessId=${SHOP}`, [2], 1, 4],
    [`start=${second(9)}`, [], 5, 5],
  ];
  test.each(LISTED)("subscriptions: %s", async (query, found, start, total) => {
    const { body } = await api.send({ path: SUBSCRIPTIONS, query });
    expect(numbers(body.list)).toEqual(found);
    expect(body).toMatchObject({ start, total, count: found.length });
  });

  test("a business user sees those of their business", async () => {
    const { body } = await api.send({ path: SUBSCRIPTIONS, as: "user" });
    expect(numbers(body.list)).toEqual([1, 2, 3, 4]);
    expect(body.total).toBe(4);
    expect(await api.send({ path: `${SUBSCRIPTIONS}/${uuid(6)}`, as: "user" })).toMatchObject({ status: 404 });
  });

  test("a trial becomes full when it ends", async () => {
    const phases = async () => {
      const one = (await api.send({ path: `${SUBSCRIPTIONS}/${uuid(4)}` })).body;
      const [listed] = (await api.send({ path: SUBSCRIPTIONS, query: `start=${second(4)}&count=1` })).body.list;
      expect(listed).toEqual(one);
      return [one.phase, one.updatedAt];
    };
    api.at(START + DAY - 1);
    expect(await phases()).toEqual(["TRIAL", second(4)]);
    api.at(START + DAY);
    expect(await phases()).toEqual(["FULL", "2026-03-15T12:00:00Z"]);
    api.at(START);
  });

  test("plans, in the order of their creation", async () => {
    const { body } = await api.send({ path: `/apps/${APP}/plans` });
    expect(body).toEqual({ list: [plan(1), plan(2)], start: 0, total: 2, count: 2 });
    expect((await api.send({ path: `/apps/${OTHER_APP}/plans`, as: "other" })).body.list).toEqual([]);
  });

  test("an inactive one can be read", async () => {
    const { body } = await api.send({ path: `${SUBSCRIPTIONS}/${uuid(5)}`, mayDrift: true });
    expect(body).toEqual(subscription(5, { status: "CANCELLED" }));
  });

  const REFUSED: readonly (readonly [line: string, path: string, query: string, status: number])[] = [
    ["B6 subscriptions of another application", `/apps/${OTHER_APP}/subscriptions`, "", 403],
    ["B6 one of another application", `/apps/${OTHER_APP}/subscriptions/${uuid(7)}`, "", 403],
    ["B6 one that it has not", `/apps/${OTHER_APP}/subscriptions/${uuid(9)}`, "", 403],
    ["B6 plans of another application", `/apps/${OTHER_APP}/plans`, "", 403],
    ["B6 another business", SUBSCRIPTIONS, `businessId=${OTHER_SHOP}`, 403],
    ["B6 no business", SUBSCRIPTIONS, "businessId=", 403],
    ["an application that is none", "/apps/1/plans", "", 400],
    ["one that there is not", `${SUBSCRIPTIONS}/${uuid(9)}`, "", 404],
    ["one of another application under one's own", `${SUBSCRIPTIONS}/${uuid(7)}`, "", 404],
    ["an id that is none", `${SUBSCRIPTIONS}/%27`, "", 404],
    ["count 0", SUBSCRIPTIONS, "count=0", 400],
    ["count -1", SUBSCRIPTIONS, "count=-1", 400],
    ["count 101", SUBSCRIPTIONS, "count=101", 400],
    ["count 2^53", SUBSCRIPTIONS, "count=9007199254740993", 400],
    ["a start that is no time", SUBSCRIPTIONS, "start=2026-02-30T00:00:00Z", 400],
    ["a leap second", SUBSCRIPTIONS, "start=2016-12-31T23:59:60Z", 400],
  ];
  test.each(REFUSED)("%s", async (_, path, query, status) => {
    expect(await api.send({ path, query })).toMatchObject({ status, body: { status } });
  });
});
