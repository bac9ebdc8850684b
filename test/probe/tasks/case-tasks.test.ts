/** What is sent for a case, its verdict, and what is reported. */
import { expect, test } from "vitest";
import type { Operation } from "../../../src/document/index.js";
import {
  type CaseEdit,
  type CaseRequest,
  type ProbeCase,
  readWrittenBody,
} from "../../../src/probe/requests/probe-case.js";
import { RunEndedError } from "../../../src/probe/session/budget.js";
import { ProbeExchange } from "../../../src/probe/session/probe-exchange.js";
import { addServiceCheck, type ProbeRequest, type TaskSession } from "../../../src/probe/session/session.js";
import { type CaseTaskOptions, createCaseTask } from "../../../src/probe/tasks/case-tasks.js";
import { createExchange, createInlineContract, SPEC_START } from "../../check/inline-contract.js";

const { document, operations } = createInlineContract({
  "spec.yaml": `${SPEC_START}
  /a:
    get:
      operationId: read
      parameters:
        - { name: limit, in: query, schema: { type: integer, maximum: 9 } }
        - { name: cursor, in: query, schema: { type: string } }
        - { name: open, in: query, x-open-point: which, schema: { type: integer } }
        - { name: tags, in: query, schema: { type: array, items: { type: string } } }
        - { name: X-H, in: header, schema: { type: string } }
        - { name: size, in: query, description: "If it is no size, the response has a 422 status.", schema: { type: string, example: text } }
      responses: { "200": { description: d }, "401": { description: d } }
    post:
      operationId: write
      parameters: [{ name: limit, in: query, schema: { type: integer } }]
      requestBody: { content: { application/json: { schema: { type: object, required: [a] } } } }
      responses: { "200": { description: d } }
`,
});
const [read, write] = operations as readonly [Operation, Operation];
const EMPTY: CaseRequest = { path: {}, query: {}, header: {}, cookie: {} };
const LIMIT: CaseRequest = { ...EMPTY, query: { limit: 2 } };
const TEXT: CaseRequest = { ...EMPTY, query: { size: "text" }, header: { "X-H": "text" } };
const TAGS: CaseRequest = { ...EMPTY, query: { tags: ["text"] } };
const edit = (part: CaseEdit["part"], at: string): CaseEdit => ({ part, at, contract: "/paths", what: "w" });

type Given = Partial<ProbeCase> & { readonly hasSeed?: boolean };

/** The service cannot be reached any more. */
const END = -1;

/** Runs a case against a service whose statuses follow each other; the last one stays. */
async function run(
  { hasSeed = true, ...given }: Given,
  statuses: readonly number[],
  shrunk = new Map<string, number>(),
) {
  const operation = given.operation ?? read;
  const sent: string[] = [];
  const calls: string[] = [];
  const verdicts: string[] = [];
  const respond = (request: CaseRequest, status: number, own?: CaseEdit): ProbeExchange => {
    const responded = createExchange({ status, responseHeaders: [] });
    const exchange = status === 0 ? { ...responded, incomplete: "no response" } : responded;
    return new ProbeExchange({ document, operation, request, exchange, edit: own });
  };
  const session = addServiceCheck({
    send: async ({ request, edit: own, credentials, expect: wanted }: ProbeRequest) => {
      sent.push([JSON.stringify(request.query), own?.at ?? "-", wanted ?? "-", credentials ?? "-"].join(" "));
      const status = statuses[sent.length - 1] ?? statuses.at(-1) ?? 0;
      if (status === END) throw Object.assign(new RunEndedError("unreachable"), { calls });
      return respond(request, status, own);
    },
    report: ({ request }: ProbeExchange, finding: { code: string; property?: string } | undefined) => {
      const isBase = given.edit === limit && request === EMPTY;
      const of = isBase ? " of the base" : given.edit === limit && finding?.property === undefined ? " at times" : "";
      const body = readWrittenBody(request);
      if (finding !== undefined) calls.push(`${finding.code}${of}${body === null ? "" : ` ${JSON.stringify(body)}`}`);
    },
    discard: ({ request }: ProbeExchange) => calls.push(`drop ${JSON.stringify(request.query)}`),
  } as unknown as TaskSession);
  const seed = hasSeed ? { request: EMPTY, accepted: respond(EMPTY, 200) } : undefined;
  const options = { document, seeds: { get: () => seed }, count: (it: string) => verdicts.push(it), shrunk };
  const it = {
    ...{ id: "c", phase: "negatives", operation, method: operation.method, request: LIMIT },
    expect: "accepted",
    ...given,
  };
  const task = createCaseTask(options as unknown as CaseTaskOptions, it as ProbeCase);
  await task.run(session);
  return { sent, calls, verdict: verdicts.join() };
}

const OWN = '{"limit":2} limit';
const REPEATED = [`${OWN} accepted -`, "{} - - -", `${OWN} accepted -`, "{} - - -"];
const limit = edit("query", "limit");

test.each<[name: string, given: Given, statuses: readonly number[], calls: readonly string[], verdict: string]>([
  ["accepted", {}, [200], [], "handled"],
  ["failed without a seed", { hasSeed: false }, [500], ["exchange.request.failed"], "broke"],
  ["redirected", {}, [399], [], "handled"],
  ["open", { expect: "open" }, [200], [], "open"],
  ["open and rejected", { expect: "open" }, [400], [], "open"],
  ["refused", { expect: "refused", edit: limit }, [400], [], "handled"],
  ["refused, accepted", { expect: "refused" }, [399], [], "accepted-invalid"],
  ["without credentials", { credentials: "none" }, [200], ["exchange.security.unchecked"], "accepted-invalid"],
  ["without credentials, rejected", { credentials: "none" }, [401], [], "handled"],
  ["wrong credentials", { edit: edit("security", "wrong") }, [403], ["exchange.security.unchecked"], "handled"],
  ["without credentials or seed", { credentials: "none", hasSeed: false }, [200], [], "accepted-invalid"],
  ["another method without credentials", { credentials: "none", method: "PUT" }, [200], [], "accepted-invalid"],
  ["rejected without an edit", {}, [400], [], "open"],
  ["rejected path", { edit: edit("path", "id") }, [400], [], "open"],
  ["rejected cursor", { edit: edit("query", "cursor") }, [400], [], "open"],
  ["rejected open question", { edit: edit("query", "open") }, [400], [], "open"],
  ["rejected text without an example", { edit: edit("header", "X-H"), request: TEXT }, [400], [], "open"],
  ["rejected texts without an example", { edit: edit("query", "tags"), request: TAGS }, [400], [], "open"],
  ["rejected item without an example", { edit: edit("query", "tags/0"), request: TAGS }, [400], [], "open"],
  ["rejected as described", { edit: edit("query", "size"), request: TEXT }, [422], [], "open"],
  ["rejected write", { operation: write, edit: limit }, [400], [], "open"],
  ["rejected without a seed", { edit: limit, hasSeed: false }, [400], [], "open"],
  ["not found", { edit: limit }, [404], [], "open"],
  ["inexact", { edit: limit, request: { ...EMPTY, query: { limit: 2 ** 53 } } }, [400], [], "open"],
  ["inexact, negative", { edit: limit, request: { ...EMPTY, query: { limit: -(2 ** 53) } } }, [400], [], "open"],
])("%s: one request", async (_, given, statuses, calls, verdict) => {
  const { sent, ...found } = await run(given, statuses, new Map([["read", 4]]));
  expect({ ...found, count: sent.length }).toEqual({ calls, verdict, count: 1 });
});

test.each<[name: string, given: Given, statuses: readonly number[], calls: readonly string[], verdict: string]>([
  ["query", { edit: limit }, [400, 200, 422, 200], ["exchange.valid.rejected", 'drop {"limit":2}'], "rejected-valid"],
  ["rejected once", { edit: limit }, [400, 200, 200, 200], [], "open"],
  ["always", { edit: limit }, [400, 400, 400, 400], [], "open"],
  ["later", { edit: limit }, [400, 200, 400, 400], [], "open"],
])("a rejected valid value is sent again between accepted requests: %s", async (_, given, statuses, calls, verdict) => {
  expect(await run(given, statuses)).toEqual({ sent: REPEATED, calls, verdict });
});

test("a text of an example, or another text, has to be accepted", async () => {
  expect((await run({ edit: edit("query", "size"), request: TEXT }, [400, 200])).sent).toHaveLength(4);
  const tags = { ...EMPTY, query: { tags: ["texts"] } };
  expect((await run({ edit: edit("query", "tags/0"), request: tags }, [400, 200])).sent).toHaveLength(4);
  const other = { ...TEXT, header: { "X-H": "texts" } };
  expect((await run({ edit: edit("header", "X-H"), request: other }, [400, 200])).sent).toHaveLength(4);
});

test.each<[edit: CaseEdit, operation: Operation, isRepeated: boolean]>([
  [edit("header", "X-H"), read, true],
  [edit("content-type", ""), write, true],
  [edit("cookie", "limit"), read, false],
  [edit("body", "/a"), read, false],
])("%j", async (own, operation, isRepeated) => {
  const { sent, verdict } = await run({ edit: own, operation }, [400, 200, 400, 200]);
  expect([sent.length, verdict]).toEqual(isRepeated ? [4, "rejected-valid"] : [1, "open"]);
});

test("a finding is shown with the smallest request, for a few cases of an operation", async () => {
  const other = { edit: edit("header", "X-H"), expect: "refused" } as const;
  const shrunk = new Map<string, number>();
  const first = await run(other, [500, 500, 200], shrunk);
  expect(first).toEqual({
    sent: ['{"limit":2} X-H refused -', "{} X-H refused -", "{} - - -", "{} X-H refused -"],
    calls: ['drop {"limit":2}', "drop {}", "drop {}", "exchange.request.failed"],
    verdict: "broke",
  });
  const different = await run(other, [500, 503, 200, 500], shrunk);
  expect(different.calls).toEqual(["drop {}", "drop {}", 'drop {"limit":2}', "exchange.request.failed"]);
  expect((await run(other, [399], shrunk)).sent.length).toBe(2);
  expect((await run(other, [400], shrunk)).sent.length).toBe(1);
  expect((await run({ ...other, credentials: "none" }, [500], shrunk)).sent.length).toBe(2);
  expect((await run({ ...other, method: "PUT" }, [500], shrunk)).sent.length).toBe(2);
  expect((await run({ ...other, edit: edit("security", "x") }, [500], shrunk)).sent.length).toBe(2);
  expect([...shrunk]).toEqual([["read", 3]]);
  expect((await run({ ...other, expect: "open" }, [500], shrunk)).sent.length).toBe(3);
  expect((await run(other, [500], shrunk)).sent.length).toBe(2);
});

const FAILED = "exchange.request.failed";
const MISSING = "exchange.response.missing";

const DROPPED = 'drop {"limit":2}';

test.each<[name: string, statuses: readonly number[], calls: readonly string[]]>([
  ["fails, but not without the edit", [500, 200, 500], ["drop {}", DROPPED, FAILED]],
  ["fails, and is rejected later", [500, 200, 409], ["drop {}", DROPPED, FAILED]],
  ["fails once", [500, 200, 200], ["drop {}", DROPPED, `${FAILED} at times`]],
  ["fails with and without the edit", [500, 500], [DROPPED, `${FAILED} of the base`]],
  ["gets no response, but does without the edit", [0, 200], ["drop {}", MISSING]],
  ["never gets a response", [0, 0], [DROPPED, `${MISSING} of the base`]],
  ["gets no response, and fails without the edit", [0, 500], [DROPPED, `${FAILED} of the base`]],
])("a case %s: what is sent and reported", async (_, statuses, calls) => {
  const { sent, ...found } = await run({ edit: limit }, statuses, new Map([["read", 4]]));
  expect(sent).toEqual([`${OWN} accepted -`, "{} - - -", `${OWN} accepted -`].slice(0, statuses.length));
  expect(found).toEqual({ calls, verdict: "broke" });
});

test.each<[name: string, at: string, statuses: readonly number[], body: string]>([
  ["a property, without which it fails", "/b", [500, 200, 500, 500], '{"a":1}'],
  ["a property, without which it is accepted", "/b", [500, 200, 500, 200], '{"a":1,"b":2}'],
  ["a property that is required", "/a", [500, 200, 500], '{"a":1,"b":2}'],
  ["the whole body", "", [500, 200, 500], '{"a":1,"b":2}'],
])("the body is reported that fails because of %s", async (_, at, statuses, body) => {
  const request = { ...EMPTY, body: { contentType: "application/json", value: { a: 1, b: 2 } } };
  const given = { edit: edit("body", at), operation: write, request };
  const { sent, calls } = await run(given, statuses, new Map([["write", 4]]));
  expect([sent.length, calls.at(-1)]).toEqual([statuses.length, `${FAILED} ${body}`]);
});

test("a case that ends the service is reported, although the request that it differs from cannot be sent", async () => {
  const { calls } = await run({ edit: limit }, [0, END], new Map([["read", 4]])).catch((error) => error);
  expect(calls).toEqual([MISSING]);
});
