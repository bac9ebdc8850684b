import { randomUUID } from "node:crypto";
import { editBody, type Json, setRequestText } from "../../edits.js";
import type { Message } from "../../fault.js";
import type { Defect } from "../defect.js";
import { editOperations, renewRequestId, setTotal, UPDATE_ORDER } from "../edits-of-commerce.js";
import { either, failIf, getSegment, notKept, replaceResponse } from "../shared-edits.js";

const SANDBOX = { service: "sandbox", operation: UPDATE_ORDER, kind: "partial update" } as const;
const TOTAL = /^\/amounts\/\w+Total$/;
const AMOUNTS = { netTotal: 900, subTotal: 1000, discountTotal: 100 };

function getKey(message: Message): string {
  return getSegment(message, -1).toLowerCase();
}

/** The operations of a PATCH; none if the body has none. */
function listOperations({ body }: Message): readonly Json[] {
  try {
    const json: unknown = JSON.parse(Buffer.from(body, "latin1").toString());
    return Array.isArray(json) ? json : [];
  } catch {
    return [];
  }
}

export const UPDATES_OF_EIGHTH: readonly Defect[] = [
  {
    ...SANDBOX,
    id: "patched-amount-alone",
    methods: ["PUT", "PATCH", "GET"],
    alsoOn: ["getOrder"],
    title: "after a PATCH of some totals, the amounts have only these",
    breaks: "RFC 6902 4: an operation changes the value at its path only",
    response: (response, message, memory) => {
      if (response.status >= 300) return;
      const { method } = message;
      const isAboutAmounts = listOperations(message).some((it) => String(it?.path).startsWith("/amounts"));
      if (method === "PUT" || isAboutAmounts) memory.delete(getKey(message));
      const changed = listOperations(message).filter((it) => it?.op !== "remove" && TOTAL.test(String(it?.path)));
      if (method === "PATCH" && changed.length > 0)
        memory.set(getKey(message), Object.fromEntries(changed.map((it) => [it.path.split("/")[2], it.value])));
      const amounts = memory.get(getKey(message));
      if (amounts !== undefined) editBody((it) => ({ ...it, amounts }))(response, message, memory);
    },
    names: notKept(/amounts|Total|patch|other|missing/),
    shows: async ({ record, patch, get }) => {
      const path = await record({ amounts: AMOUNTS });
      await patch(path, setTotal(800));
      const { amounts } = (await get(path)).json;
      return amounts.subTotal === 1000 ? undefined : `amounts ${JSON.stringify(amounts)}`;
    },
  },
  {
    ...SANDBOX,
    id: "removed-total-is-zero",
    alsoOn: ["getOrder"],
    title: "remove of a total sets it to zero",
    breaks: "RFC 6902 4.2: remove removes the value at the target location",
    request: editOperations((all) =>
      all.map((it) => (it.op === "remove" && TOTAL.test(String(it.path)) ? { ...it, op: "replace", value: 0 } : it)),
    ),
    names: notKept(/remove|delete|amounts|Total|still|exist/),
    shows: async ({ record, patch, get }) => {
      const path = await record({ amounts: AMOUNTS });
      await patch(path, [{ op: "remove", path: "/amounts/discountTotal" }]);
      const { amounts } = (await get(path)).json;
      return "discountTotal" in amounts ? `discountTotal is ${amounts.discountTotal}` : undefined;
    },
  },
  {
    ...SANDBOX,
    id: "operations-from-last-to-first",
    alsoOn: ["getOrder"],
    title: "the operations of a PATCH are applied from the last to the first",
    breaks: "RFC 6902 3: operations are applied sequentially in the order they appear in the array",
    request: editOperations((all) => all.toReversed()),
    names: notKept(/order of|sequen|operations|last|patch|amounts|Total/),
    shows: async ({ record, patch, get }) => {
      const path = await record({ amounts: AMOUNTS });
      await patch(path, [...setTotal(1), ...setTotal(2)]);
      const { amounts } = (await get(path)).json;
      return amounts.netTotal === 2 ? undefined : `netTotal is ${amounts.netTotal}`;
    },
  },
  {
    ...SANDBOX,
    id: "refused-patch-partly-applied",
    alsoOn: ["getOrder"],
    title: "a PATCH with an operation on a field that cannot change gets 400, but its other operations are applied",
    breaks: 'docs/orders.md: "all of them or none"; RFC 5789 2: the set of changes is applied atomically',
    request: (message, memory) => {
      const all = listOperations(message);
      const allowed = all.filter((it) => /^\/(amounts|items$|discounts$)/.test(String(it?.path)));
      if (allowed.length === 0 || allowed.length === all.length) return;
      setRequestText(message, JSON.stringify(allowed));
      memory.set(message.headers["service-request-id"] ?? "", true);
    },
    response: (response, { headers }, memory) => {
      if (memory.has(headers["service-request-id"] ?? ""))
        replaceResponse(response, 400, { message: "an operation is not allowed" });
    },
    names: either(/atomic|part(ly|ial)|reject|refus|unchanged|changed|none|\b400\b|effect/),
    shows: async ({ record, patch, get }) => {
      const path = await record({ amounts: AMOUNTS, notes: "n" });
      const { status } = await patch(path, [...setTotal(5), { op: "replace", path: "/notes", value: "m" }]);
      const { amounts } = (await get(path)).json;
      return amounts.netTotal === 900 ? undefined : `status ${status}, but netTotal is ${amounts.netTotal}`;
    },
  },
  {
    ...SANDBOX,
    id: "update-keeps-time",
    kind: "stale data",
    methods: ["PUT", "PATCH", "GET"],
    alsoOn: ["getOrder", "listOrders"],
    title: "a PATCH does not change updatedAt",
    breaks: "spec, Order: updatedAt is the date and time when the order was last updated",
    response: (response, message, memory) => {
      const key = getKey(message);
      editBody((it) => {
        if (message.method !== "PATCH" && !memory.has(`patched ${key}`)) memory.set(key, it.updatedAt);
        if (message.method === "PUT") memory.delete(`patched ${key}`);
        if (message.method === "PUT") memory.set(key, it.updatedAt);
        if (message.method === "PATCH") memory.set(`patched ${key}`, true);
        return { ...it, updatedAt: memory.get(key) ?? it.updatedAt };
      })(response, message, memory);
    },
    names: either(/updatedAt|last updated|modif/),
    shows: async ({ record, patch, get }) => {
      const path = await record({ updatedAt: "2026-01-05T08:00:00Z", amounts: AMOUNTS });
      await patch(path, setTotal(5));
      const { updatedAt } = (await get(path)).json;
      return updatedAt === "2026-01-05T08:00:00Z" ? "updatedAt is that of the PUT" : undefined;
    },
  },
  {
    ...SANDBOX,
    id: "json-patch-type-rejected",
    kind: "HTTP",
    title: "a PATCH with the media type application/json-patch+json is rejected",
    breaks: "spec, PATCH order: the request body has the content application/json-patch+json",
    instead: failIf(({ headers }) => /json-patch/i.test(headers["content-type"] ?? ""), 400),
    names: either(/json-patch|content.?type|media|reject|\b400\b|valid/),
    shows: async ({ record, patch }) => {
      const path = await record({ amounts: AMOUNTS });
      const { status } = await patch(path, setTotal(5), { "Content-Type": "application/json-patch+json" });
      return status === 400 ? "400 for application/json-patch+json" : undefined;
    },
  },
  {
    ...SANDBOX,
    id: "test-operation-skipped",
    kind: "validation",
    title: "operations test, move and copy are skipped without an error",
    breaks: "spec, OrderPatch: supported operations are add, remove and replace; RFC 6902 5",
    request: (message) => {
      const all = listOperations(message);
      const others = all.filter((it) => !/^(test|move|copy)$/.test(String(it?.op)));
      if (others.length === all.length) return;
      if (others.length === 0) message.method = "GET";
      setRequestText(message, others.length === 0 ? "" : JSON.stringify(others));
    },
    names: either(/\b(test|move|copy)\b|accept|unsupported|invalid|\bop\b|operation/),
    shows: async ({ record, patch }) => {
      const path = await record({ amounts: AMOUNTS });
      const { status } = await patch(path, [{ op: "test", path: "/amounts/netTotal", value: 1 }, ...setTotal(7)]);
      return status < 300 ? `status ${status} for a test that fails` : undefined;
    },
  },
  {
    ...SANDBOX,
    id: "repeated-patch-runs-again",
    kind: "idempotency",
    alsoOn: ["getOrder"],
    title: "a PATCH that is repeated with its Service-Request-Id is applied again",
    breaks: "spec, Service-Request-Id: enforces idempotency; docs/client.md: a write takes effect once",
    request: renewRequestId,
    names: either(/idempoten|Service-Request-Id|request.?id|repeat|replay|twice|again|same (id|key)|retr(y|ied)/),
    shows: async ({ record, patch, get }) => {
      const path = await record({ amounts: { ...AMOUNTS, capturedTotals: { transactionFees: [] } } });
      const id = { "Service-Request-Id": randomUUID() };
      const add = [{ op: "add", path: "/amounts/capturedTotals/transactionFees/-", value: { name: "Fee" } }];
      for (const _ of [1, 2]) await patch(path, add, id);
      const { length } = (await get(path)).json.amounts.capturedTotals.transactionFees;
      return length === 1 ? undefined : `${length} fees`;
    },
  },
];
