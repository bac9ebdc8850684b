import { editBody, setRequestText } from "../../edits.js";
import { type Defect, shareFields } from "../defect.js";
import { editOperations, renewRequestId, UPDATE_ORDER } from "../edits-of-commerce.js";
import { either, failIf, getOrderKey, listOperations, notKept, replaceResponse } from "../shared-edits.js";

const TOTAL = /^\/amounts\/\w+Total$/;

export const UPDATES_OF_EIGHTH: readonly Defect[] = shareFields({ ...UPDATE_ORDER, kind: "partial update" }, [
  {
    id: "patched-amount-alone",
    methods: ["PUT", "PATCH", "GET"],
    alsoOn: ["getOrder"],
    title: "after a PATCH of some totals, the amounts have only these",
    breaks: "RFC 6902 4: an operation changes the value at its path only",
    response: (response, message, memory) => {
      if (response.status >= 300) return;
      const { method } = message;
      const isAboutAmounts = listOperations(message).some((it) => String(it?.path).startsWith("/amounts"));
      if (method === "PUT" || isAboutAmounts) memory.delete(getOrderKey(message));
      const changed = listOperations(message).filter((it) => it?.op !== "remove" && TOTAL.test(String(it?.path)));
      if (method === "PATCH" && changed.length > 0)
        memory.set(getOrderKey(message), Object.fromEntries(changed.map((it) => [it.path.split("/")[2], it.value])));
      const amounts = memory.get(getOrderKey(message));
      if (amounts !== undefined) editBody((it) => ({ ...it, amounts }))(response, message, memory);
    },
    names: notKept(/amounts|Total|patch|other|missing/),
  },
  {
    id: "removed-total-is-zero",
    alsoOn: ["getOrder"],
    title: "remove of a total sets it to zero",
    breaks: "RFC 6902 4.2: remove removes the value at the target location",
    request: editOperations((all) =>
      all.map((it) => (it.op === "remove" && TOTAL.test(String(it.path)) ? { ...it, op: "replace", value: 0 } : it)),
    ),
    names: notKept(/remove|delete|amounts|Total|still|exist/),
  },
  {
    id: "operations-from-last-to-first",
    alsoOn: ["getOrder"],
    title: "the operations of a PATCH are applied from the last to the first",
    breaks: "RFC 6902 3: operations are applied sequentially in the order they appear in the array",
    request: editOperations((all) => all.toReversed()),
    names: notKept(/order of|sequen|operations|last|patch|amounts|Total/),
  },
  {
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
  },
  {
    id: "update-keeps-time",
    kind: "stale data",
    methods: ["PUT", "PATCH", "GET"],
    alsoOn: ["getOrder", "listOrders"],
    title: "a PATCH does not change updatedAt",
    breaks: "spec, Order: updatedAt is the date and time when the order was last updated",
    response: (response, message, memory) => {
      const key = getOrderKey(message);
      editBody((it) => {
        if (message.method !== "PATCH" && !memory.has(`patched ${key}`)) memory.set(key, it.updatedAt);
        if (message.method === "PUT") memory.delete(`patched ${key}`);
        if (message.method === "PUT") memory.set(key, it.updatedAt);
        if (message.method === "PATCH") memory.set(`patched ${key}`, true);
        return { ...it, updatedAt: memory.get(key) ?? it.updatedAt };
      })(response, message, memory);
    },
    names: either(/updatedAt|last updated|modif/),
  },
  {
    id: "json-patch-type-rejected",
    kind: "HTTP",
    title: "a PATCH with the media type application/json-patch+json is rejected",
    breaks: "spec, PATCH order: the request body has the content application/json-patch+json",
    instead: failIf(({ headers }) => /json-patch/i.test(headers["content-type"] ?? ""), 400),
    names: either(/json-patch|content.?type|media|reject|\b400\b|valid/),
  },
  {
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
  },
  {
    id: "repeated-patch-runs-again",
    kind: "idempotency",
    alsoOn: ["getOrder"],
    title: "a PATCH that is repeated with its Service-Request-Id is applied again",
    breaks: "spec, Service-Request-Id: enforces idempotency; docs/client.md: a write takes effect once",
    request: renewRequestId,
    names: either(/idempoten|Service-Request-Id|request.?id|repeat|replay|twice|again|same (id|key)|retr(y|ied)/),
  },
]);
