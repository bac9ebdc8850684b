/** Random requests: what is sent, and which failure is reported. */
import { expect, test } from "vitest";
import type { Operation } from "../../src/document/index.js";
import type { CaseRequest } from "../../src/probe/requests/probe-case.js";
import { createRandomTasks } from "../../src/probe/run-probe.js";
import { ProbeExchange } from "../../src/probe/session/probe-exchange.js";
import { addServiceCheck, type TaskSession } from "../../src/probe/session/session.js";
import { createExchange, createSmallContract } from "../check/inline-contract.js";

const EMPTY: CaseRequest = { path: {}, query: {}, header: {}, cookie: {} };

/** Runs the random requests against a service that fails when a limit is at least this. */
async function runRandom(failsFrom: number) {
  const contract = createSmallContract(
    `{ operationId: a, parameters: [{ name: limit, in: query, schema: { type: integer, minimum: 1, maximum: 100 } }],
       responses: { "200": { description: d } } }`,
  );
  const [operation] = contract.operations as readonly [Operation];
  const sent: number[] = [];
  const reports: unknown[] = [];
  let discarded = 0;
  const response = (request: CaseRequest): ProbeExchange => {
    const limit = Number(request.query.limit ?? 1);
    sent.push(limit);
    const exchange = createExchange({
      url: `https://a.example/a?limit=${limit}`,
      status: limit >= failsFrom ? 500 : 200,
      responseHeaders: [],
    });
    return new ProbeExchange({ document: contract.document, operation, request, exchange });
  };
  const seeds = {
    tasks: [],
    lastTasks: [],
    firstOperations: [],
    get: () => ({ request: EMPTY, accepted: response({ ...EMPTY, query: { limit: 1 } }) }),
  };
  const session = addServiceCheck({
    send: async ({ request }: { request: CaseRequest }) => response(request),
    report: ({ request }: ProbeExchange, found: { code: string }) => void reports.push([request.query, found.code]),
    discard: () => {
      discarded += 1;
    },
  } as unknown as TaskSession);
  const tasks = createRandomTasks([operation], { contract, seeds, seed: 1, runs: 40 });
  for (const task of tasks) await task.run(session);
  const none = createRandomTasks([operation], {
    contract,
    seeds: { tasks: [], lastTasks: [], firstOperations: [], get: () => undefined },
    seed: 1,
    runs: 1,
  });
  return { ids: tasks.map(({ id }) => id), none, sent, reports, discarded };
}

test("of failing random requests the smallest is reported, and the others are dropped", async () => {
  const { ids, none, sent, reports, discarded } = await runRandom(50);
  expect([ids, none]).toEqual([["random/a"], []]);
  expect(reports).toEqual([[{ limit: 50 }, "exchange.request.failed"]]);
  expect(discarded).toBe(sent.slice(1).filter((limit) => limit >= 50).length - 1);
  expect((await runRandom(50)).sent).toEqual(sent);
});

test("accepted random requests are sent the given number of times, without findings", async () => {
  const { sent, reports, discarded } = await runRandom(101);
  expect([sent.length, reports, discarded]).toEqual([41, [], 0]);
});
