/** A defect of a service, planted between it and whoever asks: what it does to requests, or to answers. */
export type Message = {
  /** Path and query. */
  target: string;
  method: string;
  headers: Record<string, string>;
  body: string;
};

export type Answer = { status: number; headers: Record<string, string>; body: Buffer };

export type Memory = Map<string, unknown>;

export type Fault = {
  readonly name: string;
  readonly operation: keyof typeof OPERATIONS;
  /** The codes that tell of it; any of them will do. */
  readonly codes: readonly string[];
  readonly request?: (message: Message, memory: Memory) => void;
  readonly answer?: (answer: Answer, message: Message, memory: Memory) => void;
  /** The connection is closed instead of an answer. */
  readonly reset?: (message: Message) => boolean;
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

export function isOf({ method, target }: Message, operation: Fault["operation"]): boolean {
  const [wanted, path] = OPERATIONS[operation];
  return method === wanted && new RegExp(`^${path}`).test(target.split("?", 1)[0] ?? "");
}

type Json = ReturnType<typeof JSON.parse>;

/** Edits the JSON of a successful answer. */
export function body(edit: (json: Json, message: Message) => Json): NonNullable<Fault["answer"]> {
  return (answer, message) => {
    if (answer.status >= 300 || answer.body.length === 0) return;
    const json = JSON.parse(answer.body.toString());
    write(answer, JSON.stringify(edit(json, message) ?? json));
  };
}

export function write(answer: Answer, text: string): void {
  answer.body = Buffer.from(text);
  answer.headers["content-length"] = String(answer.body.length);
}

/** Another status for those that had this one. */
export function status(from: number, to: number): NonNullable<Fault["answer"]> {
  return (answer) => {
    if (answer.status === from) answer.status = to;
  };
}

export function header(name: string, value: string | undefined): NonNullable<Fault["answer"]> {
  return (answer) => {
    if (value === undefined) delete answer.headers[name];
    else answer.headers[name] = value;
  };
}

/** Takes a parameter out of the query before the service sees it, or sets it. */
export function query(name: string, value?: string): NonNullable<Fault["request"]> {
  return (message) => {
    const url = new URL(message.target, "http://localhost");
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
    message.target = `${url.pathname}${url.search}`;
  };
}

export function queryOf({ target }: Message, name: string): string | null {
  return new URL(target, "http://localhost").searchParams.get(name);
}
