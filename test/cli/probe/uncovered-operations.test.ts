/** What the probe says of operations whose requests were all rejected, and what it suggests. */

import { expect, test } from "vitest";
import { explainUnreachedOperations, reportUncoveredOperations } from "../../../src/cli/probe/probe-target.js";

const helpTexts = {
  ...{ baseUrl: "BASE", credentials: "CREDENTIALS", parameters: "PARAMETERS", rate: "RATE" },
  server: (variable: string) => `SERVER ${variable}`,
};
const operation = (id: string, url?: string) => ({
  id,
  servers: url === undefined ? [] : [{ url, variables: { x: { default: "" } } }],
});
const unaccepted = (id: string, statuses: number[], names: string[] = []) => ({
  operation: operation(id),
  statuses,
  names,
});

type Given = {
  readonly accepted?: number;
  readonly acceptedSecured?: number;
  readonly unaccepted?: object[];
  readonly hasRejections?: boolean;
  readonly requests?: number;
  readonly endReason?: string;
  readonly unexecuted?: object[];
  readonly unreachable?: object[];
  readonly unseenEvents?: object[];
  readonly hasCredentials?: boolean;
};

function report({ hasCredentials = false, ...given }: Given) {
  const { accepted = 0, acceptedSecured = 0, unaccepted: group = [], hasRejections = false, ...rest } = given;
  const acceptance = { accepted, acceptedSecured, unaccepted: group, hasRejections };
  const result = {
    acceptance,
    unexecuted: [],
    unreachable: [],
    unseenEvents: [],
    unregistrableEvents: [],
    requests: 9,
    ...rest,
  } as never;
  const added: unknown[] = [];
  const tally = { addUnacceptedOperations: (it: unknown) => added.push(it) } as never;
  const context = { source: "s", hasCredentials, parameters: { known: ["1"] }, helpTexts };
  return { reason: reportUncoveredOperations(result, context, tally), added };
}

test.each<[given: Given, reason: string | undefined]>([
  [{ accepted: 1 }, undefined],
  [{ requests: 0 }, "no request was sent"],
  [{ requests: 0, endReason: "stopped" }, undefined],
  [{}, "none of 9 requests was accepted or rejected for its content"],
  [{ hasRejections: true }, undefined],
  [
    { unaccepted: [unaccepted("a", [401])] },
    "none of 9 requests was accepted (401): no credentials given; CREDENTIALS",
  ],
  [
    { unaccepted: [unaccepted("a", [401])], hasCredentials: true },
    "none of 9 requests was accepted (401): the credentials were rejected; CREDENTIALS",
  ],
  [
    { unaccepted: [unaccepted("a", [404, 405])] },
    "none of 9 requests was accepted (404, 405): the service has none of the paths of the spec; BASE",
  ],
  [
    { unaccepted: [unaccepted("a", [308, 301]), unaccepted("b", [302, 303, 307])] },
    "none of 9 requests was accepted (301, 302, 303, 307, 308): every response is a redirect; BASE",
  ],
  [
    { unaccepted: [unaccepted("a", [429, 503])] },
    "none of 9 requests was accepted (429, 503): too many requests; RATE",
  ],
  [{ unaccepted: [unaccepted("a", [500, 0])] }, "none of 9 requests was accepted (no response, 500)"],
  [{ unaccepted: [unaccepted("a", [404, 400])] }, "none of 9 requests was accepted (400, 404): PARAMETERS"],
  [
    { unaccepted: [unaccepted("a", [499], ["known", "id"])] },
    "none of 9 requests was accepted (499): PARAMETERS, such as id",
  ],
])("%j: %s", (given, reason) => {
  expect(report(given)).toEqual({ reason, added: [] });
});

test.each<[accepted: number, acceptedSecured: number, statuses: number[], reason: string | undefined]>([
  [
    1,
    0,
    [401],
    "none of 1 operations that need credentials accepted a request (401): no credentials given; CREDENTIALS",
  ],
  [2, 1, [401], undefined],
  [1, 0, [404], undefined],
])("%d accepted, %d of them with credentials, others %j: %s", (accepted, acceptedSecured, statuses, reason) => {
  expect(report({ accepted, acceptedSecured, unaccepted: [unaccepted("a", statuses)] }).reason).toBe(reason);
});

test("operations that need the same input are reported together", () => {
  const { reason, added } = report({
    accepted: 1,
    unaccepted: [unaccepted("a", [404]), unaccepted("b", [404, 400]), unaccepted("c", [429]), unaccepted("d", [500])],
    unexecuted: [
      { operation: operation("e"), reason: "r" },
      { operation: operation("f"), reason: "r" },
    ],
    unreachable: [operation("g", "{x}/y"), operation("h", "{x}/z"), operation("i", "a{x}"), operation("j")],
    unseenEvents: [operation("k")],
  });
  expect(reason).toBeUndefined();
  const source = "s";
  expect(added).toEqual([
    { source, operations: ["g", "h"], reason: "not probed because their server is unknown: SERVER x" },
    { source, operations: ["i", "j"], reason: "not probed because their server is unknown: SERVER " },
    { source, operations: ["e", "f"], reason: "not probed: r" },
    {
      ...{ source, operations: ["k"] },
      reason: "no delivery came: the service sent none, or is not on this machine",
    },
    { source, operations: ["a", "b"], reason: "no request was accepted (400, 404): PARAMETERS" },
    { source, operations: ["c"], reason: "no request was accepted (429): too many requests; RATE" },
    { source, operations: ["d"], reason: "no request was accepted (500)" },
  ]);
  expect(explainUnreachedOperations([], helpTexts)).toEqual([]);
});
