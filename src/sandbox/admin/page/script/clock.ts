import { ask } from "./ask.js";
import { button, byId } from "./dom.js";
import type { ClockView } from "./view.js";
import { dayAndTime } from "./words.js";

const STEPS: readonly (readonly [words: string, by: string])[] = [
  ["+1 min", "PT1M"],
  ["+1 hour", "PT1H"],
  ["+1 day", "P1D"],
  ["+30 days", "P30D"],
];

let shown: { readonly clock: ClockView; readonly since: number } | undefined;

export function showClock(clock: ClockView): void {
  shown = { clock, since: Date.now() };
  const isFrozen = clock.mode === "frozen";
  byId("mode").textContent = isFrozen ? "frozen" : Math.abs(clock.offset) < 1000 ? "real time" : "running";
  byId("mode").className = isFrozen ? "chip warn" : "chip";
  byId("clock-freeze").textContent = isFrozen ? "Resume" : "Freeze";
  tick();
}

export function startClock(): void {
  const change = async (body: object): Promise<void> => {
    const response = await ask("PUT", "clock", body);
    if (response !== undefined) showClock((await response.json()) as ClockView);
  };
  const steps = STEPS.map(([words, by]) => button(words, "", () => void change({ mode: "advance", by })));
  byId("clock-steps").append(...steps);
  byId("clock-freeze").addEventListener("click", () => {
    void change({ mode: shown?.clock.mode === "frozen" ? "resume" : "freeze" });
  });
  byId("clock-real").addEventListener("click", () => void change({ mode: "real" }));
  byId("clock-form").addEventListener("submit", (event) => {
    event.preventDefault();
    void change({ mode: "set", time: byId("clock-time").value.trim() });
  });
  setInterval(tick, 250);
}

/** Between two reports of the clock the page counts on by itself. */
function tick(): void {
  if (shown === undefined) return;
  const { clock, since } = shown;
  const time = Date.parse(clock.time) + (clock.mode === "frozen" ? 0 : Date.now() - since);
  const iso = new Date(time).toISOString();
  byId("time").textContent = dayAndTime(iso);
  byId("time").dateTime = iso;
}
