import { describe, expect, test } from "vitest";
import { listOperations, loadDocument } from "../../../src/document/index.js";
import { parseFaultRule } from "../../../src/sandbox/admin/fault-routes.js";
import { Refusal } from "../../../src/sandbox/context/request-context.js";
import { type FaultMatch, type FaultRule, isFaultMatch, shouldFail } from "../../../src/sandbox/faults/fault-rules.js";

const OPERATIONS = listOperations(loadDocument("spec/openapi.yaml")).filter(({ kind }) => kind === "path");
const IDS = OPERATIONS.map(({ id }) => id).join(", ");
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

describe("a rule is accepted", () => {
  const cases: readonly unknown[] = [
    { do: { status: 503, headers: { "Retry-After": "2" }, body: { message: "later" } } },
    { match: { method: "put", nth: 2 }, do: { dropResponseAfterCommit: true } },
    { match: {}, do: { delay: 100, truncate: 0 } },
    { match: { probability: 0.5, times: 3 }, do: { reset: true } },
    { match: { operationId: "recordOrder", method: "put" }, do: { reset: true } },
    { match: { operationId: "getOrder", method: "HEAD" }, do: { reset: true } },
  ];
  test.each(cases)("%j", (rule) =>
    expect(parseFaultRule(rule, OPERATIONS)).toMatchObject({ do: (rule as FaultRule).do }),
  );
});

describe("a rule is rejected", () => {
  const cases: readonly (readonly [rule: unknown, reason: string])[] = [
    [[], "a fault rule must be an object: { match, do }"],
    [{}, "`do` must be an object with some of delay, status, headers, body, reset, truncate, dropResponseAfterCommit"],
    [{ do: {} }, "`do` must have delay or one of status, reset, truncate, dropResponseAfterCommit"],
    [
      { do: { status: 500, reset: true } },
      "`do` has status and reset, but a request can end in one way only; pass one of them",
    ],
    [{ do: { status: 600 } }, "`do.status` must be an integer from 200 to 599"],
    [{ do: { status: "500" } }, "`do.status` must be an integer from 200 to 599"],
    [{ do: { reset: false } }, "`do.reset` must be true"],
    [{ do: { delay: -1 } }, "`do.delay` must be an integer from 0 to 60000"],
    [{ do: { delay: 1, body: "" } }, "`do.headers` and `do.body` require `do.status`"],
    [{ do: { status: 204, body: "" } }, "a response with status 204 has no body; omit `do.body`"],
    [
      { do: { status: 500, headers: { "X-A": "a\r\nSet-Cookie: b" } } },
      "`do.headers` must be an object of header names and values, without Content-Length, Transfer-Encoding and Connection",
    ],
    [
      { do: { status: 500, headers: { "Content-Length": "1" } } },
      "`do.headers` must be an object of header names and values, without Content-Length, Transfer-Encoding and Connection",
    ],
    [{ match: { nth: 0 }, do: { delay: 1 } }, "`match.nth` must be an integer from 1 to 1000000000"],
    [{ match: { probability: 0 }, do: { delay: 1 } }, "`match.probability` must be a number above 0 and at most 1"],
    [{ match: { path: "orders" }, do: { delay: 1 } }, "`match.path` must be a path such as /businesses/*/orders"],
    [
      { match: { verb: "PUT" }, do: { delay: 1 } },
      '`match` has the unknown member "verb"; expected method, path, operationId, businessId, nth, times, probability',
    ],
    [{ match: { operationId: "nope" }, do: { delay: 1 } }, `\`match.operationId\` is "nope"; expected one of ${IDS}`],
    [
      { match: { operationId: "onOrderOpened" }, do: { delay: 1 } },
      `\`match.operationId\` is "onOrderOpened"; expected one of ${IDS}`,
    ],
    [
      { match: { operationId: "recordOrder", method: "get" }, do: { delay: 1 } },
      "`match` can match no request: recordOrder has the method PUT, not GET",
    ],
    [{ rule: {}, do: { delay: 1 } }, 'the rule has the unknown member "rule"; expected on, match, do'],
  ];
  test.each(cases)("%j", (rule, reason) =>
    expect(() => parseFaultRule(rule, OPERATIONS)).toThrow(new Refusal(400, "INVALID_FAULT", reason)),
  );
});
