import { body, type Fault, query, queryOf, status } from "./fault.js";

const ACCEPTED = ["response.status.invalid-accepted"];

/** Defects in what is let through, done twice, or lost. */
export const STATE_FAULTS: readonly Fault[] = [
  ...(["getOrder", "listOrders", "recordOrder", "listPlans", "createHook"] as const).map(
    (operation): Fault => ({
      name: `token not checked: ${operation}`,
      operation,
      codes: ["exchange.security.unchecked", ...ACCEPTED],
      request: (message, memory) => letIn(message, memory),
    }),
  ),
  {
    name: "garbage token gets 400",
    operation: "getOrder",
    codes: ["exchange.security.unchecked"],
    answer: status(401, 400),
  },
  {
    name: "idempotency broken: orders",
    operation: "recordOrder",
    codes: ["exchange.replay.differs"],
    request: (message, memory) => otherId(message, memory),
  },
  {
    name: "idempotency broken: hooks",
    operation: "createHook",
    codes: ["exchange.replay.differs"],
    request: (message, memory) => otherId(message, memory),
  },
  {
    name: "write lost: the answer is an echo",
    operation: "getOrder",
    codes: ["exchange.write.lost", "exchange.resource.differs"],
    answer: body((it) => ({ ...it, notes: "as it was before", orderNumber: "H-0" })),
  },
  {
    name: "patch not applied",
    operation: "updateOrder",
    codes: ["exchange.write.lost"],
    answer: body((it) => ({ ...it, amounts: { ...it.amounts, netTotal: 1 }, items: [], discounts: [{ lost: true }] })),
  },
  {
    name: "unknown id gives the first order",
    operation: "getOrder",
    codes: ["exchange.resource.invented"],
    answer: (answer, _, memory) => {
      const known = memory.get("order") as typeof answer | undefined;
      if (answer.status === 200) memory.set("order", { ...answer });
      if (answer.status === 404 && known !== undefined)
        Object.assign(answer, { status: 200, body: known.body, headers: { ...known.headers } });
    },
  },
  {
    name: "limit 0 accepted",
    operation: "listOrders",
    codes: ACCEPTED,
    request: (message) => (queryOf(message, "limit") === "0" ? query("limit")(message, new Map()) : undefined),
  },
  {
    name: "limit 101 accepted",
    operation: "listTransactions",
    codes: ACCEPTED,
    request: (message) => (queryOf(message, "limit") === "101" ? query("limit", "100")(message, new Map()) : undefined),
  },
  {
    name: "Api-Version not checked",
    operation: "getOrder",
    codes: ACCEPTED,
    request: ({ headers }) => {
      headers["api-version"] = "1.2";
    },
  },
  {
    name: "limit 100 refused",
    operation: "listOrders",
    codes: ["exchange.valid.rejected"],
    answer: (answer, message) => {
      if (queryOf(message, "limit") === "100") Object.assign(answer, { status: 400 });
    },
  },
];

/** The token that was good once is good for everybody. */
function letIn({ headers }: { headers: Record<string, string> }, memory: Map<string, unknown>): void {
  const token = headers.authorization ?? "";
  if (token.length > 60) memory.set("token", token);
  else if (memory.has("token")) headers.authorization = String(memory.get("token"));
}

function otherId({ headers }: { headers: Record<string, string> }, memory: Map<string, unknown>): void {
  const count = Number(memory.get("ids") ?? 0) + 1;
  memory.set("ids", count);
  if (headers["service-request-id"] !== undefined) headers["service-request-id"] += `-${count}`;
}
