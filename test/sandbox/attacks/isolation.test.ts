/** Isolation of tenants: random requests of one tenant for objects of the other, on both engines. */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describeEachEngine } from "../engines.js";
import { PASSWORD } from "../tokens/token-endpoint.js";
import { call, tokenForm } from "./attack.js";
import { type AttackedSandbox, openAttackedSandbox } from "./attacked-sandbox.js";
import { registration } from "./lines/webhooks.js";
import type { RawRequest } from "./raw-http.js";
import { A, B, orderOf, type Tenant } from "./tenants.js";

/** Ids for an attacker: an object of B, and a nonexistent one in its place. */
const UNKNOWN_CLIENT: Tenant = {
  ...B,
  applicationId: "urn:aid:00000000-0000-4000-8000-000000000001",
  businessId: "00000000-0000-4000-8000-000000000002",
  storeId: "00000000-0000-4000-8000-000000000003",
  orderIds: [0, 1, 2].map((index) => `00000000-0000-4000-8000-00000000001${index}`),
  transactionIds: [0, 1, 2].map((index) => `00000000-0000-4000-8000-00000000002${index}`),
  subscriptionId: "00000000-0000-4000-8000-000000000004",
  username: "nobody@nowhere.example",
  mark: "of-tenant-x",
  customerUserId: 999_999,
};

type Ask = (named: Tenant, index: number, field: AttackedSandbox) => RawRequest;

const FILTERS: readonly ((named: Tenant, index: number) => string)[] = [
  ({ storeId }) => `storeId=${storeId}`,
  ({ customerUserId }) => `orders?customerUserId=${customerUserId}`,
  ({ mark }, index) => `orders?orderNumber=${mark}-${index}`,
  ({ mark }) => `cardHolderLastName=${mark}`,
  ({ mark }) => `transactions?searchKey=${mark}`,
  ({ transactionIds }, index) => `transactions?transactionIds=${transactionIds[index]}`,
];
const under = (of: (named: Tenant) => string, rest: (named: Tenant, index: number) => string): Ask => {
  return (named, index, field) => call({ path: `/businesses/${of(named)}/${rest(named, index)}` }, field);
};
const own = (): string => A.businessId;
const theirs = ({ businessId }: Tenant): string => businessId;
const orderAt = (named: Tenant, index: number): string => `orders/${named.orderIds[index]}`;
const write = (method: string, of: (named: Tenant) => string, body: (named: Tenant, index: number) => unknown): Ask => {
  return (named, index, field) => {
    const path = `/businesses/${of(named)}/${orderAt(named, index)}`;
    return call({ method, path, body: JSON.stringify(body(named, index)), echoes: true }, field);
  };
};
const billing = (rest: (named: Tenant) => string): Ask => {
  return (named, _, field) => call({ path: `/apps/${rest(named)}` }, field);
};
const removal = [{ op: "replace", path: "/amounts/netTotal", value: 1 }];

/** Every operation with its ids; the responses for both ids must be the same. */
const ASKS: readonly Ask[] = [
  ...[own, theirs].flatMap((of) => [
    ...["", "/shipments", "/histories"].map((rest) => under(of, (named, index) => orderAt(named, index) + rest)),
    ...FILTERS.flatMap((filter) =>
      ["orders", "transactions"].map((list) =>
        under(of, (named, index) => {
          const query = filter(named, index);
          return query.includes("?") ? query : `${list}?${query}`;
        }),
      ),
    ),
    write("PATCH", of, () => removal),
  ]),
  ...["orders", "transactions", "orders?limit=1", "orders?startOffset=1"].map((list) => under(theirs, () => list)),
  write("PUT", theirs, (named, index) => orderOf(named, index)),
  write("PUT", own, (named, index) => ({ ...orderOf(A, 0), id: named.orderIds[index], transactions: [] })),
  // Transaction ids are unique per business, so A may use an id of B.
  write("PUT", own, (named, index) => ({
    ...orderOf(A, 0),
    id: undefined,
    transactions: [{ id: named.transactionIds[index], action: "SALE" }],
  })),
  write("PUT", own, (named) => ({ ...orderOf(A, 0), id: undefined, context: { businessId: named.businessId } })),
  billing(({ applicationId }) => `${applicationId}/subscriptions`),
  billing(({ applicationId }) => `${applicationId}/plans`),
  billing(({ applicationId, subscriptionId }) => `${applicationId}/subscriptions/${subscriptionId}`),
  billing(({ subscriptionId }) => `${A.applicationId}/subscriptions/${subscriptionId}`),
  billing(({ businessId }) => `${A.applicationId}/subscriptions?businessId=${businessId}`),
  ...(["businessId", "applicationId"] as const).map(
    (name): Ask =>
      (named, _, field) =>
        call({ method: "POST", path: "/hooks", body: JSON.stringify(registration({ [name]: named[name] })) }, field),
  ),
  ({ businessId, username }, _, field) =>
    tokenForm({ grantType: "PASSWORD", businessId, username, password: PASSWORD }, [
      ["Authorization", field.assertion()],
    ]),
];

describeEachEngine("tenants", (_, underTest) => {
  let field: AttackedSandbox;
  beforeAll(async () => {
    field = await openAttackedSandbox(underTest);
  });
  afterAll(() => field.close());

  /** The state of B. */
  const stateOfB = async (): Promise<string> => {
    const lines = (await field.state()).split("\n");
    return lines.filter((line) => line.includes(`"business_id":"${B.businessId}"`) || line.includes(B.mark)).join("\n");
  };

  test("200 random requests neither show, change nor reveal data of another application", async () => {
    const before = await stateOfB();
    const request = fc.tuple(fc.nat({ max: ASKS.length - 1 }), fc.nat({ max: 2 }), fc.boolean());
    let requests = 0;
    await fc.assert(
      fc.asyncProperty(request, async ([which, index, isTheirsFirst]) => {
        const ask = ASKS[which] as Ask;
        const named = isTheirsFirst ? [B, UNKNOWN_CLIENT] : [UNKNOWN_CLIENT, B];
        const seen = new Map<Tenant, string>();
        for (const tenant of named) {
          const { status, text } = await field.send(ask(tenant, index, field));
          requests += 1;
          // Failed sign-ins are limited.
          if (status === 401) await field.advance(13);
          if (tenant === B) expect(text).not.toMatch(/of-tenant-b(?!-\d)|notes of-tenant-b/);
          seen.set(tenant, `${status} ${anonymous(text, tenant)}`);
        }
        expect(seen.get(B)).toBe(seen.get(UNKNOWN_CLIENT));
      }),
      { numRuns: 200, seed: 20261121 },
    );
    expect(requests).toBeGreaterThanOrEqual(400);
    expect(await stateOfB()).toBe(before);
    expect(field.defects).toEqual([]);
  });
});

/** A response without the requested ids, which the caller already knows. */
function anonymous(text: string, tenant: Tenant): string {
  const ids = [...tenant.orderIds, ...tenant.transactionIds, tenant.businessId, tenant.storeId, tenant.subscriptionId];
  const times = text.replaceAll(/2026-03-14T\d\d:\d\d:\d\dZ/g, "TIME");
  return [...ids, tenant.mark, tenant.username, String(tenant.customerUserId)].reduce(
    (rest, id) => rest.replaceAll(id, "ID"),
    times,
  );
}
