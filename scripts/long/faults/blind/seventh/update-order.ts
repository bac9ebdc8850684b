import { createJsonResponse, setBody } from "../../edits.js";
import type { FaultResponse } from "../../fault.js";
import { type Defect, shareFields } from "../defect.js";
import { editOperations, getPath, UPDATE_ORDER } from "../edits-of-commerce.js";
import { copyResponse, either, listOperations, notKept, readResponse } from "../shared-edits.js";

const SUM = /^\/amounts\/(sub|discount|fee|tax|net)Total$/;

export const UPDATE_ORDERS: readonly Defect[] = shareFields({ ...UPDATE_ORDER, alsoOn: ["getOrder", "recordOrder"] }, [
  {
    id: "patch-first-operation-on-path-wins",
    kind: "partial update",
    title: "of several operations on the same path, only the first is applied",
    breaks: "RFC 6902 3: operations are applied in order; docs/orders.md: in order, and all of them or none",
    request: editOperations((all) => all.filter(({ path }, at) => all.findIndex((it) => it.path === path) === at)),
    names: either(
      /in order|sequen|(first|second|last) (operation|value)|netTotal|amounts|differ|patch.{0,30}(result|appl|effect)/,
    ),
  },
  {
    id: "patch-amounts-merged",
    kind: "partial update",
    title: "`replace` of all amounts merges the new members into the former ones",
    breaks: "RFC 6902 4.3: replace replaces the value at the target location with the new value",
    request: editOperations((all) =>
      all.flatMap((it) => {
        const isReplaced = it.op === "replace" && it.path === "/amounts";
        const members = isReplaced && typeof it.value === "object" ? Object.entries(it.value ?? {}) : [];
        const added = members.map(([name, value]) => ({ op: "add", path: `/amounts/${escapeToken(name)}`, value }));
        return added.length === 0 ? [it] : added;
      }),
    ),
    names: either(/merg|still (there|present)|remain|former|not replaced|differ|amounts|Total/),
  },
  {
    id: "patch-dash-inserts-first",
    kind: "partial update",
    title: "`add` with the index `-` inserts the entry at the start of the list",
    breaks: "RFC 6902 4.1: `-` appends to the array; docs/orders.md: `-` stands for the end",
    request: editOperations((all) =>
      all.map((it) =>
        it.op === "add" && /\/transactionFees\/-$/.test(String(it.path))
          ? { ...it, path: String(it.path).replace(/-$/, "0") }
          : it,
      ),
    ),
    names: either(/transactionFees|append|end of|insert|position|differ|\/-/),
  },
  {
    id: "patch-pointer-not-unescaped",
    kind: "partial update",
    title: "`~1` and `~0` in the path of an operation are not decoded",
    breaks: "RFC 6901 4: `~1` stands for `/` and `~0` for `~`; spec: `path` is a JSON Pointer",
    request: editOperations((all) =>
      all.map((it) => (typeof it.path === "string" ? { ...it, path: it.path.replaceAll("~", "~0") } : it)),
    ),
    names: either(/~|pointer|escap|decod|amounts|differ/),
  },
  {
    methods: ["PATCH", "PUT", "GET"],
    id: "patch-items-clears-discounts",
    kind: "partial update",
    title: "an update that replaces the items empties the discounts",
    breaks: "RFC 6902 3: only the targets of the operations change; spec: PATCH order",
    response: (it, message, memory) => {
      if (it.status >= 300) return;
      const path = getPath(message);
      const paths = message.method === "PATCH" ? listOperations(message).map((it) => String(it?.path)) : [];
      if (message.method === "PUT" || paths.includes("/discounts")) memory.delete(path);
      else if (paths.includes("/items")) memory.set(path, true);
      const order = readResponse(it);
      if (memory.has(path) && Array.isArray(order?.discounts)) setBody(it, JSON.stringify({ ...order, discounts: [] }));
    },
    names: either(/discounts|also changed|unrelated|other (field|member|propert)|lost|differ/),
  },
  {
    id: "patch-media-type-parameter-rejected",
    kind: "HTTP",
    title: "a media type with a parameter, such as `application/json; charset=utf-8`, is rejected",
    breaks: "RFC 9110 8.3.1: a media type can have parameters; RFC 8259 11: `charset` has no effect",
    instead: ({ headers }) =>
      /json *;/i.test(headers["content-type"] ?? "")
        ? createJsonResponse(415, { message: "unsupported media type" })
        : undefined,
    names: either(/\b415\b|content-type|media type|charset|parameter|reject|valid request/),
  },
  {
    methods: ["PATCH", "PUT"],
    id: "idempotency-key-shared-with-put",
    kind: "idempotency",
    title: "an update with the id of an earlier PUT request gets the response of that request",
    breaks:
      "docs/sandbox.md and open-points.yaml `idempotency`: request ids are per application, business, method and path",
    instead: (message, memory) => {
      const stored = memory.get(`${getPath(message)} ${message.headers["service-request-id"]}`);
      return message.method === "PATCH" && stored !== undefined ? copyResponse(stored as FaultResponse) : undefined;
    },
    response: (it, message, memory) => {
      if (message.method === "PUT" && it.status < 300)
        memory.set(`${getPath(message)} ${message.headers["service-request-id"]}`, copyResponse(it));
    },
    names: either(/idempoten|request.?id|\bkeys?\b|replay|not applied|no effect|differ|\b201\b/),
  },
  {
    id: "patch-sums-rounded-to-five",
    kind: "stored value",
    title: "sums in an update are rounded to a multiple of 5",
    breaks: "spec: MonetaryAmount is an integer; RFC 6902 4.3: the value is replaced with the given value",
    request: editOperations((all) =>
      all.map((it) =>
        typeof it.value === "number" && SUM.test(String(it.path)) ? { ...it, value: Math.round(it.value / 5) * 5 } : it,
      ),
    ),
    names: notKept(/round|netTotal|amounts|Total/),
  },
  {
    id: "parallel-updates-fail",
    kind: "concurrency",
    title: "an update during another one of the same order fails with 500",
    breaks: "spec: 200 for a valid update; RFC 9110 15.6.1: 500 is for unexpected conditions",
    instead: (message, memory) => {
      const path = getPath(message);
      const started = memory.get(path);
      if (typeof started === "number" && Date.now() - started < 1_000)
        return createJsonResponse(500, { message: "deadlock detected" });
      memory.set(path, Date.now());
      return undefined;
    },
    response: (_, message, memory) => {
      memory.delete(getPath(message));
    },
    names: either(/\b500\b|server error|concurren|parallel|same time|simultan|race/),
  },
]);

function escapeToken(name: string): string {
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
