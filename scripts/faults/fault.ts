/** A request on its way to the service, or a delivery on its way to a listener. */
export type Message = {
  /** Path and query. */
  target: string;
  method: string;
  headers: Record<string, string>;
  /** One character a byte. */
  body: string;
};

export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

/** What a fault remembers between requests; new in every run. */
export type Memory = Map<string, unknown>;

/** A defect of a service, planted between it and whoever asks: what it does to requests, to answers, or to deliveries. */
export type Fault = {
  readonly name: string;
  readonly operation: keyof typeof OPERATIONS;
  /** The codes that tell of it; any of them will do, in a finding about the operation. */
  readonly codes: readonly string[];
  /** The operations that the finding may be about, where it is not the one that has the defect; empty for none of the contract's. */
  readonly toldOf?: readonly string[];
  /** Why it is not found in the default budget, where it is not. */
  readonly open?: string;
  readonly request?: (message: Message, memory: Memory) => void;
  /** Answers in place of the service. */
  readonly instead?: (message: Message, memory: Memory) => Answer | undefined;
  readonly answer?: (answer: Answer, message: Message, memory: Memory) => void;
  /** The connection is closed instead of an answer. */
  readonly reset?: (message: Message) => boolean;
  /** The answer begins and never ends. */
  readonly endless?: (message: Message) => boolean;
  /** Changes a delivery; one that is false is lost. */
  readonly delivery?: (delivery: Message, memory: Memory) => false | void | Promise<void>;
};

const ORDERS = "/businesses/[^/]+/orders";

/** Which requests are an operation's: known without the judge that is to be tried. */
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

export function operationOf({ method, target }: Pick<Message, "method" | "target">): Fault["operation"] | undefined {
  const path = target.split("?", 1)[0] ?? "";
  const names = Object.keys(OPERATIONS) as Fault["operation"][];
  return names.find((name) => method === OPERATIONS[name][0] && new RegExp(`^${OPERATIONS[name][1]}`).test(path));
}

/** Whether a finding is of those that tell of the fault. */
export function tellsOf({ operation, codes, toldOf = [operation] }: Fault, code: string, told: string | null): boolean {
  return codes.includes(code) && toldOf.includes(told ?? "");
}
