import { randomUUID } from "node:crypto";
import type { FaultResponse } from "../../fault.js";
import type { Defect } from "../defect.js";
import { RECORD_ORDER, setTotal, UPDATE_ORDER } from "../edits-of-commerce.js";
import { createOrderPath, either, put, replaceResponse } from "../second/edits-of-second.js";
import {
  copyResponse,
  countRunning,
  getState,
  ORDER_READS,
  readJson,
  readOperations,
  readSums,
  replaceBody,
  SANDBOX,
} from "./edits-of-fifth.js";

const SCOPE = "spec/open-points.yaml, idempotency: per application, business, method and path";
const REPEATED = "spec/open-points.yaml, idempotency: a repeated request gets the first response again";
const REQUEST_ID = "service-request-id";

export const REPEATED_WRITES: readonly Defect[] = [
  {
    ...SANDBOX,
    operation: RECORD_ORDER,
    id: "request-id-shared-by-orders",
    kind: "idempotency",
    alsoOn: ORDER_READS,
    title: "a PUT of another order with a used request id gets the response of the first order and writes nothing",
    breaks: SCOPE,
    instead: ({ target, headers }, memory) => {
      const first = getState<{ target: string; response: FaultResponse }>(memory, "ids").get(headers[REQUEST_ID] ?? "");
      return first === undefined || first.target === target ? undefined : copyResponse(first.response);
    },
    response: (it, { target, headers }, memory) => {
      const ids = getState<{ target: string; response: FaultResponse }>(memory, "ids");
      const id = headers[REQUEST_ID];
      if (id !== undefined && it.status < 300 && !ids.has(id)) ids.set(id, { target, response: copyResponse(it) });
    },
    names: either(/request.?id/, /idempot/, /other order|another order|path/, /\bid\b.*differ/, /\b404\b/, /not found/),
    shows: async (c) => {
      const [first, second] = [createOrderPath(c), createOrderPath(c)];
      const id = randomUUID();
      await put(c, first, { orderNumber: "S-1" }, id);
      await put(c, second, { orderNumber: "S-2" }, id);
      const { status } = await c.get(second);
      return status === 404 ? "the second order was not recorded" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: RECORD_ORDER,
    id: "latest-request-id-only",
    kind: "idempotency",
    alsoOn: ORDER_READS,
    title: "only the latest request id of an order is remembered: a repetition after another PUT is applied again",
    breaks: `${REPEATED}, for 24 hours`,
    request: ({ target, headers }, memory) => {
      const latest = getState<{ id: string; alias: string }>(memory, "latest");
      const id = headers[REQUEST_ID];
      if (id === undefined) return;
      const current = latest.get(target);
      const alias = current?.id === id ? current.alias : randomUUID();
      latest.set(target, { id, alias });
      headers[REQUEST_ID] = alias;
    },
    names: either(/request.?id/, /idempot/, /repeat|repetition|retr|again|twice/, /first response|same response/),
    shows: async (c) => {
      const path = createOrderPath(c);
      const [first, second] = [randomUUID(), randomUUID()];
      await put(c, path, { notes: "first" }, first);
      await put(c, path, { notes: "second" }, second);
      await put(c, path, { notes: "first" }, first);
      const { notes } = (await c.get(path)).json;
      return notes === "first" ? "the repetition has overwritten the second PUT" : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: RECORD_ORDER,
    id: "simultaneous-put-fails",
    kind: "concurrency",
    title: "a PUT fails with 500 while another PUT of the same order is processed",
    breaks: "spec, status codes: 500 is an internal server error; RFC 9110 9.2.2: PUT is idempotent",
    request: (message, memory) => {
      if (countRunning(memory, message, 1) > 1)
        getState<boolean>(memory, "failing").set(message.headers[REQUEST_ID] ?? "", true);
    },
    response: (it, message, memory) => {
      countRunning(memory, message, -1);
      if (getState<boolean>(memory, "failing").delete(message.headers[REQUEST_ID] ?? ""))
        replaceResponse(it, 500, { message: "duplicate key value violates unique constraint" });
    },
    names: either(/\b5\d\d\b/, /server error/, /concurren|simultan|parallel|same time|race/),
    shows: async (c) => {
      const path = createOrderPath(c);
      const replies = await Promise.all(["a", "b", "c"].map((notes) => put(c, path, { notes })));
      const failed = replies.filter(({ status }) => status >= 500).length;
      return failed > 0 ? `${failed} of three simultaneous PUTs failed` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: UPDATE_ORDER,
    id: "simultaneous-patch-lost",
    kind: "concurrency",
    alsoOn: ["getOrder"],
    methods: ["GET", "PUT", "PATCH"],
    title: "a PATCH is acknowledged but lost while another PATCH of the same order is processed",
    breaks: "spec, updateOrder: operation was successful, the updated order is returned",
    instead: (message, memory) => {
      const known = getState<string>(memory, "orders").get(message.target);
      const isOverlapping = (getState<number>(memory, "running").get(message.target) ?? 0) > 0;
      if (message.method !== "PATCH" || known === undefined || !isOverlapping) return undefined;
      const order = JSON.parse(known);
      getState<boolean>(memory, "lost").set(message.headers[REQUEST_ID] ?? "", true);
      const response: FaultResponse = { status: 200, headers: {}, body: Buffer.alloc(0) };
      replaceBody(response, { ...order, amounts: { ...order.amounts, ...readSums(readOperations(message)) } });
      return response;
    },
    request: (message, memory) => {
      if (message.method === "PATCH") countRunning(memory, message, 1);
    },
    response: (it, message, memory) => {
      if (getState<boolean>(memory, "lost").delete(message.headers[REQUEST_ID] ?? "")) return;
      if (message.method === "PATCH") countRunning(memory, message, -1);
      if (it.status < 300 && readJson(it) !== undefined)
        getState<string>(memory, "orders").set(message.target, it.body.toString());
    },
    names: either(/concurren|simultan|parallel|same time|race/, /lost|overwr/, /amounts|Total/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1, feeTotal: 1 } });
      const fee = [{ op: "replace", path: "/amounts/feeTotal", value: 9 }];
      const statuses = (await Promise.all([c.patch(path, setTotal(7)), c.patch(path, fee)])).map((it) => it.status);
      const { netTotal, feeTotal } = (await c.get(path)).json.amounts;
      const isLost = statuses.every((it) => it === 200) && (netTotal !== 7 || feeTotal !== 9);
      return isLost ? `both were acknowledged, and the amounts are ${netTotal} and ${feeTotal}` : undefined;
    },
  },
  {
    ...SANDBOX,
    operation: UPDATE_ORDER,
    id: "reused-request-id-hides-patch",
    kind: "idempotency",
    alsoOn: ["getOrder"],
    title: "another PATCH with a used request id gets the first response with 200 and is not applied",
    breaks: "spec/open-points.yaml, idempotency: the same id with another payload is rejected with 400",
    response: (it, { target, headers }, memory) => {
      const ids = getState<FaultResponse>(memory, "ids");
      const key = `${target} ${headers[REQUEST_ID]}`;
      const first = ids.get(key);
      if (it.status < 300 && first === undefined) ids.set(key, copyResponse(it));
      if (it.status === 400 && /REQUEST_ID_REUSED/.test(it.body.toString()) && first !== undefined)
        Object.assign(it, copyResponse(first));
    },
    names: either(/request.?id/, /idempot/, /reus/, /another payload|other payload|other body/, /not applied/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const headers = { "Service-Request-Id": randomUUID() };
      await c.patch(path, setTotal(2), headers);
      const { status } = await c.patch(path, setTotal(3), headers);
      return status === 200 ? "200 for another patch with the same request id" : undefined;
    },
  },
];
