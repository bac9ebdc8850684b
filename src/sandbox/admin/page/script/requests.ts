import { type AdminPageElement, buildElement, createChip, createDetails, createList, getElement } from "./dom.js";
import {
  formatCount,
  formatDateTime,
  formatJson,
  formatPathAndQuery,
  formatTimeOfDay,
  shortenUuids,
} from "./format.js";
import type { MessageView, RequestDetail, RequestView } from "./overview.js";
import { requestAdmin } from "./request-admin.js";

const updateRequests = createList<RequestView>("requests-list", ({ id }) => String(id), renderRequest);

export function showRequests(requests: readonly RequestView[]): void {
  updateRequests(requests);
  getElement("requests-empty").hidden = requests.length > 0;
  getElement("requests-count").textContent = formatCount(requests.length);
}

function renderRequest(request: RequestView): AdminPageElement {
  const time = buildElement("time", "time", formatTimeOfDay(request.at));
  time.setAttribute("title", formatDateTime(request.at));
  const path = buildElement("span", "path", shortenUuids(formatPathAndQuery(request.url)));
  path.setAttribute("title", formatPathAndQuery(request.url));
  const mark = chooseMark(request);
  return buildElement(
    "li",
    "",
    createDetails(
      [
        time,
        buildElement("span", "method", request.method),
        path,
        buildElement(
          "span",
          "marks",
          ...(mark === undefined ? [] : [createChip(mark, mark === "replayed" ? "" : "warn"), " "]),
          renderStatus(request),
        ),
        buildElement("span", "number", `${request.duration} ms`),
      ],
      () => renderRequestDetail(request),
    ),
  );
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

function renderRequestDetail({
  id,
  operationId = "no operation in the spec",
  ...request
}: RequestView): AdminPageElement {
  const { incomplete, duration, warning } = request;
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
  return buildElement(
    "div",
    "",
    buildElement("h3", "", title),
    buildElement("pre", "", lines + (body === undefined ? "" : `\n\n${formatJson(body)}`)),
  );
}
