/** A request on its way to the service, or a delivery on its way to a listener. */
export type Message = {
  /** Path and query. */
  target: string;
  method: string;
  headers: Record<string, string>;
  /** Binary string: one character per byte. */
  body: string;
};

export type FaultResponse = { status: number; headers: Record<string, string>; body: Buffer };

/** State of a fault between requests. Every run starts with an empty one. */
export type Memory = Map<string, unknown>;

/** Changes of requests, responses and deliveries. */
export type Edits = {
  /** Tells whether the edits apply to a request. The default is `operation`. */
  readonly isAffected?: (message: Message) => boolean;
  /** Sees each request to the service before any edit, and changes nothing. */
  readonly observe?: (message: Message, memory: Memory) => void;
  readonly request?: (message: Message, memory: Memory) => void;
  /** Returns a response in place of the service. */
  readonly instead?: (message: Message, memory: Memory) => FaultResponse | undefined;
  readonly response?: (response: FaultResponse, message: Message, memory: Memory) => void;
  /** Whether to close the connection instead of responding. */
  readonly reset?: (message: Message) => boolean;
  /** Whether to send a response that never ends. */
  readonly endless?: (message: Message) => boolean;
  /** Changes a delivery. If it returns false or a promise of it, the delivery is dropped. */
  readonly delivery?: (delivery: Message, memory: Memory) => unknown;
};

export type Edit<Name extends keyof Edits> = NonNullable<Edits[Name]>;

/** A defect that the proxy plants: it changes requests, responses or deliveries of one operation. */
export type Fault = Edits & {
  readonly name: string;
  readonly operation: keyof typeof OPERATIONS;
  /** The fault counts as found if a finding has one of these codes. */
  readonly codes: readonly string[];
  /** Operations that the finding may name instead of `operation`. An empty string stands for a request without an operation. */
  readonly reportedFor?: readonly string[];
  /** Why the default budget does not find the fault. */
  readonly missReason?: string;
};

type Planted = Edits & Pick<Fault, "reportedFor" | "missReason">;

/** Lists faults by codes, such as `a or b`, and then by name and operation, such as `HTML error page, listOrders`. */
export function listFaults(byCodes: Readonly<Record<string, Readonly<Record<string, Planted>>>>): readonly Fault[] {
  return Object.entries(byCodes).flatMap(([codes, faults]) =>
    Object.entries(faults).map(([key, planted]) => {
      const [, name = "", operation] = /^(.*), (\w+)$/.exec(key) ?? [];
      return { name, operation: operation as Fault["operation"], codes: codes.split(" or "), ...planted };
    }),
  );
}

const ORDERS = "/businesses/[^/]+/orders";

/** Matches requests to operations without the code under test. */
export const OPERATIONS = {
  listOrders: ["GET", `${ORDERS}$`],
  getOrder: ["GET", `${ORDERS}/[^/]+$`],
  recordOrder: ["PUT", `${ORDERS}/[^/]+$`],
  updateOrder: ["PATCH", `${ORDERS}/[^/]+$`],
  listOrderHistories: ["GET", `${ORDERS}/[^/]+/histories$`],
  listOrderShipments: ["GET", `${ORDERS}/[^/]+/shipments$`],
  listTransactions: ["GET", "/businesses/[^/]+/transactions$"],
  listSubscriptions: ["GET", "/apps/[^/]+/subscriptions$"],
  getSubscription: ["GET", "/apps/[^/]+/subscriptions/[^/]+$"],
  listPlans: ["GET", "/apps/[^/]+/plans$"],
  createHook: ["POST", "/hooks$"],
  createToken: ["POST", "/token$"],
} as const;

export function matchOperation({ method, target }: Pick<Message, "method" | "target">): Fault["operation"] | undefined {
  const path = target.split("?", 1)[0] ?? "";
  const names = Object.keys(OPERATIONS) as Fault["operation"][];
  return names.find((name) => method === OPERATIONS[name][0] && new RegExp(`^${OPERATIONS[name][1]}`).test(path));
}

/** Tells whether a finding with this code and operation reveals the fault. */
export function revealsFault(
  { operation, codes, reportedFor = [operation] }: Fault,
  code: string,
  operationId: string | null,
): boolean {
  return codes.includes(code) && reportedFor.includes(operationId ?? "");
}
