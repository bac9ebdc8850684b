/** A minimal model of the service: the orders of one business in memory. */

export type ModelTransaction = { readonly id: string; readonly last4: string; readonly settled: boolean };

export type ModelOrder = {
  readonly id: string;
  readonly status: string;
  readonly storeId: string;
  readonly orderNumber: string;
  readonly customerUserId: number;
  /** Seconds since 1970. */
  readonly updatedAt: number;
  readonly subTotal: number;
  readonly items: number;
  readonly transactions: readonly ModelTransaction[];
};

export type OrderQuery = {
  readonly orderStatus?: string;
  readonly storeId?: string;
  readonly orderNumber?: string;
  readonly customerUserId?: number;
  readonly cardNumberLast4?: string;
  /** Seconds before now. */
  readonly startAgo?: number;
};

/** The changes of orders, in order; items with the same time are listed in this order. */
export type Model = {
  readonly orders: Map<string, { readonly order: ModelOrder; readonly change: number }>;
  changes: number;
  /** Responses by request id: a repeated request gets the first response. */
  readonly responses: Map<string, { readonly request: string; readonly status: number }>;
  events: number;
  /** Seconds since 1970. */
  now: number;
};

export function emptyModel(now: number): Model {
  return { orders: new Map(), changes: 0, responses: new Map(), events: 0, now };
}

/** Records an order. Returns the status and the number of events. */
export function record(model: Model, order: ModelOrder): { readonly status: number } {
  const before = model.orders.get(order.id)?.order;
  keep(model, order);
  model.events += before === undefined ? 1 : before.status === order.status ? 1 : 2;
  return { status: before === undefined ? 201 : 200 };
}

/** Replaces the subtotal, or all items. */
export function update(model: Model, id: string, change: { subTotal?: number; items?: number }): { status: number } {
  const known = model.orders.get(id)?.order;
  if (known === undefined) return { status: 404 };
  keep(model, { ...known, ...change, updatedAt: model.now });
  model.events += 1;
  return { status: 200 };
}

function keep(model: Model, order: ModelOrder): void {
  model.changes += 1;
  model.orders.set(order.id, { order, change: model.changes });
}

/** The ids of the orders in a list, in order. */
export function list(model: Model, query: OrderQuery): string[] {
  const start = query.startAgo === undefined ? Number.NEGATIVE_INFINITY : model.now - query.startAgo;
  return [...model.orders.values()]
    .filter(({ order }) => order.updatedAt >= start && order.updatedAt <= model.now && fits(order, query))
    .sort((a, b) => a.order.updatedAt - b.order.updatedAt || a.change - b.change)
    .map(({ order }) => order.id);
}

function fits(order: ModelOrder, query: OrderQuery): boolean {
  return (
    (query.orderStatus === undefined || order.status === query.orderStatus) &&
    (query.storeId === undefined || order.storeId === query.storeId) &&
    (query.orderNumber === undefined || order.orderNumber === query.orderNumber) &&
    (query.customerUserId === undefined || order.customerUserId === query.customerUserId) &&
    (query.cardNumberLast4 === undefined || order.transactions.some(({ last4 }) => last4 === query.cardNumberLast4))
  );
}

/** The set of ids of the transactions in a list: those of all current orders. */
export function listTransactions(model: Model, query: { last4?: string; unsettledOnly?: boolean }): Set<string> {
  return new Set(
    [...model.orders.values()].flatMap(({ order }) =>
      order.transactions
        .filter(({ last4 }) => query.last4 === undefined || last4 === query.last4)
        .filter(({ settled }) => query.unsettledOnly !== true || !settled)
        .map(({ id }) => id),
    ),
  );
}
