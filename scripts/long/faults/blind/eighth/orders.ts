import {
  editBody,
  editRequest,
  getQuery,
  type Json,
  parseRequestJson,
  setBody,
  setQuery,
  setRequestText,
} from "../../edits.js";
import type { Edit, FaultResponse, Message } from "../../fault.js";
import type { EditsById } from "../defect.js";
import { acceptAnyToken, editOperations, renewRequestId, shiftHours } from "../edits-of-commerce.js";
import {
  copyResponse,
  editEach,
  editNext,
  failIf,
  getOrderKey,
  getSegment,
  keepItems,
  listOperations,
  readObject,
  repeatResponse,
  replaceResponse,
} from "../shared-edits.js";

const TOTAL = /^\/amounts\/\w+Total$/;

export const EDITS_OF_EIGHTH_ORDERS: EditsById = {
  request: {
    "quantity-whole-units": editMember("items", (items) =>
      Array.isArray(items)
        ? items.map((it) => (typeof it?.quantity === "number" ? { ...it, quantity: Math.round(it.quantity) } : it))
        : items,
    ),
    "customer-number-of-32-bits": editMember("customerUserId", (it) =>
      typeof it === "number" ? Math.min(it, 2_147_483_647) : it,
    ),
    "items-in-order-of-names": editMember("items", (items) =>
      Array.isArray(items) ? items.toSorted((a, b) => String(a?.name).localeCompare(String(b?.name))) : items,
    ),
    "equal-entries-merged": editRequest((it) => {
      const unique = (list: Json): Json =>
        Array.isArray(list) ? [...new Map(list.map((entry) => [JSON.stringify(entry), entry])).values()] : list;
      return { ...it, discounts: unique(it.discounts), fees: unique(it.fees) };
    }),
    "former-statuses-survive": (message, memory) => {
      const key = getOrderKey(message);
      const former = memory.get(key);
      const { statuses } = readObject(message) ?? {};
      if (typeof statuses !== "object" || statuses === null) {
        memory.delete(key);
        return;
      }
      const merged = { ...(typeof former === "object" ? former : {}), ...statuses };
      editRequest((it) => ({ ...it, statuses: merged }))(message);
      memory.set(key, merged);
    },
    "order-number-without-leading-zeros": editMember("orderNumber", (it) =>
      /^0+\d+$/.test(String(it)) ? String(it).replace(/^0+(?=\d)/, "") : it,
    ),
    "removed-total-is-zero": editOperations((all) =>
      all.map((it) => (it.op === "remove" && TOTAL.test(String(it.path)) ? { ...it, op: "replace", value: 0 } : it)),
    ),
    "operations-from-last-to-first": editOperations((all) => all.toReversed()),
    "test-operation-skipped": (message) => {
      const all = listOperations(message);
      const others = all.filter((it) => !/^(test|move|copy)$/.test(String(it?.op)));
      if (others.length === all.length) return;
      if (others.length === 0) message.method = "GET";
      setRequestText(message, others.length === 0 ? "" : JSON.stringify(others));
    },
    "repeated-patch-runs-again": renewRequestId,
    "query-decoded-twice": (message) => {
      const [path, query] = message.target.split("?");
      if (query !== undefined) message.target = `${path}?${query.replaceAll(/%2B/gi, "%20")}`;
    },
    "store-lost-beside-status": (message) => {
      if (getQuery(message, "orderStatus") !== null) setQuery("storeId")(message);
    },
    "one-included-part": (message) => {
      if (
        getQuery(message, "includeOrderHistories") === "true" &&
        getQuery(message, "includeOrderShipments") === "true"
      )
        setQuery("includeOrderShipments", "false")(message);
    },
    "minor-version-ignored": ({ headers }) => {
      if (/^1(\.|$)/.test(headers["api-version"] ?? "")) headers["api-version"] = "1.2";
    },
    "number-with-letters": (message) => {
      for (const name of ["customerUserId", "limit", "cardExpirationMonth", "cardExpirationYear"]) {
        const [, digits] = /^(\d+)[^\d]/.exec(getQuery(message, name) ?? "") ?? [];
        if (digits !== undefined) setQuery(name, digits)(message);
      }
    },
    "histories-without-sign-in": acceptAnyToken((authorization) => authorization === undefined),
  },
  response: {
    "list-text-in-latin-1": editEach("orders", (it) =>
      typeof it?.notes === "string" ? { ...it, notes: Buffer.from(it.notes).toString("latin1") } : it,
    ),
    "patched-amount-alone": (response, message, memory) => {
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
    "update-keeps-time": (response, message, memory) => {
      const key = getOrderKey(message);
      editBody((it) => {
        if (message.method !== "PATCH" && !memory.has(`patched ${key}`)) memory.set(key, it.updatedAt);
        if (message.method === "PUT") memory.delete(`patched ${key}`);
        if (message.method === "PUT") memory.set(key, it.updatedAt);
        if (message.method === "PATCH") memory.set(`patched ${key}`, true);
        return { ...it, updatedAt: memory.get(key) ?? it.updatedAt };
      })(response, message, memory);
    },
    "window-of-creation": (response, message) => {
      const start = getQuery(message, "startAt");
      if (start !== null && getQuery(message, "startOffset") === null)
        keepItems(response, "orders", (it) => (it.createdAt ?? start) >= start);
    },
    "two-pages-at-most": editBody((it, message) =>
      getQuery(message, "startOffset") === null ? it : { ...it, links: [] },
    ),
    "next-link-of-backend": editNext((href) => `http://orders.backend.internal:8080${href}`),
    "shipments-of-former-order": repeatResponse,
    "order-before-patch": (response, message, memory) => {
      const key = getOrderKey(message);
      if (message.method === "PUT") memory.delete(key);
      if (message.method === "PUT" || response.status !== 200) return;
      const former = memory.get(key) as FaultResponse | undefined;
      if (former === undefined) memory.set(key, copyResponse(response));
      else Object.assign(response, copyResponse(former));
    },
    "list-of-recorded-amounts": (response, message, memory) => {
      if (message.method === "PUT" && response.status < 300)
        memory.set(getOrderKey(message), readObject(message)?.amounts);
      const restore = (it: Json): Json => {
        const amounts = memory.get(String(it?.id).toLowerCase());
        return amounts === undefined ? it : { ...it, amounts };
      };
      if (message.method === "GET")
        editBody((it) => (Array.isArray(it.orders) ? { ...it, orders: it.orders.map(restore) } : it))(
          response,
          message,
          memory,
        );
    },
    "last-modified-of-creation": (response) => {
      if (response.status !== 200 || response.body.length === 0) return;
      const { createdAt } = JSON.parse(response.body.toString());
      response.headers["last-modified"] = new Date(createdAt).toUTCString();
    },
    "no-order-no-shipments": (response, { method }) => {
      if (response.status === 404 && method === "GET") replaceResponse(response, 200, []);
    },
  },
  instead: {
    "json-patch-type-rejected": failIf(({ headers }) => /json-patch/i.test(headers["content-type"] ?? ""), 400),
    "json-range-not-acceptable": failIf(
      ({ headers: { accept = "*/*" } }) => !/^(\*\/\*|application\/json)(,|$)/.test(accept),
      406,
    ),
    "malformed-id-fails": failIf((message) => !/^[\da-f-]{36}$/i.test(getSegment(message, -1))),
    "order-without-items-fails": failIf((message) => {
      const items = readObject(message)?.items;
      return Array.isArray(items) && items.length === 0;
    }),
  },
  several: {
    "created-again-by-replacement": {
      request: (message, memory) => {
        const key = getOrderKey(message);
        const id = `id ${message.headers["service-request-id"]}`;
        const isReplacement = memory.has(key) && readObject(message)?.createdAt === undefined;
        if (!memory.has(id)) memory.set(id, isReplacement ? shiftHours(new Date().toISOString(), 0) : undefined);
        const createdAt = memory.get(id);
        if (createdAt !== undefined) editRequest((it) => ({ ...it, createdAt }))(message);
      },
      response: ({ status }, message, memory) => {
        if (status < 300) memory.set(getOrderKey(message), true);
      },
    },
    "refused-patch-partly-applied": {
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
    },
    "parallel-patch-lost": {
      request: (message, memory) => {
        const key = getOrderKey(message);
        const running = Number(memory.get(key) ?? 0);
        memory.set(key, running + 1);
        const operations: Json = parseRequestJson(message);
        const isSimple =
          Array.isArray(operations) && operations.every((it) => TOTAL.test(String(it?.path)) && it.value);
        if (running === 0 || !isSimple || getRequestId(message) === "") return;
        memory.set(`lost ${getRequestId(message)}`, operations);
        message.method = "GET";
      },
      response: (response, message, memory) => {
        const key = getOrderKey(message);
        memory.set(key, Number(memory.get(key) ?? 1) - 1);
        const operations = memory.get(`lost ${getRequestId(message)}`);
        if (!Array.isArray(operations) || response.status !== 200) return;
        const json = JSON.parse(response.body.toString());
        for (const { path, value } of operations) json.amounts = { ...json.amounts, [path.split("/")[2]]: value };
        setBody(response, JSON.stringify(json));
      },
    },
    "parallel-put-created-twice": {
      request: (message, memory) => {
        const key = getOrderKey(message);
        const running = Number(memory.get(key) ?? 0);
        memory.set(key, running + 1);
        if (running > 0) memory.set(`parallel ${getRequestId(message)}`, true);
      },
      response: (response, message, memory) => {
        const key = getOrderKey(message);
        memory.set(key, Number(memory.get(key) ?? 1) - 1);
        if (response.status === 200 && memory.has(`parallel ${getRequestId(message)}`)) response.status = 201;
      },
    },
    "request-id-of-other-order": {
      instead: (message, memory) => {
        const first = memory.get(getRequestId(message)) as { key: string; response: FaultResponse } | undefined;
        return first === undefined || first.key === getOrderKey(message) ? undefined : copyResponse(first.response);
      },
      response: (response, message, memory) => {
        if (response.status < 300 && !memory.has(getRequestId(message)))
          memory.set(getRequestId(message), { key: getOrderKey(message), response: copyResponse(response) });
      },
    },
  },
};

function getRequestId({ headers }: Message): string {
  return headers["service-request-id"] ?? "";
}

/** Edits one member of the order that a request records, if it has this member. */
function editMember(name: string, edit: (value: Json) => Json): Edit<"request"> {
  return editRequest((it) => (it[name] === undefined ? it : { ...it, [name]: edit(it[name]) }));
}
