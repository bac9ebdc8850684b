import { describe, expect, test } from "vitest";
import { type FaultMatch, type FaultRule, isFaultMatch, shouldFail } from "../../../src/sandbox/faults/fault-rules.js";

const subject = { method: "PUT", path: "/businesses/b/orders/o", operationId: "recordOrder", businessId: "b" };

describe("a rule matches", () => {
  const cases: readonly (readonly [match: FaultMatch, isMatch: boolean])[] = [
    [{}, true],
    [{ method: "PUT" }, true],
    [{ method: "GET" }, false],
    [{ operationId: "recordOrder" }, true],
    [{ operationId: "getOrder" }, false],
    [{ businessId: "b" }, true],
    [{ businessId: "c" }, false],
    [{ path: "/businesses/b/orders/o" }, true],
    [{ path: "/businesses/b/orders" }, false],
    [{ path: "/businesses/*/orders/*" }, true],
    [{ path: "*/o" }, true],
    [{ path: "*/o*x" }, false],
    [{ path: "/businesses/*" }, true],
    [{ path: "*" }, true],
    [{ path: "/businesses/b/orders/o*o" }, false],
    [{ method: "PUT", path: "*", businessId: "c" }, false],
  ];
  test.each(cases)("%j: %s", (match, expected) => expect(isFaultMatch(match, subject)).toBe(expected));
});

describe("a rule decides", () => {
  const fired = (match: FaultMatch, count = 10, seed = "test"): number[] => {
    const rule: FaultRule = { id: "rule", match, do: { status: 500 } };
    return Array.from({ length: count }, (_, at) => at + 1).filter((seen) => shouldFail(rule, seen, seed));
  };
  const cases: readonly (readonly [match: FaultMatch, fired: readonly number[]])[] = [
    [{}, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    [{ nth: 3 }, [3]],
    [{ times: 2 }, [1, 2]],
    [{ nth: 3, times: 2 }, [3, 4]],
    [{ probability: 1, times: 1 }, [1]],
  ];
  test.each(cases)("%j at %j", (match, expected) => expect(fired(match)).toEqual(expected));

  test("with a probability fires that often, the same for the same seed, and at most `times`", () => {
    const often = fired({ probability: 0.3 }, 4000);
    expect(often.length).toBeGreaterThan(1100);
    expect(often.length).toBeLessThan(1300);
    expect(fired({ probability: 0.3 }, 4000)).toEqual(often);
    expect(fired({ probability: 0.3 }, 4000, "another")).not.toEqual(often);
    expect(fired({ probability: 0.3, times: 5 }, 4000)).toEqual(often.slice(0, 5));
    expect(fired({ probability: 0.3, times: 5, nth: 100 }, 4000)).toEqual(often.filter((at) => at >= 100).slice(0, 5));
  });
});
