import { createJsonResponse, type Json } from "../../edits.js";
import { type Defect, shareFields } from "../defect.js";
import { acceptPatch, editOperations, UPDATE_ORDER } from "../edits-of-commerce.js";
import { either, listOperations, recallOrder, rememberOrder, respondWithPrevious } from "../shared-edits.js";

const LEAF = /^\/amounts\/(\w+)$/;

export const UPDATED_ORDERS: readonly Defect[] = shareFields(UPDATE_ORDER, [
  {
    id: "patch-returns-previous",
    title: "the response is the order before the change",
    breaks: "spec: 200, the updated order is returned",
    response: respondWithPrevious,
  },
  {
    id: "patch-without-value",
    title: "replace without a value is accepted",
    breaks: "RFC 6902 4.3: the operation object must contain a value member",
    response: acceptPatch((it) => it.some((one) => one?.op === "replace" && one.value === undefined)),
  },
  {
    id: "patch-rounds",
    title: "netTotal is rounded to tens",
    breaks: "RFC 6902 4.3: replace replaces the value at the target location with the new value",
    request: editOperations((it) =>
      it.map((one) =>
        one?.path === "/amounts/netTotal" && typeof one.value === "number"
          ? { ...one, value: Math.round(one.value / 10) * 10 }
          : one,
      ),
    ),
  },
  {
    id: "patch-removes-missing",
    title: "remove of a missing member succeeds",
    breaks: "RFC 6902 4.2: the target location must exist",
    response: acceptPatch((it) => it.every(({ op, path }) => op === "remove" && String(path).startsWith("/amounts"))),
  },
  {
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
  },
  {
    alsoOn: ["getOrder"],
    id: "add-of-existing-amount-rejected",
    kind: "validation",
    methods: ["GET", "PUT", "PATCH"],
    title: "add is rejected if the amount exists already",
    breaks: "RFC 6902 4.1: if the target location is an existing member, its value is replaced",
    instead: (message, memory) => {
      const amounts = recallOrder(message, memory)?.amounts ?? {};
      const isTaken = (it: Json): boolean => it?.op === "add" && (LEAF.exec(it.path)?.[1] ?? "") in amounts;
      if (message.method !== "PATCH" || !listOperations(message).some(isTaken)) return undefined;
      return createJsonResponse(400, { status: 400, code: "PATCH_FAILED", message: "the member exists" });
    },
    response: rememberOrder,
    names: /\badd\b|exist|reject|\b400\b/i,
  },
]);
