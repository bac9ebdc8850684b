import { editRequest, type Json } from "../../edits.js";
import { type Defect, shareFields } from "../defect.js";
import { LIST_ORDERS, RECORD_ORDER, shiftHours } from "../edits-of-commerce.js";
import { editEach, getOrderKey, notKept, readObject } from "../shared-edits.js";

const RECORDED = 'spec, PUT order: "the service records what is passed"';
const BESIDE = ["getOrder", "listOrders"];

/** Edits one member of the order that a request records, if it has this member. */
function editMember(name: string, edit: (value: Json) => Json): NonNullable<Defect["request"]> {
  return editRequest((it) => (it[name] === undefined ? it : { ...it, [name]: edit(it[name]) }));
}

export const STORED_VALUES_OF_EIGHTH: readonly Defect[] = shareFields({ kind: "stored value" }, [
  {
    ...RECORD_ORDER,
    id: "quantity-whole-units",
    alsoOn: BESIDE,
    title: "the quantity of an item is rounded to whole units",
    breaks: `${RECORDED}; spec, OrderItem: quantity is a number, not an integer`,
    request: editMember("items", (items) =>
      Array.isArray(items)
        ? items.map((it) => (typeof it?.quantity === "number" ? { ...it, quantity: Math.round(it.quantity) } : it))
        : items,
    ),
    names: notKept(/quantity|round|fraction|decimal/),
  },
  {
    ...RECORD_ORDER,
    id: "created-again-by-replacement",
    alsoOn: BESIDE,
    title: "a PUT without createdAt sets the createdAt of an existing order to the time of the PUT",
    breaks:
      "spec, Order: createdAt is the date and time when the order was created; PUT order: 200 for an existing one",
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
    names: notKept(/createdAt|creation/),
  },
  {
    ...RECORD_ORDER,
    id: "customer-number-of-32-bits",
    alsoOn: BESIDE,
    title: "a customer number beyond 32 bits is stored as the greatest one of 32 bits",
    breaks: `${RECORDED}; spec, Order: customerUserId is an integer without a maximum`,
    request: editMember("customerUserId", (it) => (typeof it === "number" ? Math.min(it, 2_147_483_647) : it)),
    names: notKept(/customerUserId|2147483647|32.?bit|integer|overflow/),
  },
  {
    ...RECORD_ORDER,
    id: "items-in-order-of-names",
    alsoOn: BESIDE,
    title: "the items of an order are recorded in the order of their names",
    breaks: `${RECORDED}; RFC 8259 1: an array is an ordered sequence`,
    request: editMember("items", (items) =>
      Array.isArray(items) ? items.toSorted((a, b) => String(a?.name).localeCompare(String(b?.name))) : items,
    ),
    names: notKept(/items|sort|sequence|position/),
  },
  {
    ...RECORD_ORDER,
    id: "equal-entries-merged",
    alsoOn: BESIDE,
    title: "equal discounts or fees of an order are recorded once",
    breaks: `${RECORDED}; spec, Order: discounts and fees are arrays without uniqueItems`,
    request: editRequest((it) => {
      const unique = (list: Json): Json =>
        Array.isArray(list) ? [...new Map(list.map((entry) => [JSON.stringify(entry), entry])).values()] : list;
      return { ...it, discounts: unique(it.discounts), fees: unique(it.fees) };
    }),
    names: notKept(/discounts|fees|duplicate|unique|length/),
  },
  {
    ...LIST_ORDERS,
    id: "list-text-in-latin-1",
    kind: "consistency",
    alsoOn: ["getOrder", "recordOrder"],
    title: "the list returns the notes of an order as UTF-8 read as ISO 8859-1, the single order is right",
    breaks: "RFC 8259 8.1: JSON text is UTF-8; spec, OrderList: the items of the list are the orders",
    response: editEach("orders", (it) =>
      typeof it?.notes === "string" ? { ...it, notes: Buffer.from(it.notes).toString("latin1") } : it,
    ),
    names: notKept(/notes|encod|utf|charset|list/),
  },
  {
    ...RECORD_ORDER,
    id: "former-statuses-survive",
    kind: "partial update",
    alsoOn: BESIDE,
    title: "a PUT keeps the statuses of the former order that the new one does not have",
    breaks: 'docs/orders.md: "A later PUT with the same id replaces the whole order"; RFC 9110 9.3.4',
    request: (message, memory) => {
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
    names: notKept(/statuses|fulfillmentStatus|merge|replace|remain|former/),
  },
  {
    ...RECORD_ORDER,
    id: "order-number-without-leading-zeros",
    alsoOn: BESIDE,
    title: "an order number of digits loses its leading zeros",
    breaks: `${RECORDED}; spec, Order: orderNumber is a string`,
    request: editMember("orderNumber", (it) => (/^0+\d+$/.test(String(it)) ? String(it).replace(/^0+(?=\d)/, "") : it)),
    names: notKept(/orderNumber|leading|zero/),
  },
]);
