import {
  type AdminPageElement,
  buildElement,
  createButton,
  createChip,
  createList,
  formatDateTime,
  getElement,
  handleClick,
  handleSubmit,
  shortenUuids,
} from "./dom.js";
import { type ClockView, type FaultView, type HookView, type Overview, requestAdmin } from "./request-admin.js";

const showPacks = createList<string>("packs", (name) => name, renderPack);
const showHooks = createList<HookView>("hooks", ({ id }) => id, renderHook);
const showFaults = createList<FaultView>("faults", ({ id }) => id, renderFault);

export function showControls({ clock, packs, hooks, faults }: Overview): void {
  showClock(clock);
  showPacks(["", ...packs]);
  showHooks(hooks);
  showFaults(faults);
}

export function setUpControls(): void {
  setUpClock();
  setUpFaults();
  setUpReset();
  handleClick("har", () => saveFile("requests.har", "sandbox.har"));
  handleClick("snapshot", () => saveFile("snapshot", "sandbox-snapshot.ndjson"));
  getElement("restore").addEventListener("change", async () => {
    const file = getElement("restore").files?.[0];
    if (file !== undefined) await requestAdmin("PUT", "snapshot", file);
    getElement("restore").value = "";
  });
}

const CLOCK_STEPS: readonly (readonly [label: string, by: string])[] = [
  ["+1 min", "PT1M"],
  ["+1 hour", "PT1H"],
  ["+1 day", "P1D"],
  ["+30 days", "P30D"],
];

let displayedClock: { readonly clock: ClockView; readonly since: number } | undefined;

function showClock(clock: ClockView): void {
  displayedClock = { clock, since: Date.now() };
  const isAdvancing = clock.state === "advancing";
  const isFrozen = clock.mode === "frozen";
  const mode = isFrozen ? "frozen" : Math.abs(clock.offset) < 1000 ? "real time" : "running";
  getElement("mode").textContent = isAdvancing ? "advancing" : mode;
  getElement("mode").className = isFrozen ? "chip warn" : "chip";
  getElement("clock-advance").hidden = !isAdvancing;
  const { to = "", left = 0 } = clock.advance ?? {};
  const progress = `Advancing to ${formatDateTime(to)}: ${left === 1 ? "1 delivery" : `${left} deliveries`} left.`;
  getElement("clock-progress").textContent = clock.advance === undefined ? "" : progress;
  getElement("clock-freeze").textContent = isFrozen ? "Resume" : "Freeze";
  updateClock();
}

function setUpClock(): void {
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const response = await requestAdmin(method, path, body);
    if (response !== undefined) showClock((await response.json()) as ClockView);
  };
  const change = (body: object): Promise<void> => send("PUT", "clock", body);
  handleClick("clock-cancel", () => send("DELETE", "clock/advance", {}));
  const steps = CLOCK_STEPS.map(([label, by]) => createButton(label, "", () => change({ mode: "advance", by })));
  getElement("clock-steps").append(...steps);
  handleClick("clock-freeze", () => change({ mode: displayedClock?.clock.mode === "frozen" ? "resume" : "freeze" }));
  handleClick("clock-real", () => change({ mode: "real" }));
  handleSubmit("clock-form", () => change({ mode: "set", time: getElement("clock-time").value.trim() }));
  setInterval(updateClock, 250);
}

/** Keeps the displayed time running between two updates from the server. */
function updateClock(): void {
  if (displayedClock === undefined) return;
  const { clock, since } = displayedClock;
  const time = Date.parse(clock.time) + (clock.mode === "frozen" ? 0 : Date.now() - since);
  const iso = new Date(time).toISOString();
  getElement("time").textContent = formatDateTime(iso);
  getElement("time").dateTime = iso;
}

function renderPack(name: string): AdminPageElement {
  const option = buildElement("option", "", name || "initial data");
  option.value = name;
  return option;
}

/** A reset needs a second click as confirmation, because it cannot be undone. */
function setUpReset(): void {
  const reset = getElement("reset");
  const cancel = (): void => {
    reset.textContent = "Reset";
    reset.className = "danger";
  };
  handleSubmit("reset-form", async () => {
    if (reset.textContent === "Reset") {
      reset.textContent = "Really?";
      reset.className = "danger sure";
      setTimeout(cancel, 4000);
      return;
    }
    cancel();
    const pack = getElement("packs-list").value;
    reset.disabled = true;
    await requestAdmin("POST", "reset", pack === "" ? {} : { pack });
    reset.disabled = false;
  });
}

async function saveFile(path: string, name: string): Promise<void> {
  const response = await requestAdmin("GET", path);
  if (response === undefined) return;
  const url = URL.createObjectURL(await response.blob());
  const link = buildElement("a", "");
  link.setAttribute("href", url);
  link.setAttribute("download", name);
  link.click();
  URL.revokeObjectURL(url);
}

function renderHook({ id, deliveryUrl, eventTypes, active, failingSince }: HookView): AdminPageElement {
  const change = createButton(active ? "Disable" : "Enable", "small", () =>
    requestAdmin("PATCH", `hooks/${id}`, { active: !active }),
  );
  const chip = createChip(active ? "Active" : "Inactive", active ? "good" : "bad");
  const failing = failingSince === undefined ? "" : `; failing since ${formatDateTime(failingSince)}`;
  const events = eventTypes.length === 0 ? "no events" : eventTypes.join(", ").toLowerCase().replaceAll("_", " ");
  return buildElement(
    "li",
    "plain",
    buildElement("span", "mono wrap", deliveryUrl),
    change,
    buildElement("span", "note", chip, ` ${events}${failing}`),
  );
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

function setUpFaults(): void {
  const form = getElement("fault-form");
  const field = (name: string): AdminPageElement => form.elements.namedItem(name) ?? form;
  field("effect").addEventListener("change", () => {
    const { isDelivery, effect } = parseEffect(field("effect").value);
    for (const name of ["method", "path"]) field(name).disabled = isDelivery;
    field("value").disabled = FLAG_EFFECTS.includes(effect);
    field("value").value = DEFAULT_VALUES[effect] ?? "";
  });
  handleSubmit("fault-form", () => {
    const { isDelivery, effect } = parseEffect(field("effect").value);
    const [method, path] = isDelivery ? ["", ""] : [field("method").value, field("path").value.trim()];
    const times = field("times").value.trim();
    const match = { ...(method && { method }), ...(path && { path }), ...(times && { times: Number(times) }) };
    const text = field("value").value.trim();
    const value = FLAG_EFFECTS.includes(effect) ? true : effect === "signature" ? text : Number(text);
    return requestAdmin("POST", "faults", { ...(isDelivery && { on: "deliveries" }), match, do: { [effect]: value } });
  });
}

function formatTarget(fault: FaultView): string {
  const match: Readonly<Record<string, string | number | undefined>> = fault.match;
  const { method = "Any method", path, operationId, businessId, eventType, hookId, orderId, attempt } = match;
  const ids = [operationId, eventType, businessId, hookId, orderId].filter((it) => it !== undefined);
  const others = ids.map((it) => shortenUuids(String(it)));
  if ("on" in fault)
    return ["Deliveries", ...others, ...(attempt === undefined ? [] : [`attempt ${attempt}`])].join(" ");
  return [method, path ?? (others.length === 0 ? "on any path" : ""), ...others].join(" ").replace("  ", " ");
}

function renderFault(fault: FaultView): AdminPageElement {
  const { id, match, do: action, seen } = fault;
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
    buildElement("span", "mono wrap", formatTarget(fault)),
    createButton("Remove", "small", () => requestAdmin("DELETE", `faults/${id}`)),
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
