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
const FLAG_EFFECTS: readonly string[] = ["reset", "dropResponseAfterCommit"];
const DEFAULT_VALUES: Readonly<Record<string, string>> = { status: "500", delay: "3000", truncate: "20" };

export function setUpFaults(): void {
  const form = getElement("fault-form");
  const field = (name: string): AdminPageElement => form.elements.namedItem(name) ?? form;
  field("effect").addEventListener("change", () => {
    const effect = field("effect").value;
    field("value").disabled = FLAG_EFFECTS.includes(effect);
    field("value").value = DEFAULT_VALUES[effect] ?? "";
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [method, path, effect] = [field("method").value, field("path").value.trim(), field("effect").value];
    const times = field("times").value.trim();
    const match = {
      ...(method === "" ? {} : { method }),
      ...(path === "" ? {} : { path }),
      ...(times === "" ? {} : { times: Number(times) }),
    };
    const value = FLAG_EFFECTS.includes(effect) ? true : Number(field("value").value);
    void requestAdmin("POST", "faults", { match, do: { [effect]: value } });
  });
}

function renderFault({ id, match, do: action, seen }: FaultView): AdminPageElement {
  const { method = "Any method", path, operationId, businessId, times, nth, probability } = match;
  const others = [operationId, businessId].filter((it) => it !== undefined).map((it) => shortenUuids(String(it)));
  const where = [method, path ?? (others.length === 0 ? "on any path" : ""), ...others].join(" ").replace("  ", " ");
  const bounds = [
    ...(nth === undefined ? [] : [`from request ${nth}`]),
    ...(times === undefined ? [] : [`${times} times`]),
    ...(probability === undefined ? [] : [`${Math.round(Number(probability) * 100)} % of requests`]),
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
    headers: "with headers",
    body: "with a body",
  };
  return labels[name] ?? name;
}
