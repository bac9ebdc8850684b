import { changeStatus, createJsonResponse, editBody, editRequest, parseRequestJson } from "./edits.js";
import type { Fault, FaultResponse, Memory, Message } from "./fault.js";

/** Defects of stored state, idempotency and authorization. */
export const STATE_FAULTS: readonly Fault[] = [
  ...(["getOrder", "listOrders", "recordOrder", "listPlans", "createHook"] as const).map(
    (operation): Fault => ({
      name: "token not checked",
      operation,
      codes: ["exchange.security.unchecked", "response.status.invalid-accepted"],
      request: (message, memory) => useValidToken(message, memory, () => true),
    }),
  ),
  {
    name: "invalid token accepted",
    operation: "listTransactions",
    codes: ["exchange.security.unchecked"],
    request: (message, memory) => useValidToken(message, memory, ({ authorization }) => authorization !== undefined),
  },
  {
    name: "missing token gets 400",
    operation: "getOrder",
    codes: ["exchange.security.unchecked"],
    response: changeStatus(401, 400),
  },
  {
    name: "idempotency broken: key changed",
    operation: "recordOrder",
    codes: ["exchange.replay.differs"],
    request: changeRequestId,
  },
  {
    name: "idempotency broken: key changed",
    operation: "createHook",
    codes: ["exchange.replay.differs"],
    request: changeRequestId,
  },
  {
    name: "replay returns 200",
    operation: "recordOrder",
    codes: ["exchange.replay.differs"],
    response: (response, message, memory) => {
      if (response.status < 300 && isReplay(message, memory)) response.status = response.status === 201 ? 200 : 201;
    },
  },
  {
    name: "replay returns another body",
    operation: "createHook",
    codes: ["exchange.replay.differs"],
    response: (response, message, memory) => {
      if (isReplay(message, memory))
        editBody((it) => ({ ...it, id: "3f2b8c1e-0d4a-4c39-9a55-6a8e4d1b7c02" }))(response, message, memory);
    },
  },
  {
    name: "write lost: the response repeats the request",
    operation: "recordOrder",
    codes: ["exchange.write.lost"],
    reportedFor: ["recordOrder", "getOrder"],
    instead: (message) => {
      const json = parseRequestJson(message);
      return json?.id === undefined || !isSignedIn(message) ? undefined : createJsonResponse(201, json);
    },
  },
  {
    name: "write partially lost: notes and orderNumber are not stored",
    operation: "recordOrder",
    codes: ["exchange.write.lost"],
    reportedFor: ["recordOrder", "getOrder"],
    request: editRequest(({ notes: _, orderNumber: __, ...rest }) => rest),
  },
  {
    name: "patch not applied",
    operation: "updateOrder",
    codes: ["exchange.write.lost"],
    reportedFor: ["updateOrder", "getOrder"],
    request: (message) => Object.assign(message, { method: "GET", body: "", headers: removeBodyHeaders(message) }),
  },
  {
    name: "stale reads: cache without expiry",
    operation: "getOrder",
    codes: ["exchange.write.lost", "exchange.resource.differs"],
    instead: (message, memory) =>
      isSignedIn(message) ? (memory.get(message.target) as FaultResponse | undefined) : undefined,
    response: (response, { target }, memory) => {
      if (response.status === 200 && !memory.has(target)) memory.set(target, { ...response });
    },
  },
  {
    name: "wrong order for an id: always the first",
    operation: "getOrder",
    codes: ["exchange.resource.differs", "exchange.write.lost"],
    request: useFirstId(/\/orders\/([^/?]+)/),
  },
  {
    name: "wrong subscription for an id: always the first",
    operation: "getSubscription",
    codes: ["exchange.resource.differs"],
    request: useFirstId(/\/subscriptions\/([^/?]+)/),
  },
  {
    name: "unknown id returns an order",
    operation: "getOrder",
    codes: ["exchange.resource.invented"],
    response: (response, _, memory) => {
      const known = memory.get("order") as FaultResponse | undefined;
      if (response.status === 200) memory.set("order", { ...response });
      if (response.status === 404 && known !== undefined)
        Object.assign(response, { status: 200, body: known.body, headers: { ...known.headers } });
    },
  },
  {
    name: "single order differs from the listing",
    operation: "getOrder",
    codes: ["exchange.resource.differs", "exchange.write.lost"],
    response: editBody((it) => ({ ...it, notes: "as it was before", orderNumber: "H-0" })),
  },
];

/** Replaces the credentials of a request with the last valid token. */
function useValidToken({ headers }: Message, memory: Memory, isAffected: (it: Message["headers"]) => boolean): void {
  const token = headers.authorization ?? "";
  if (token.length > 60) memory.set("token", token);
  else if (memory.has("token") && isAffected(headers)) headers.authorization = String(memory.get("token"));
}

/** Whether the token is long enough to be a real one. */
function isSignedIn({ headers }: Message): boolean {
  return (headers.authorization ?? "").length > 60;
}

function changeRequestId({ headers }: Message, memory: Memory): void {
  const count = Number(memory.get("ids") ?? 0) + 1;
  memory.set("ids", count);
  if (headers["service-request-id"] !== undefined) headers["service-request-id"] += `-${count}`;
}

function isReplay({ headers }: Message, memory: Memory): boolean {
  const id = `id ${headers["service-request-id"]}`;
  const isKnown = memory.has(id);
  memory.set(id, true);
  return isKnown;
}

function removeBodyHeaders({ headers }: Message): Message["headers"] {
  const { "content-type": _, "content-length": __, ...rest } = headers;
  return rest;
}

/** Replaces the id in each request with the id of the first one. */
function useFirstId(pattern: RegExp): NonNullable<Fault["request"]> {
  return (message, memory) => {
    const id = pattern.exec(message.target)?.[1];
    if (id === undefined || id.length < 36) return;
    if (!memory.has("first")) memory.set("first", id);
    message.target = message.target.replace(id, String(memory.get("first")));
  };
}
