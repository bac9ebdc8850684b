import { ask } from "./ask.js";
import { byId, chip, createList, make, type Node, opening } from "./dom.js";
import type { MessageView, RequestDetail, RequestView } from "./view.js";
import { counted, dayAndTime, indented, pathOf, shortIds, timeOfDay } from "./words.js";

const show = createList<RequestView>("requests-list", ({ id }) => String(id), row);

export function showRequests(requests: readonly RequestView[]): void {
  show(requests);
  byId("requests-empty").hidden = requests.length > 0;
  byId("requests-count").textContent = counted(requests.length);
}

function row(request: RequestView): Node {
  const time = make("time", "time", timeOfDay(request.at));
  time.setAttribute("title", dayAndTime(request.at));
  const path = make("span", "path", shortIds(pathOf(request.url)));
  path.setAttribute("title", pathOf(request.url));
  const mark = request.fault === undefined ? (request.replayed === true ? "replayed" : undefined) : "fault rule";
  return make(
    "li",
    "",
    opening(
      [
        time,
        make("span", "method", request.method),
        path,
        make(
          "span",
          "marks",
          ...(mark === undefined ? [] : [chip(mark, request.fault === undefined ? "" : "warn"), " "]),
          statusChip(request),
        ),
        make("span", "number", `${request.duration} ms`),
      ],
      () => detail(request),
    ),
  );
}

function statusChip({ status, incomplete }: RequestView): Node {
  if (incomplete !== undefined || status === 0) return chip("no answer", "bad");
  return chip(String(status), status < 300 ? "good" : status < 500 ? "warn" : "bad");
}

function detail({ id, operationId = "an operation that the contract does not have", ...request }: RequestView): Node {
  const { incomplete, duration } = request;
  const panel = make("div", "detail", make("p", "hint", "loading"));
  ask("GET", `requests/${id}`).then(async (response) => {
    if (response === undefined) return panel.replaceChildren("It is not in the log any more.");
    const { request, response: answer } = (await response.json()) as RequestDetail;
    panel.replaceChildren(
      make("p", "hint", `${operationId}, ${duration} ms${incomplete === undefined ? "" : `; ${incomplete}`}`),
      message("Request", request),
      message("Answer", answer),
    );
  });
  return panel;
}

function message(title: string, { headers, body }: MessageView): Node {
  const lines = headers.map(([name, value]) => `${name}: ${value}`).join("\n");
  return make(
    "div",
    "",
    make("h3", "", title),
    make("pre", "", lines + (body === undefined ? "" : `\n\n${indented(body)}`)),
  );
}
