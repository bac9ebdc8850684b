import { ask } from "./ask.js";
import { button, byId, createList, make, type Node } from "./dom.js";
import type { FaultView } from "./view.js";
import { shortIds } from "./words.js";

const showList = createList<FaultView>("faults-list", ({ id }) => id, row);

export function showFaults(faults: readonly FaultView[]): void {
  showList(faults);
  byId("faults-empty").hidden = faults.length > 0;
}

/** Effects that have no value of their own are switched on. */
const SWITCHES: readonly string[] = ["reset", "dropResponseAfterCommit"];
const USUAL: Readonly<Record<string, string>> = { status: "500", delay: "3000", truncate: "20" };

export function startFaults(): void {
  const form = byId("fault-form");
  const field = (name: string): Node => form.elements.namedItem(name) ?? form;
  field("effect").addEventListener("change", () => {
    const effect = field("effect").value;
    field("value").disabled = SWITCHES.includes(effect);
    field("value").value = USUAL[effect] ?? "";
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
    const value = SWITCHES.includes(effect) ? true : Number(field("value").value);
    void ask("POST", "faults", { match, do: { [effect]: value } });
  });
}

function row({ id, match, do: action, seen }: FaultView): Node {
  const { method = "Any method", path, operationId, businessId, times, nth, probability } = match;
  const others = [operationId, businessId].filter((it) => it !== undefined).map((it) => shortIds(String(it)));
  const where = [method, path ?? (others.length === 0 ? "on any path" : ""), ...others].join(" ").replace("  ", " ");
  const bounds = [
    ...(nth === undefined ? [] : [`from request ${nth} on`]),
    ...(times === undefined ? [] : [`${times} times`]),
    ...(probability === undefined ? [] : [`${Math.round(Number(probability) * 100)} % of them`]),
    `${seen} met so far`,
  ];
  return make(
    "li",
    "plain",
    make("span", "mono wrap", where),
    button("Remove", "small", () => void ask("DELETE", `faults/${id}`)),
    make("span", "note", `${Object.entries(action).map(effectWords).join(", ")} (${bounds.join(", ")})`),
  );
}

function effectWords([name, value]: readonly [string, unknown]): string {
  const words: Readonly<Record<string, string>> = {
    status: `answers ${value}`,
    delay: `waits ${value} ms`,
    reset: "resets the connection",
    truncate: `cuts the body after ${value} bytes`,
    dropResponseAfterCommit: "does it and loses the answer",
    headers: "with headers",
    body: "with a body",
  };
  return words[name] ?? name;
}
