/** Random commands for a sandbox, run on every engine and on the model. */
import fc from "fast-check";
import type { OrderQuery } from "./model.js";

export type Command =
  | {
      readonly kind: "record";
      readonly order: number;
      readonly status: string;
      readonly store: number;
      readonly number: number;
      readonly customer: number;
      /** `updatedAt` of the order, in seconds before now. */
      readonly ago: number;
      readonly items: number;
      readonly cards: readonly { readonly last4: number; readonly settled: boolean }[];
      readonly requestId: number;
    }
  | { readonly kind: "update"; readonly order: number; readonly subTotal: number; readonly requestId: number }
  | { readonly kind: "replace items"; readonly order: number; readonly items: number }
  | { readonly kind: "bad patch"; readonly order: number }
  | { readonly kind: "get"; readonly order: number }
  | {
      readonly kind: "list";
      readonly query: OrderQuery;
      readonly limit: number;
      readonly meanwhile: readonly Command[];
    }
  | { readonly kind: "transactions"; readonly last4?: number; readonly unsettledOnly: boolean; readonly limit: number }
  | { readonly kind: "advance"; readonly seconds: number }
  | { readonly kind: "restart" };

const order = fc.nat({ max: 5 });
const optional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 });

const record = fc.record({
  kind: fc.constant("record" as const),
  order,
  status: fc.constantFrom("OPENED", "COMPLETED", "CANCELLED"),
  store: fc.nat({ max: 1 }),
  number: fc.nat({ max: 2 }),
  customer: fc.nat({ max: 2 }),
  ago: fc.nat({ max: 3 }),
  items: fc.nat({ max: 2 }),
  cards: fc.array(fc.record({ last4: fc.nat({ max: 2 }), settled: fc.boolean() }), { maxLength: 2 }),
  requestId: fc.nat({ max: 60 }),
});
const update = fc.record({
  kind: fc.constant("update" as const),
  order,
  subTotal: fc.nat({ max: 1000 }),
  requestId: fc.nat({ max: 60 }),
});
const replaceItems = fc.record({ kind: fc.constant("replace items" as const), order, items: fc.nat({ max: 2 }) });
const badPatch = fc.record({ kind: fc.constant("bad patch" as const), order });
const get = fc.record({ kind: fc.constant("get" as const), order });
const query: fc.Arbitrary<OrderQuery> = fc
  .record({
    orderStatus: optional(fc.constantFrom("OPENED", "COMPLETED", "CANCELLED")),
    storeId: optional(fc.nat({ max: 1 }).map(storeId)),
    orderNumber: optional(fc.nat({ max: 2 }).map(orderNumber)),
    customerUserId: optional(fc.nat({ max: 2 })),
    cardNumberLast4: optional(fc.nat({ max: 2 }).map(last4)),
    startAgo: optional(fc.nat({ max: 5 })),
  })
  .map((drawn) => Object.fromEntries(Object.entries(drawn).filter(([, value]) => value !== undefined)));
const list = fc.record({
  kind: fc.constant("list" as const),
  query,
  limit: fc.integer({ min: 1, max: 4 }),
  meanwhile: fc.array(fc.oneof(record, update), { maxLength: 2 }),
});
const transactions = fc.record({
  kind: fc.constant("transactions" as const),
  last4: optional(fc.nat({ max: 2 })),
  unsettledOnly: fc.boolean(),
  limit: fc.integer({ min: 1, max: 4 }),
});
const advance = fc.record({ kind: fc.constant("advance" as const), seconds: fc.nat({ max: 3 }) });
const restart = fc.constant({ kind: "restart" as const });

/** A list of commands. Restarts are rare, because they are slow. */
export const commandList = (withRestarts: boolean): fc.Arbitrary<Command[]> =>
  fc.array(
    fc.oneof(
      { arbitrary: record, weight: 8 },
      { arbitrary: update, weight: 3 },
      { arbitrary: replaceItems, weight: 2 },
      { arbitrary: badPatch, weight: 1 },
      { arbitrary: get, weight: 2 },
      { arbitrary: list, weight: 5 },
      { arbitrary: transactions, weight: 2 },
      { arbitrary: advance, weight: 2 },
      { arbitrary: restart, weight: withRestarts ? 1 : 0 },
    ) as fc.Arbitrary<Command>,
    { minLength: 1, maxLength: 14 },
  );

export function storeId(number: number): string {
  return `0000000${number}-1111-4222-8333-444444444444`;
}
export function orderNumber(number: number): string {
  return `N-${number}`;
}
export function last4(number: number): string {
  return `400${number}`;
}
export function orderId(number: number): string {
  return `aaaaaaa${number}-1111-4222-8333-444444444444`;
}
