import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createHookSlots, type HookSlots, type HookTurn } from "../../../src/sandbox/deliveries/hook-slots.js";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const names = (count: number): string[] => Array.from({ length: count }, (_, number) => `hook ${number}`);
const count = (turns: readonly HookTurn[]): number => turns.reduce((sum, turn) => sum + turn.count, 0);

/** Starts what a queue may send now. Returns how to end it. */
function startAll(slots: HookSlots, hooks: readonly string[], queue: "healthy" | "failing" = "healthy") {
  const turns = slots.takeTurns(queue, hooks);
  return turns.flatMap(({ hookId, count: attempts }) =>
    Array.from({ length: attempts }, () => slots.start(hookId, queue)),
  );
}

test("a hook starts with four deliveries at a time, and each acknowledgement allows one more, up to 64", () => {
  const slots = createHookSlots();
  const atOnce = Array.from({ length: 7 }, () => {
    const ends = startAll(slots, ["hook"]);
    for (const end of ends) end(true);
    return ends.length;
  });
  expect(atOnce).toEqual([4, 8, 16, 32, 64, 64, 64]);
  expect(count(slots.takeTurns("failing", ["hook"]))).toBe(1);
});

test("a failure leaves a hook one at a time, after a pause that doubles up to a second", () => {
  const slots = createHookSlots();
  for (let round = 0; round < 3; round += 1) for (const end of startAll(slots, ["hook"])) end(true);
  const pauses = Array.from({ length: 8 }, () => {
    const [first, ...others] = startAll(slots, ["hook"]);
    first?.(false);
    for (const end of others) end(undefined);
    const from = Date.now();
    while (slots.takeTurns("healthy", ["hook"]).length === 0 && Date.now() < from + 5000) vi.advanceTimersByTime(1);
    expect(count(slots.takeTurns("healthy", ["hook"]))).toBe(1);
    return Date.now() - from;
  });
  expect(pauses).toEqual([20, 40, 80, 160, 320, 640, 1000, 1000]);
  startAll(slots, ["hook"])[0]?.(true);
  expect(count(slots.takeTurns("healthy", ["hook"]))).toBe(2);
});

test("an attempt that is not sent changes neither the limit nor the pause", () => {
  const slots = createHookSlots();
  for (const end of startAll(slots, ["hook"])) end(undefined);
  expect(count(slots.takeTurns("healthy", ["hook"]))).toBe(4);
});

test.each([
  ["healthy", 256, 64],
  ["failing", 16, 16],
] as const)("the %s hooks have %d slots, which slow listeners do not keep", (queue, free, served) => {
  const onFree = vi.fn();
  const slots = createHookSlots(onFree);
  const hooks = names(1000);
  expect(startAll(slots, hooks, queue)).toHaveLength(free);
  expect(slots.hasFree(queue)).toBe(false);
  vi.advanceTimersByTime(249);
  expect([slots.hasFree(queue), onFree.mock.calls.length]).toEqual([false, 0]);
  vi.advanceTimersByTime(1);
  expect([slots.hasFree(queue), onFree.mock.calls.length]).toEqual([true, free]);
  // Others get the slots, but not the hooks that have not responded.
  expect(slots.takeTurns(queue, hooks.slice(0, served))).toEqual([]);
  expect(startAll(slots, hooks, queue)).toHaveLength(free);
  // At most 768 wait for their listeners.
  for (let round = 0; round < 60; round += 1) {
    vi.advanceTimersByTime(250);
    startAll(slots, hooks, queue);
  }
  expect(slots.hasFree(queue)).toBe(false);
});

test("hooks that were served longest ago come first", () => {
  const slots = createHookSlots();
  const hooks = names(72);
  const first = slots.takeTurns("healthy", hooks).map(({ hookId }) => hookId);
  const second = slots.takeTurns("healthy", hooks).map(({ hookId }) => hookId);
  expect(first).toEqual(hooks.slice(0, 64));
  expect(second).toEqual([...hooks.slice(64), ...hooks.slice(0, 56)]);
});
