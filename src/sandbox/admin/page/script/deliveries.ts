import { ask } from "./ask.js";
import { button, byId, chip, createList, make, type Node, opening } from "./dom.js";
import type { AttemptView, DeliveryView, EventView } from "./view.js";
import { counted, dayAndTime, indented, shortIds, timeOfDay } from "./words.js";

const showList = createList<DeliveryView>("deliveries-list", ({ id }) => id, row);
const showEventList = createList<EventView>("events-list", ({ id }) => id, eventRow);

export function showDeliveries(deliveries: readonly DeliveryView[]): void {
  showList(deliveries);
  byId("deliveries-empty").hidden = deliveries.length > 0;
  byId("deliveries-count").textContent = counted(deliveries.length);
}

export function showEvents(events: readonly EventView[]): void {
  showEventList(events);
  byId("events-empty").hidden = events.length > 0;
  byId("events-count").textContent = counted(events.length);
}

const KINDS: Readonly<Record<string, string>> = { done: "good", exhausted: "bad", disabled: "bad", sending: "warn" };
const WORDS: Readonly<Record<string, string>> = { done: "acknowledged", exhausted: "given up", disabled: "not sent" };

function row(delivery: DeliveryView): Node {
  const { state, attempts, nextAt } = delivery;
  const failed = state === "pending" && attempts.length > 0;
  return make(
    "li",
    "",
    opening(
      [
        timeNode(delivery.createdAt),
        make("span", "type", shortType(delivery.eventType)),
        make("span", "path", delivery.deliveryUrl ?? "the hook is gone"),
        make("span", "number", attemptsWords(attempts.length)),
        chip(failed ? "waiting again" : (WORDS[state] ?? state), failed ? "warn" : (KINDS[state] ?? "")),
        failed && nextAt !== undefined
          ? make("span", "note after-time", `${attempts.at(-1)?.reason ?? ""}; next at ${dayAndTime(nextAt)}`)
          : undefined,
      ],
      () => detail(delivery),
    ),
  );
}

function detail({ id, attempts, payload, signature }: DeliveryView): Node {
  const again = button("Send again", "small", () => void ask("POST", "deliveries/replay", { ids: [id] }));
  return make(
    "div",
    "detail",
    make("div", "scroll", make("h3", "", "Attempts"), attempts.length === 0 ? "None yet." : attemptTable(attempts)),
    make("div", "", make("h3", "", "Payload, exactly as it is sent"), make("pre", "", payload)),
    signature === undefined
      ? undefined
      : make("div", "", make("h3", "", "Service-Webhook-Signature"), make("pre", "", signature)),
    make("div", "buttons", again),
  );
}

function attemptTable(attempts: readonly AttemptView[]): Node {
  const head = ["", "At", "Status", "Took", "What came of it"].map((title) => make("th", "", title));
  const rows = attempts.map(({ attempt, startedAt, duration, status, reason, answer }) =>
    make(
      "tr",
      "",
      make("td", "", String(attempt)),
      make("td", "", dayAndTime(startedAt)),
      make("td", "", status === undefined ? "none" : String(status)),
      make("td", "", duration === undefined ? "" : `${duration} ms`),
      make("td", "", answer === undefined || answer === "" ? reason : `${reason}: ${indented(answer)}`),
    ),
  );
  return make("table", "", make("thead", "", make("tr", "", ...head)), make("tbody", "", ...rows));
}

function eventRow(event: EventView): Node {
  const { deliveries, acknowledged, reasons } = event;
  const isSilent = deliveries === 0;
  const words = isSilent ? "nothing sent" : `${acknowledged} of ${deliveries} acknowledged`;
  const kind = acknowledged === deliveries ? "good" : reasons.length > 0 ? "warn" : "";
  const order = make("span", "path", `order ${shortIds(event.orderId)}`);
  order.setAttribute("title", event.orderId);
  return make(
    "li",
    "plain",
    timeNode(event.createdAt),
    make("span", "type", shortType(event.eventType)),
    order,
    chip(words, isSilent ? "" : kind),
    reasons.length === 0 ? undefined : make("span", "note after-time", shortIds(reasons.join("; "))),
  );
}

function attemptsWords(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "1 attempt" : `${count} attempts`;
}

function timeNode(iso: string): Node {
  const time = make("time", "time", timeOfDay(iso));
  time.setAttribute("title", dayAndTime(iso));
  return time;
}

/** ORDER_OPENED reads better as "Order opened". */
function shortType(type: string): string {
  const words = type.toLowerCase().replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
