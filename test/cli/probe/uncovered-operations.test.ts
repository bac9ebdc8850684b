/** What the probe says of operations whose requests were all rejected, and what it suggests. */

import { expect, test } from "vitest";
import {
  explainUnreachedOperations,
  explainWrongSetup,
  reportUncoveredOperations,
} from "../../../src/cli/probe/probe-target.js";

const helpTexts = {
  ...{ baseUrl: "BASE", parameters: "PARAMETERS", rate: "RATE", withoutCredentials: "; WITHOUT" },
  credentials: (forms: string) => `CREDENTIALS ${forms}`,
  server: (variable: string) => `SERVER ${variable}`,
};
const operation = (id: string, url?: string) => ({
  id,
  security: [],
  servers: url === undefined ? [] : [{ url, variables: { x: { default: "" } } }],
});
const unaccepted = (id: string, statuses: number[], names: string[] = []) => ({
  operation: operation(id),
  statuses,
  names,
});

type Given = {
  readonly accepted?: number;
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
  const { accepted = 0, unaccepted: group = [], hasRejections = false, ...rest } = given;
  const acceptance = { accepted, unaccepted: group, hasRejections };
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
    "none of 9 requests was accepted (401): no credentials given; CREDENTIALS bearer:TOKEN, basic:USER:PASSWORD or header:NAME=VALUE (the spec names no scheme)",
  ],
  [
    { unaccepted: [unaccepted("a", [401])], hasCredentials: true },
    "none of 9 requests was accepted (401): the credentials were rejected; CREDENTIALS bearer:TOKEN, basic:USER:PASSWORD or header:NAME=VALUE (the spec names no scheme)",
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
    "none of 9 requests was accepted (429, 503): the service is busy or not ready; RATE",
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

const scheme = (name: string, value: object) => [{ name, scopes: [], scheme: { value } }];
const KEY = scheme("apiKey", { type: "apiKey", in: "header", name: "X-Key" });
const TLS = scheme("tls", { type: "mutualTLS" });

test.each<[what: string, statuses: number[], security: object[], isGiven: boolean, reason: string]>([
  ["a key", [401], [KEY], false, "no credentials given; CREDENTIALS header:X-Key=VALUE (apiKey); WITHOUT"],
  ["another key", [401, 403], [KEY], true, "the credentials were rejected; CREDENTIALS header:X-Key=VALUE (apiKey)"],
  [
    "a key with a certificate",
    [401],
    [[...KEY, ...TLS]],
    true,
    "the credentials were rejected; the spec needs several at once, or a certificate: give them with getCredentials of a hooks module",
  ],
  ["another base URL", [404], [KEY], false, "the service has none of the paths of the spec; BASE"],
  ["the base URL of the pages", [200, 405], [KEY], false, "the service has none of the paths of the spec; BASE"],
  ["time", [0, 502, 504], [KEY], false, "the service is busy or not ready; RATE"],
])("a wrong setup needs %s", (_, statuses, security, hasCredentials, reason) => {
  const rejected = [{ ...unaccepted("a", statuses), operation: { ...operation("a"), security } }] as never;
  const context = { source: "s", hasCredentials, parameters: {}, helpTexts };
  const shown = explainWrongSetup({ rejected, asked: 2 }, context);
  expect(shown.replace(/^1 of 2 operations rejected every request \([^)]*\): /, "")).toBe(reason);
});

test("operations that need the same input are reported together", () => {
  const { reason, added } = report({
    accepted: 1,
    unaccepted: [
      ...[unaccepted("a", [400]), unaccepted("b", [404, 400]), unaccepted("c", [429])],
      ...[unaccepted("d", [500]), unaccepted("l", [404, 405])],
    ],
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
    { source, operations: ["c"], reason: "no request was accepted (429): the service is busy or not ready; RATE" },
    { source, operations: ["d"], reason: "no request was accepted (500)" },
    { source, operations: ["l"], reason: "no request was accepted (404, 405): the service has no such path" },
  ]);
  expect(explainUnreachedOperations([], helpTexts)).toEqual([]);
});
