import { expect, test } from "vitest";
import { type ClockState, getClockMode, getDomainTime } from "../../../src/sandbox/context/domain-clock.js";

const cases: readonly (readonly [what: string, state: ClockState, realNow: number, time: number, mode: string])[] = [
  ["an unchanged one", { mode: "running", offset: 0 }, 5000, 5000, "running"],
  ["one that was set", { mode: "running", offset: -1000 }, 5000, 4000, "running"],
  ["one that stands", { mode: "frozen", at: 100 }, 5000, 100, "frozen"],
  ["one that is being taken to a later time", { mode: "frozen", at: 100, passingUntil: 6000 }, 5000, 100, "running"],
  ["one whose mover has died on the way", { mode: "frozen", at: 100, passingUntil: 4000 }, 5000, 1100, "running"],
];

test.each(cases)("%s", (_, state, realNow, time, mode) => {
  expect(getDomainTime(state, realNow)).toBe(time);
  expect(getClockMode(state)).toBe(mode);
});
