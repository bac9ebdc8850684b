import { createButton, getElement } from "./dom.js";
import { formatDateTime } from "./format.js";
import type { ClockView } from "./overview.js";
import { requestAdmin } from "./request-admin.js";

const CLOCK_STEPS: readonly (readonly [label: string, by: string])[] = [
  ["+1 min", "PT1M"],
  ["+1 hour", "PT1H"],
  ["+1 day", "P1D"],
  ["+30 days", "P30D"],
];

let displayedClock: { readonly clock: ClockView; readonly since: number } | undefined;

export function showClock(clock: ClockView): void {
  displayedClock = { clock, since: Date.now() };
  const isAdvancing = clock.state === "advancing";
  const isFrozen = clock.mode === "frozen";
  const mode = isFrozen ? "frozen" : Math.abs(clock.offset) < 1000 ? "real time" : "running";
  getElement("mode").textContent = isAdvancing ? "advancing" : mode;
  getElement("mode").className = isFrozen ? "chip warn" : "chip";
  getElement("clock-advance").hidden = !isAdvancing;
  getElement("clock-progress").textContent = clock.advance === undefined ? "" : formatProgress(clock.advance);
  getElement("clock-freeze").textContent = isFrozen ? "Resume" : "Freeze";
  updateClock();
}

export function setUpClock(): void {
  const change = async (body: object): Promise<void> => {
    const response = await requestAdmin("PUT", "clock", body);
    if (response !== undefined) showClock((await response.json()) as ClockView);
  };
  getElement("clock-cancel").addEventListener("click", async () => {
    const response = await requestAdmin("DELETE", "clock/advance", {});
    if (response !== undefined) showClock((await response.json()) as ClockView);
  });
  const steps = CLOCK_STEPS.map(([label, by]) => createButton(label, "", () => void change({ mode: "advance", by })));
  getElement("clock-steps").append(...steps);
  getElement("clock-freeze").addEventListener("click", () => {
    void change({ mode: displayedClock?.clock.mode === "frozen" ? "resume" : "freeze" });
  });
  getElement("clock-real").addEventListener("click", () => void change({ mode: "real" }));
  getElement("clock-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void change({ mode: "set", time: getElement("clock-time").value.trim() });
  });
  setInterval(updateClock, 250);
}

function formatProgress({ to, left }: NonNullable<ClockView["advance"]>): string {
  return `Advancing to ${formatDateTime(to)}: ${left === 1 ? "1 delivery" : `${left} deliveries`} left.`;
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
