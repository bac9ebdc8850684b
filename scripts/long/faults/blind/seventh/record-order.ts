import { type Defect, shareFields } from "../defect.js";
import { getPath, RECORD_ORDER } from "../edits-of-commerce.js";
import { editItems, editObject, either, notKept } from "../shared-edits.js";

const OFFSET = /[+-]\d\d:\d\d$/;

type Overlap = { pending: number; overlaps: boolean; hasCreated: boolean };

export const RECORD_ORDERS: readonly Defect[] = shareFields({ ...RECORD_ORDER, alsoOn: ["getOrder", "listOrders"] }, [
  {
    id: "item-quantity-without-fraction",
    kind: "stored value",
    title: "the quantity of an item loses its fraction",
    breaks: "spec: OrderItem.quantity has the type number; PUT order: the service records what is passed",
    request: editItems((items) =>
      items.map((it) => (typeof it?.quantity === "number" ? { ...it, quantity: Math.trunc(it.quantity) } : it)),
    ),
    names: notKept(/quantity/),
  },
  {
    id: "order-number-without-leading-zeros",
    kind: "stored value",
    title: "an order number of digits only is stored as a number, so that leading zeros are lost",
    breaks: "spec: Order.orderNumber has the type string; PUT order: the service records what is passed",
    request: editObject((it) =>
      typeof it.orderNumber === "string" && /^0+\d+$/.test(it.orderNumber)
        ? { ...it, orderNumber: it.orderNumber.replace(/^0+(?=\d)/, "") }
        : undefined,
    ),
    names: notKept(/orderNumber|zero/),
  },
  {
    id: "customer-user-id-of-32-bits",
    kind: "stored value",
    title: "the id of a customer is cut to the largest integer of 32 bits",
    breaks: "spec: Order.customerUserId is an integer without a maximum; PUT order: the service records what is passed",
    request: editObject((it) =>
      typeof it.customerUserId === "number" && it.customerUserId > 0x7fffffff
        ? { ...it, customerUserId: 0x7fffffff }
        : undefined,
    ),
    names: notKept(/customerUserId|32.?bit|overflow/),
  },
  {
    id: "false-replaced-with-default",
    kind: "stored value",
    title: "`false` in `valid` and `accepted` is replaced with the default `true`",
    breaks: "PUT order: the service records what is passed; RFC 8259 3: false is a value",
    request: editObject((it) => {
      const replaced = ["valid", "accepted"].filter((name) => it[name] === false);
      return replaced.length === 0 ? undefined : { ...it, ...Object.fromEntries(replaced.map((name) => [name, true])) };
    }),
    names: notKept(/valid\b|accepted|false|default/),
  },
  {
    id: "items-stored-by-id",
    kind: "stored value",
    title: "items are stored in a map by id, so that only the last of several items without an id remains",
    breaks: "spec: OrderItem.id is optional; PUT order: the service records what is passed",
    request: editItems((items) => [...new Map(items.map((it) => [it?.id, it])).values()]),
    names: notKept(/items|missing|fewer/),
  },
  {
    id: "time-offset-dropped",
    kind: "validation",
    title: "a time with an offset is accepted, and its offset is dropped",
    breaks:
      "spec: Timestamp is in GMT, in the format `YYYY-MM-DDThh:mm:ssZ` (pattern); RFC 3339 4.2: the offset counts",
    request: editObject((it) => {
      const shifted = ["createdAt", "updatedAt"].filter((name) => OFFSET.test(String(it[name])));
      const dropped = shifted.map((name) => [name, String(it[name]).replace(OFFSET, "Z")]);
      return shifted.length === 0 ? undefined : { ...it, ...Object.fromEntries(dropped) };
    }),
    names: either(/accept|offset|time ?zone|pattern|format|createdAt|updatedAt/),
  },
  {
    id: "parallel-puts-both-created",
    kind: "concurrency",
    title: "of two PUT requests at the same time for a new order, both respond with 201",
    breaks: "spec: 201 if the order is new, otherwise 200; RFC 9110 9.3.4",
    request: (message, memory) => {
      const path = getPath(message);
      const overlap = (memory.get(path) as Overlap | undefined) ?? { pending: 0, overlaps: false, hasCreated: false };
      overlap.pending += 1;
      overlap.overlaps ||= overlap.pending > 1;
      memory.set(path, overlap);
    },
    response: (it, message, memory) => {
      const path = getPath(message);
      const overlap = memory.get(path) as Overlap | undefined;
      if (overlap === undefined) return;
      overlap.pending -= 1;
      if (it.status === 200 && overlap.overlaps && overlap.hasCreated) it.status = 201;
      else if (it.status === 201) overlap.hasCreated = true;
      if (overlap.pending <= 0) memory.delete(path);
    },
    names: either(/\b201\b|concurren|parallel|same time|simultan|race|created twice/),
  },
]);
