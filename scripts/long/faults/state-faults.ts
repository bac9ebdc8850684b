import { changeStatus, createJsonResponse, editBody, editRequest, parseRequestJson } from "./edits.js";
import { type Edit, type Fault, type FaultResponse, listFaults, type Memory, type Message } from "./fault.js";

/** Defects of stored state, idempotency and authorization. */
export const STATE_FAULTS: readonly Fault[] = listFaults({
  "exchange.security.unchecked or response.status.invalid-accepted": {
    "token not checked, getOrder": { request: useValidToken(() => true) },
    "token not checked, listOrders": { request: useValidToken(() => true) },
    "token not checked, recordOrder": { request: useValidToken(() => true) },
    "token not checked, listPlans": { request: useValidToken(() => true) },
    "token not checked, createHook": { request: useValidToken(() => true) },
  },
  "exchange.security.unchecked": {
    "invalid token accepted, listTransactions": {
      request: useValidToken(({ authorization }) => authorization !== undefined),
    },
    "missing token gets 400, getOrder": { response: changeStatus(401, 400) },
  },
  "exchange.replay.differs": {
    "idempotency broken: key changed, recordOrder": { request: changeRequestId },
    "idempotency broken: key changed, createHook": { request: changeRequestId },
    "replay returns 200, recordOrder": {
      response: (response, message, memory) => {
        if (response.status < 300 && isReplay(message, memory)) response.status = response.status === 201 ? 200 : 201;
      },
    },
    "replay returns another body, createHook": {
      response: (response, message, memory) => {
        if (isReplay(message, memory))
          editBody((it) => ({ ...it, id: "3f2b8c1e-0d4a-4c39-9a55-6a8e4d1b7c02" }))(response, message, memory);
      },
    },
  },
  "exchange.write.lost": {
    "write lost: the response repeats the request, recordOrder": {
      reportedFor: ["recordOrder", "getOrder"],
      instead: (message) => {
        const json = parseRequestJson(message);
        return json?.id === undefined || !isSignedIn(message) ? undefined : createJsonResponse(201, json);
      },
    },
    "write partially lost: notes and orderNumber are not stored, recordOrder": {
      reportedFor: ["recordOrder", "getOrder"],
      request: editRequest(({ notes: _, orderNumber: __, ...rest }) => rest),
    },
    "patch not applied, updateOrder": {
      reportedFor: ["updateOrder", "getOrder"],
      request: (message) => Object.assign(message, { method: "GET", body: "", headers: removeBodyHeaders(message) }),
    },
  },
  "exchange.write.lost or exchange.resource.differs": {
    "stale reads: cache without expiry, getOrder": {
      instead: (message, memory) =>
        isSignedIn(message) ? (memory.get(message.target) as FaultResponse | undefined) : undefined,
      response: (response, { target }, memory) => {
        if (response.status === 200 && !memory.has(target)) memory.set(target, { ...response });
      },
    },
  },
  "exchange.resource.differs or exchange.write.lost": {
    "wrong order for an id: always the first, getOrder": { request: useFirstId(/\/orders\/([^/?]+)/) },
    "single order differs from the listing, getOrder": {
      response: editBody((it) => ({ ...it, notes: "as it was before", orderNumber: "H-0" })),
    },
  },
  "exchange.resource.differs": {
    "wrong subscription for an id: always the first, getSubscription": {
      request: useFirstId(/\/subscriptions\/([^/?]+)/),
    },
  },
  "exchange.resource.invented": {
    "unknown id returns an order, getOrder": {
      response: (response, _, memory) => {
        const known = memory.get("order") as FaultResponse | undefined;
        if (response.status === 200) memory.set("order", { ...response });
        if (response.status === 404 && known !== undefined)
          Object.assign(response, { status: 200, body: known.body, headers: { ...known.headers } });
      },
    },
  },
});

/** Replaces the credentials of a request with the last valid token. */
function useValidToken(isAffected: (it: Message["headers"]) => boolean): Edit<"request"> {
  return ({ headers }, memory) => {
    const token = headers.authorization ?? "";
    if (token.length > 60) memory.set("token", token);
    else if (memory.has("token") && isAffected(headers)) headers.authorization = String(memory.get("token"));
  };
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
function useFirstId(pattern: RegExp): Edit<"request"> {
  return (message, memory) => {
    const id = pattern.exec(message.target)?.[1];
    if (id === undefined || id.length < 36) return;
    if (!memory.has("first")) memory.set("first", id);
    message.target = message.target.replace(id, String(memory.get("first")));
  };
}
