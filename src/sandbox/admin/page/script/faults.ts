import { type AdminPageElement, buildElement, createButton, createList, getElement } from "./dom.js";
import { shortenUuids } from "./format.js";
import type { FaultView } from "./overview.js";
import { requestAdmin } from "./request-admin.js";

const updateFaults = createList<FaultView>("faults-list", ({ id }) => id, renderFault);

export function showFaults(faults: readonly FaultView[]): void {
  updateFaults(faults);
  getElement("faults-empty").hidden = faults.length > 0;
}

/** Effects without a value; they are set to true. */
const FLAG_EFFECTS: readonly string[] = ["reset", "dropResponseAfterCommit", "reorder", "drop", "dropResponse"];
const DEFAULT_VALUES: Readonly<Record<string, string>> = {
  ...{ status: "500", delay: "3000", truncate: "20" },
  ...{ duplicate: "1", signature: "wrong" },
};

/** Splits the value of an option, such as `status` or `deliveries drop`. */
function parseEffect(value: string): { readonly isDelivery: boolean; readonly effect: string } {
  const [first = "", second] = value.split(" ");
  return { isDelivery: second !== undefined, effect: second ?? first };
}

export function setUpFaults(): void {
  const form = getElement("fault-form");
  const field = (name: string): AdminPageElement => form.elements.namedItem(name) ?? form;
  field("effect").addEventListener("change", () => {
    const { isDelivery, effect } = parseEffect(field("effect").value);
    for (const name of ["method", "path"]) field(name).disabled = isDelivery;
    field("value").disabled = FLAG_EFFECTS.includes(effect);
    field("value").value = DEFAULT_VALUES[effect] ?? "";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const { isDelivery, effect } = parseEffect(field("effect").value);
    const [method, path] = isDelivery ? ["", ""] : [field("method").value, field("path").value.trim()];
    const times = field("times").value.trim();
    const match = {
      ...(method === "" ? {} : { method }),
      ...(path === "" ? {} : { path }),
      ...(times === "" ? {} : { times: Number(times) }),
    };
    const text = field("value").value.trim();
    const value = FLAG_EFFECTS.includes(effect) ? true : effect === "signature" ? text : Number(text);
    void requestAdmin("POST", "faults", { ...(isDelivery && { on: "deliveries" }), match, do: { [effect]: value } });
  });
}

function formatTarget({ on, match }: FaultView): string {
  const { method = "Any method", path, operationId, businessId, eventType, hookId, orderId, attempt } = match;
  const ids = [operationId, eventType, businessId, hookId, orderId].filter((it) => it !== undefined);
  const others = ids.map((it) => shortenUuids(String(it)));
  if (on === "deliveries")
    return ["Deliveries", ...others, ...(attempt === undefined ? [] : [`attempt ${attempt}`])].join(" ");
  return [method, path ?? (others.length === 0 ? "on any path" : ""), ...others].join(" ").replace("  ", " ");
}

function renderFault(fault: FaultView): AdminPageElement {
  const { id, match, do: action, seen } = fault;
  const where = formatTarget(fault);
  const { times, nth, probability } = match;
  const bounds = [
    ...(nth === undefined ? [] : [`from match ${nth}`]),
    ...(times === undefined ? [] : [`${times} times`]),
    ...(probability === undefined ? [] : [`${Math.round(Number(probability) * 100)} % of matches`]),
    `${seen} matched so far`,
  ];
  return buildElement(
    "li",
    "plain",
    buildElement("span", "mono wrap", where),
    createButton("Remove", "small", () => void requestAdmin("DELETE", `faults/${id}`)),
    buildElement("span", "note", `${Object.entries(action).map(formatEffect).join(", ")} (${bounds.join(", ")})`),
  );
}

function formatEffect([name, value]: readonly [string, unknown]): string {
  const labels: Readonly<Record<string, string>> = {
    status: `responds with ${value}`,
    delay: `waits ${value} ms`,
    reset: "resets the connection",
    truncate: `truncates the body after ${value} bytes`,
    dropResponseAfterCommit: "drops the response after the commit",
    duplicate: `sends ${value} more`,
    reorder: "sends after the next delivery",
    drop: "sends nothing",
    dropResponse: "drops the response",
    signature: `sends ${value === "missing" ? "no" : `a ${value === "old" ? "former" : "wrong"}`} signature`,
    headers: "with headers",
    body: "with a body",
  };
  return labels[name] ?? name;
}
