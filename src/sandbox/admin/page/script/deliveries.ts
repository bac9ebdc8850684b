import {
  type AdminPageElement,
  buildElement,
  createButton,
  createChip,
  createDetails,
  createList,
  getElement,
} from "./dom.js";
import { formatCount, formatDateTime, formatJson, formatTimeOfDay, shortenUuids } from "./format.js";
import type { AttemptView, DeliveryView, EventView } from "./overview.js";
import { requestAdmin } from "./request-admin.js";

const updateDeliveries = createList<DeliveryView>("deliveries-list", ({ id }) => id, renderDelivery);
const updateEvents = createList<EventView>("events-list", ({ id }) => id, renderEvent);

export function showDeliveries(deliveries: readonly DeliveryView[]): void {
  updateDeliveries(deliveries);
  getElement("deliveries-empty").hidden = deliveries.length > 0;
  getElement("deliveries-count").textContent = formatCount(deliveries.length);
}

export function showEvents(events: readonly EventView[]): void {
  updateEvents(events);
  getElement("events-empty").hidden = events.length > 0;
  getElement("events-count").textContent = formatCount(events.length);
}

const STATE_STYLES: Readonly<Record<string, string>> = {
  done: "good",
  exhausted: "bad",
  disabled: "bad",
  sending: "warn",
};
const STATE_LABELS: Readonly<Record<string, string>> = {
  done: "acknowledged",
  exhausted: "given up",
  disabled: "not sent",
};

function renderDelivery(delivery: DeliveryView): AdminPageElement {
  const { state, attempts, nextAt } = delivery;
  const isRetry = state === "pending" && attempts.length > 0;
  return buildElement(
    "li",
    "",
    createDetails(
      [
        renderTime(delivery.createdAt),
        buildElement("span", "type", formatEventType(delivery.eventType)),
        buildElement("span", "path", delivery.deliveryUrl ?? "the hook no longer exists"),
        buildElement("span", "number", formatAttempts(attempts.length)),
        createChip(
          isRetry ? "waiting to retry" : (STATE_LABELS[state] ?? state),
          isRetry ? "warn" : (STATE_STYLES[state] ?? ""),
        ),
        isRetry && nextAt !== undefined
          ? buildElement(
              "span",
              "note after-time",
              `${attempts.at(-1)?.reason ?? ""}; next at ${formatDateTime(nextAt)}`,
            )
          : undefined,
      ],
      () => renderDeliveryDetail(delivery),
    ),
  );
}

function renderDeliveryDetail({ id, attempts, payload, signature }: DeliveryView): AdminPageElement {
  const replay = createButton(
    "Send again",
    "small",
    () => void requestAdmin("POST", "deliveries/replay", { ids: [id] }),
  );
  return buildElement(
    "div",
    "detail",
    buildElement(
      "div",
      "scroll",
      buildElement("h3", "", "Attempts"),
      attempts.length === 0 ? "None yet." : renderAttempts(attempts),
    ),
    buildElement("div", "", buildElement("h3", "", "Payload, exactly as sent"), buildElement("pre", "", payload)),
    signature === undefined
      ? undefined
      : buildElement(
          "div",
          "",
          buildElement("h3", "", "Service-Webhook-Signature"),
          buildElement("pre", "", signature),
        ),
    buildElement("div", "buttons", replay),
  );
}

function renderAttempts(attempts: readonly AttemptView[]): AdminPageElement {
  const head = ["", "Started", "Status", "Duration", "Result"].map((title) => buildElement("th", "", title));
  const rows = attempts.map(({ attempt, startedAt, duration, status, reason, responseExcerpt }) =>
    buildElement(
      "tr",
      "",
      buildElement("td", "", String(attempt)),
      buildElement("td", "", formatDateTime(startedAt)),
      buildElement("td", "", status === undefined ? "none" : String(status)),
      buildElement("td", "", duration === undefined ? "" : `${duration} ms`),
      buildElement(
        "td",
        "",
        responseExcerpt === undefined || responseExcerpt === "" ? reason : `${reason}: ${formatJson(responseExcerpt)}`,
      ),
    ),
  );
  return buildElement(
    "table",
    "",
    buildElement("thead", "", buildElement("tr", "", ...head)),
    buildElement("tbody", "", ...rows),
  );
}

function renderEvent(event: EventView): AdminPageElement {
  const { deliveries, acknowledged, reasons } = event;
  const isUnsent = deliveries === 0;
  const label = isUnsent ? "nothing sent" : `${acknowledged} of ${deliveries} acknowledged`;
  const kind = acknowledged === deliveries ? "good" : reasons.length > 0 ? "warn" : "";
  const order = buildElement("span", "path", `order ${shortenUuids(event.orderId)}`);
  order.setAttribute("title", event.orderId);
  return buildElement(
    "li",
    "plain",
    renderTime(event.createdAt),
    buildElement("span", "type", formatEventType(event.eventType)),
    order,
    createChip(label, isUnsent ? "" : kind),
    reasons.length === 0 ? undefined : buildElement("span", "note after-time", shortenUuids(reasons.join("; "))),
  );
}

function formatAttempts(count: number): string {
  if (count === 0) return "";
  return count === 1 ? "1 attempt" : `${count} attempts`;
}

function renderTime(iso: string): AdminPageElement {
  const time = buildElement("time", "time", formatTimeOfDay(iso));
  time.setAttribute("title", formatDateTime(iso));
  return time;
}

/** Formats ORDER_OPENED as "Order opened". */
function formatEventType(type: string): string {
  const words = type.toLowerCase().replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
