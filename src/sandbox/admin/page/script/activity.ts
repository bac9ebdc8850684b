import {
  type AdminPageElement,
  buildElement,
  createButton,
  createChip,
  createDetails,
  createList,
  formatDateTime,
  formatJson,
  shortenUuids,
} from "./dom.js";
import {
  type AttemptView,
  type DeliveryView,
  type EventView,
  type MessageView,
  type Overview,
  type RequestDetail,
  type RequestView,
  requestAdmin,
} from "./request-admin.js";

const showRequests = createList<RequestView>("requests", ({ id }) => String(id), renderRequest);
const showDeliveries = createList<DeliveryView>("deliveries", ({ id }) => id, renderDelivery);
const showEvents = createList<EventView>("events", ({ id }) => id, renderEvent);

export function showActivity({ requests, deliveries, events }: Overview): void {
  showRequests(requests);
  showDeliveries(deliveries);
  showEvents(events);
}

function renderRequest(request: RequestView): AdminPageElement {
  const target = request.url.replace(/^[a-z]+:\/\/[^/]*/i, "");
  const mark = chooseMark(request);
  const marks = mark === undefined ? [] : [createChip(mark, mark === "replayed" ? "" : "warn"), " "];
  const summary = [
    renderTime(request.at),
    buildElement("span", "method", request.method),
    setTitle(buildElement("span", "path", shortenUuids(target)), target),
    buildElement("span", "marks", ...marks, renderStatus(request)),
    buildElement("span", "number", `${request.duration} ms`),
  ];
  return createDetails(summary, () => renderRequestDetail(request));
}

function chooseMark({ fault, replayed, warning }: RequestView): string | undefined {
  if (fault !== undefined) return "fault rule";
  if (replayed === true) return "replayed";
  return warning === undefined ? undefined : "ahead of the clock";
}

function renderStatus({ status, incomplete }: RequestView): AdminPageElement {
  if (incomplete !== undefined || status === 0) return createChip("no response", "bad");
  return createChip(String(status), status < 300 ? "good" : status < 500 ? "warn" : "bad");
}

function renderRequestDetail(request: RequestView): AdminPageElement {
  const { id, operationId = "no operation in the spec", incomplete, duration, warning } = request;
  const panel = buildElement("div", "detail", buildElement("p", "hint", "loading"));
  requestAdmin("GET", `requests/${id}`).then(async (response) => {
    if (response === undefined) return panel.replaceChildren("No longer in the log.");
    const detail = (await response.json()) as RequestDetail;
    panel.replaceChildren(
      buildElement("p", "hint", `${operationId}, ${duration} ms${incomplete === undefined ? "" : `; ${incomplete}`}`),
      ...(warning === undefined ? [] : [buildElement("p", "hint", warning)]),
      renderMessage("Request", detail.request),
      renderMessage("Response", detail.response),
    );
  });
  return panel;
}

function renderMessage(title: string, { headers, body }: MessageView): AdminPageElement {
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return renderText(title, lines + (body === undefined ? "" : `\n\n${formatJson(body)}`));
}

function renderText(title: string, text: string): AdminPageElement {
  return buildElement("div", "", buildElement("h3", "", title), buildElement("pre", "", text));
}

const STATES: Readonly<Record<string, readonly [label: string, style: string]>> = {
  done: ["acknowledged", "good"],
  exhausted: ["given up", "bad"],
  disabled: ["not sent", "bad"],
  sending: ["sending", "warn"],
};

function renderDelivery(delivery: DeliveryView): AdminPageElement {
  const { state, attempts, nextAt } = delivery;
  const isRetry = state === "pending" && attempts.length > 0;
  const tried = attempts.length === 1 ? "1 attempt" : `${attempts.length} attempts`;
  const [label, kind] = isRetry ? ["waiting to retry", "warn"] : (STATES[state] ?? [state, ""]);
  const summary = [
    renderTime(delivery.createdAt),
    buildElement("span", "type", formatEventType(delivery.eventType)),
    buildElement("span", "path", delivery.deliveryUrl ?? "the hook no longer exists"),
    buildElement("span", "number", attempts.length === 0 ? "" : tried),
    createChip(label, kind),
    isRetry && nextAt !== undefined
      ? buildElement("span", "note after-time", `${attempts.at(-1)?.reason ?? ""}; next at ${formatDateTime(nextAt)}`)
      : undefined,
  ];
  return createDetails(summary, () => renderDeliveryDetail(delivery));
}

function renderDeliveryDetail({ id, attempts, payload, signature }: DeliveryView): AdminPageElement {
  const replay = createButton("Send again", "small", () => requestAdmin("POST", "deliveries/replay", { ids: [id] }));
  const table = attempts.length === 0 ? "None yet." : renderAttempts(attempts);
  return buildElement(
    "div",
    "detail",
    buildElement("div", "scroll", buildElement("h3", "", "Attempts"), table),
    renderText("Payload, exactly as sent", payload),
    signature === undefined ? undefined : renderText("Signature", signature),
    buildElement("div", "buttons", replay),
  );
}

function renderAttempts(attempts: readonly AttemptView[]): AdminPageElement {
  const renderRow = (cell: "td" | "th", texts: readonly string[]): AdminPageElement =>
    buildElement("tr", "", ...texts.map((text) => buildElement(cell, "", text)));
  const rows = attempts.map(({ attempt, startedAt, duration, status, reason, responseExcerpt = "" }) =>
    renderRow("td", [
      String(attempt),
      formatDateTime(startedAt),
      status === undefined ? "none" : String(status),
      duration === undefined ? "" : `${duration} ms`,
      responseExcerpt === "" ? reason : `${reason}: ${formatJson(responseExcerpt)}`,
    ]),
  );
  const head = renderRow("th", ["", "Started", "Status", "Duration", "Result"]);
  return buildElement("table", "", buildElement("thead", "", head), buildElement("tbody", "", ...rows));
}

function renderEvent(event: EventView): AdminPageElement {
  const { deliveries, acknowledged, reasons } = event;
  const isUnsent = deliveries === 0;
  const label = isUnsent ? "nothing sent" : `${acknowledged} of ${deliveries} acknowledged`;
  const kind = acknowledged === deliveries ? "good" : reasons.length > 0 ? "warn" : "";
  return buildElement(
    "li",
    "plain",
    renderTime(event.createdAt),
    buildElement("span", "type", formatEventType(event.eventType)),
    setTitle(buildElement("span", "path", `order ${shortenUuids(event.orderId)}`), event.orderId),
    createChip(label, isUnsent ? "" : kind),
    reasons.length === 0 ? undefined : buildElement("span", "note after-time", shortenUuids(reasons.join("; "))),
  );
}

function renderTime(iso: string): AdminPageElement {
  return setTitle(buildElement("time", "time", iso.slice(11, 19)), formatDateTime(iso));
}

function setTitle(node: AdminPageElement, title: string): AdminPageElement {
  node.setAttribute("title", title);
  return node;
}

/** Formats ORDER_OPENED as "Order opened". */
function formatEventType(type: string): string {
  const words = type.toLowerCase().replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
