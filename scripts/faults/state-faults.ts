import { body, jsonAnswer, sent, sentJson, status } from "./edits.js";
import type { Answer, Fault, Memory, Message } from "./fault.js";

/** Defects in what is kept, done twice, or lost; and of what a token is good for. */
export const STATE_FAULTS: readonly Fault[] = [
  ...(["getOrder", "listOrders", "recordOrder", "listPlans", "createHook"] as const).map(
    (operation): Fault => ({
      name: "token not checked",
      operation,
      codes: ["exchange.security.unchecked", "response.status.invalid-accepted"],
      request: (message, memory) => letIn(message, memory, () => true),
    }),
  ),
  {
    name: "garbage for a token accepted",
    operation: "listTransactions",
    codes: ["exchange.security.unchecked"],
    request: (message, memory) => letIn(message, memory, ({ authorization }) => authorization !== undefined),
  },
  {
    name: "missing token gets 400",
    operation: "getOrder",
    codes: ["exchange.security.unchecked"],
    answer: status(401, 400),
  },
  {
    name: "idempotency broken: the key is another",
    operation: "recordOrder",
    codes: ["exchange.replay.differs"],
    request: otherId,
  },
  {
    name: "idempotency broken: the key is another",
    operation: "createHook",
    codes: ["exchange.replay.differs"],
    request: otherId,
  },
  {
    name: "replay answered with 200",
    operation: "recordOrder",
    codes: ["exchange.replay.differs"],
    answer: (answer, message, memory) => {
      if (answer.status < 300 && isReplay(message, memory)) answer.status = answer.status === 201 ? 200 : 201;
    },
  },
  {
    name: "replay answered with another body",
    operation: "createHook",
    codes: ["exchange.replay.differs"],
    answer: (answer, message, memory) => {
      if (isReplay(message, memory))
        body((it) => ({ ...it, id: "3f2b8c1e-0d4a-4c39-9a55-6a8e4d1b7c02" }))(answer, message, memory);
    },
  },
  {
    name: "write lost: the answer repeats the request",
    operation: "recordOrder",
    codes: ["exchange.write.lost"],
    toldOf: ["recordOrder", "getOrder"],
    instead: (message) => {
      const json = sentJson(message);
      return json?.id === undefined || !isSignedIn(message) ? undefined : jsonAnswer(201, json);
    },
  },
  {
    name: "write lost in part: notes are not kept",
    operation: "recordOrder",
    codes: ["exchange.write.lost"],
    toldOf: ["recordOrder", "getOrder"],
    request: sent(({ notes: _, orderNumber: __, ...rest }) => rest),
  },
  {
    name: "patch not applied",
    operation: "updateOrder",
    codes: ["exchange.write.lost"],
    toldOf: ["updateOrder", "getOrder"],
    request: (message) => Object.assign(message, { method: "GET", body: "", headers: bodiless(message) }),
  },
  {
    name: "stale reads: a cache that is never emptied",
    operation: "getOrder",
    codes: ["exchange.write.lost", "exchange.resource.differs"],
    instead: (message, memory) =>
      isSignedIn(message) ? (memory.get(message.target) as Answer | undefined) : undefined,
    answer: (answer, { target }, memory) => {
      if (answer.status === 200 && !memory.has(target)) memory.set(target, { ...answer });
    },
  },
  {
    name: "another order for an id: always the first",
    operation: "getOrder",
    codes: ["exchange.resource.differs", "exchange.write.lost"],
    request: firstOf(/\/orders\/([^/?]+)/),
  },
  {
    name: "another subscription for an id: always the first",
    operation: "getSubscription",
    codes: ["exchange.resource.differs"],
    request: firstOf(/\/subscriptions\/([^/?]+)/),
  },
  {
    name: "unknown id gives the first order",
    operation: "getOrder",
    codes: ["exchange.resource.invented"],
    answer: (answer, _, memory) => {
      const known = memory.get("order") as Answer | undefined;
      if (answer.status === 200) memory.set("order", { ...answer });
      if (answer.status === 404 && known !== undefined)
        Object.assign(answer, { status: 200, body: known.body, headers: { ...known.headers } });
    },
  },
  {
    name: "order alone differs from the one in the listing",
    operation: "getOrder",
    codes: ["exchange.resource.differs", "exchange.write.lost"],
    answer: body((it) => ({ ...it, notes: "as it was before", orderNumber: "H-0" })),
  },
];

/** The token that was good once is good for everybody. */
function letIn({ headers }: Message, memory: Memory, isMeant: (it: Message["headers"]) => boolean): void {
  const token = headers.authorization ?? "";
  if (token.length > 60) memory.set("token", token);
  else if (memory.has("token") && isMeant(headers)) headers.authorization = String(memory.get("token"));
}

/** With more than a word for a token. */
function isSignedIn({ headers }: Message): boolean {
  return (headers.authorization ?? "").length > 60;
}

function otherId({ headers }: Message, memory: Memory): void {
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

function bodiless({ headers }: Message): Message["headers"] {
  const { "content-type": _, "content-length": __, ...rest } = headers;
  return rest;
}

/** The first id that was asked for is the one that every later request gets. */
function firstOf(pattern: RegExp): NonNullable<Fault["request"]> {
  return (message, memory) => {
    const id = pattern.exec(message.target)?.[1];
    if (id === undefined || id.length < 36) return;
    if (!memory.has("first")) memory.set("first", id);
    message.target = message.target.replace(id, String(memory.get("first")));
  };
}
