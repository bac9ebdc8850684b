import { editBody, type Json, parseRequestJson, setRequestJson } from "../../edits.js";
import type { Message } from "../../fault.js";
import type { Defect } from "../defect.js";
import { acceptPatch, editOperations, setTotal, UPDATE_ORDER } from "../edits-of-commerce.js";
import { either, failIf, getSegment, notKept, readObject } from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: UPDATE_ORDER } as const;
const ACCEPTED = either(/accept|invalid|\bop\b|operation/);

function readTotal(message: Message): Json {
  const json: Json = parseRequestJson(message);
  return Array.isArray(json) ? json.find((it) => it?.path === "/amounts/netTotal")?.value : undefined;
}

export const UPDATE_ORDER_2: readonly Defect[] = [
  {
    ...OWN,
    id: "patch-test-ignored",
    kind: "validation",
    title: "the operation test is accepted and ignored",
    breaks: "seed: only add, remove and replace are supported; RFC 6902 5: a failing test fails the patch",
    request: (message) => {
      const json: Json = parseRequestJson(message);
      if (!Array.isArray(json)) return;
      const others = json.filter((it) => it?.op !== "test");
      if (others.length > 0 && others.length < json.length) setRequestJson(message, others);
    },
    response: acceptPatch((it) => it.every(({ op }) => op === "test")),
    names: either(/\btest\b/, ACCEPTED),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, [{ op: "test", path: "/amounts/netTotal", value: 7 }, ...setTotal(2)]);
      return status === 200 ? "200 for a failing test" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-operation-case",
    kind: "validation",
    title: "the name of an operation may be in upper case",
    breaks: "RFC 6902 4: op is one of add, remove, replace, move, copy, test; another value is an error",
    request: editOperations((it) => it.map((one) => ({ ...one, op: String(one.op).toLowerCase() }))),
    names: ACCEPTED,
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, [{ op: "REPLACE", path: "/amounts/netTotal", value: 2 }]);
      return status === 200 ? "200 for REPLACE" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-single-object",
    kind: "validation",
    title: "an operation outside of an array is accepted",
    breaks: "RFC 6902 3: a JSON Patch document is an array of objects",
    request: (message) => {
      const json = readObject(message);
      if (json?.op !== undefined) setRequestJson(message, [json]);
    },
    names: either(/accept|invalid|array|object/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, { op: "replace", path: "/amounts/netTotal", value: 2 });
      return status === 200 ? "200 for an object" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-merge-patch",
    kind: "validation",
    title: "an object of an order's members is accepted and applied as a merge patch",
    breaks: "seed: updates use HTTP PATCH with a json-patch body",
    request: (message) => {
      const amounts: Json = readObject(message)?.amounts;
      if (typeof amounts !== "object" || amounts === null) return;
      const add = ([name, value]: [string, unknown]): Json => ({ op: "add", path: `/amounts/${name}`, value });
      setRequestJson(message, Object.entries(amounts).map(add));
    },
    names: either(/accept|invalid|array|object/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, { amounts: { netTotal: 2 } });
      return status === 200 ? "200 for a merge patch" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-total-as-text",
    kind: "validation",
    title: "a total that is a numeric string is accepted",
    breaks: "seed: netTotal is an integer",
    request: editOperations((it) =>
      it.map((one) =>
        typeof one?.value === "string" && /^\/amounts\/\w+Total$/.test(String(one.path))
          ? { ...one, value: Number.parseInt(one.value, 10) || 0 }
          : one,
      ),
    ),
    names: either(/accept|invalid|string|integer|netTotal/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, [{ op: "replace", path: "/amounts/netTotal", value: "12" }]);
      return status === 200 ? "200 for a string" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-long-request-id-fails",
    kind: "server error",
    title: "a Service-Request-Id of more than 36 characters fails with 500",
    breaks: "spec: Service-Request-Id is a string, without a maximum length; RFC 9110 15.6",
    instead: failIf((it) => (it.headers["service-request-id"]?.length ?? 0) > 36),
    names: /\b50\d\b|server error|5xx|service-request-id/i,
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path, setTotal(2), { "Service-Request-Id": "r".repeat(64) });
      return status === 500 ? "status 500" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-unknown-order-fails",
    kind: "server error",
    title: "a patch of an unknown order fails with 500",
    breaks: "seed: 404 not found, 500 internal server error; RFC 9110 15.6: 5xx is a failure of the server",
    response: (it) => {
      if (it.status === 404) it.status = 500;
    },
    names: /\b50\d\b|server error|5xx/i,
    shows: async (c) => {
      const { status } = await c.patch(`${c.orders}/0f8fad5b-d9cb-469f-a165-70867728950e`, setTotal(2));
      return status === 500 ? "status 500" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-concurrent-update-lost",
    kind: "concurrency",
    alsoOn: ["getOrder"],
    title: "of two concurrent patches of netTotal the second is acknowledged but lost",
    breaks: "RFC 5789 2: the changes of an accepted PATCH are applied; spec: the updated order is returned",
    request: (message, memory) => {
      const { target, headers } = message;
      const first = memory.get(target) as Json;
      const total = readTotal(message);
      if (first === undefined)
        memory.set(target, { id: headers["service-request-id"], operations: parseRequestJson(message) });
      else if (Array.isArray(first.operations) && Number.isInteger(total)) {
        memory.set(`${headers["service-request-id"]}`, total);
        setRequestJson(message, first.operations);
      }
    },
    response: (it, message, memory) => {
      const { target, headers } = message;
      const id = `${headers["service-request-id"]}`;
      if ((memory.get(target) as Json)?.id === id) memory.delete(target);
      const total = memory.get(id);
      if (total !== undefined && it.status === 200)
        editBody((json) => ({ ...json, amounts: { ...json.amounts, netTotal: total } }))(it, message, memory);
    },
    names: notKept(/concurren|parallel|simultan/),
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const totals = [2, 3, 4];
      const replies = await Promise.all(totals.map((it) => c.patch(path, setTotal(it))));
      const { json } = await c.get(path);
      const serial = await c.patch(path, setTotal(json.amounts.netTotal));
      const returned = new Set(replies.map((it) => it.json?.amounts?.netTotal));
      const isLost = replies.every(({ status }) => status === 200) && returned.size === 3 && serial.status === 200;
      return isLost && json.amounts.netTotal === 2 ? "only the first of three patches is stored" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-order-of-other-business",
    kind: "authorization",
    methods: ["PATCH", "PUT"],
    title: "an order can be changed below another business of the token",
    breaks: "spec: the path names an order of the business; OWASP API1 object-level authorization",
    request: (message, memory) => {
      const id = getSegment(message, -1);
      const owner = memory.get(id);
      if (message.method === "PUT" && owner === undefined) memory.set(id, message.target);
      else if (message.method === "PATCH" && typeof owner === "string") message.target = owner;
    },
    names: /business|other|foreign|\b40[34]\b|access|belong|tenant|object-level|authoriz/i,
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      const { status } = await c.patch(path.replace(c.business, c.otherBusiness), setTotal(2));
      return status === 200 ? "an order of another business is changed" : undefined;
    },
  },
  {
    ...OWN,
    id: "patch-retry-empty",
    kind: "idempotency",
    title: "a repeated PATCH gets 200 with an empty object",
    breaks: "seed: Service-Request-Id enforces idempotency; spec: 200, the updated order is returned",
    response: (it, message, memory) => {
      const id = message.headers["service-request-id"];
      if (it.status !== 200 || id === undefined) return;
      if (memory.has(id)) editBody(() => ({}))(it, message, memory);
      memory.set(id, true);
    },
    names: /idempot|repeat|retr|again|differ|same|service-request-id/i,
    shows: async (c) => {
      const path = await c.record({ amounts: { netTotal: 1 } });
      await c.patch(path, setTotal(2), { "Service-Request-Id": "again" });
      const { json } = await c.patch(path, setTotal(2), { "Service-Request-Id": "again" });
      return json.id === undefined ? "an empty object for a repeated patch" : undefined;
    },
  },
];
