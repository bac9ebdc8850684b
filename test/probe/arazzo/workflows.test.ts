/** Workflows of an example of the Arazzo repository, run against a service, and of documents that cannot run. */

import { createServer } from "node:http";
import { join } from "node:path";
import express from "express";
import { expect, test } from "vitest";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { serveForTest } from "../../serve.js";

const MATERIAL = "test/material/Arazzo-Specification";

async function start(app: express.Express): Promise<string> {
  return serveForTest(createServer(app));
}

function createPetStore(coupon: string): { readonly app: express.Express; readonly orders: unknown[] } {
  const orders: unknown[] = [];
  const app = express();
  app.use(express.json());
  const pet = { id: 7, name: "Rex", photoUrls: ["p"] };
  app.get("/pet/findByTags", (_, response) => void response.json([pet]));
  app.get("/pet/findByStatus", (_, response) => void response.json([pet]));
  app.get(
    "/pet/:id/coupons",
    (request, response) => void response.json({ id: Number(request.params.id), couponCode: coupon }),
  );
  app.post("/store/order", (request, response) => {
    orders.push(request.body);
    if (request.body.couponCode === "expired") response.status(405).end();
    else response.json({ id: 41, petId: request.body.petId });
  });
  return { app, orders };
}

async function runPetWorkflow(url: string, workflow: string) {
  return runContract([
    ...["probe", url, "--spec", `${MATERIAL}/pet-coupons.openapi.json`, "--auth", "bearer:t"],
    ...["--arazzo", `${MATERIAL}/pet-coupons.arazzo.yaml`, "--param", "my_pet_tags=puppy"],
    ...["--case", `stateful/arazzo/${workflow}`, "--format", "json", "--quiet"],
  ]);
}

const readFindings = (stdout: string): string[] =>
  (JSON.parse(stdout) as { findings: { code: string; level: string; message: string }[] }).findings.flatMap(
    ({ code, level, message }) => (level === "error" ? [`${code}: ${message}`] : []),
  );

test("steps pass outputs to each other and to another workflow", async () => {
  const { app, orders } = createPetStore("save10");
  const { stdout } = await runPetWorkflow(await start(app), "apply-coupon");
  expect(orders.at(-1)).toEqual({ petId: 7, couponCode: "save10", status: "placed", complete: false });
  expect(readFindings(stdout).filter((it) => it.startsWith("exchange."))).toEqual([]);
});

test("a step whose criterion is not met is a finding", async () => {
  const { app } = createPetStore("expired");
  const { stdout, code } = await runPetWorkflow(await start(app), "apply-coupon");
  expect(readFindings(stdout)).toContain(
    'exchange.workflow.failed: workflow place-order, step place-order: "$statusCode == 200" is not met (status 405)',
  );
  expect(code).not.toBe(0);
});

const SPEC = `openapi: 3.1.0
info: { title: Jobs, version: "1" }
paths:
  /jobs: { post: { operationId: createJob, responses: { "201": { description: d } } } }
  /jobs/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    get: { operationId: getJob, responses: { "200": { description: d, content: { application/json: {} } }, "404": { description: d } } }
`;
const writeWorkflow = (steps: string, rest = ""): string => `arazzo: 1.1.0
info: { title: t, version: "1" }
sourceDescriptions: [{ name: jobs, url: ./openapi.yaml, type: openapi }, { name: events, url: ./events.yaml, type: asyncapi }]
workflows:
  - workflowId: wait
${rest}    steps:
${steps}`;
const CREATE = `      - stepId: create
        operationId: $sourceDescriptions.jobs.createJob
        outputs: { id: $response.header.Location }
`;
const poll = (limit: number): string => `      - stepId: poll
        operationPath: "{$sourceDescriptions.jobs.url}#/paths/~1jobs~1{id}/get"
        parameters: [{ name: id, in: path, value: $steps.create.outputs.id }]
        successCriteria: [{ context: $response.body, condition: "$[?@.state == 'done']", type: jsonpath }]
        onFailure: [{ name: again, type: retry, retryLimit: ${limit}, retryAfter: 0, criteria: [{ condition: $statusCode == 200 }] }]
`;

async function runWorkflow(workflow: string, ...args: readonly string[]) {
  const paths: string[] = [];
  const app = express();
  app.use((request, _, next) => {
    paths.push(`${request.method} ${request.path}`);
    next();
  });
  app.post("/jobs", (_, response) => void response.status(201).location("j1").end());
  app.get("/jobs/:id", (_, response) => {
    const state = paths.filter((it) => it === "GET /jobs/j1").length > 2 ? "done" : "busy";
    response.json([{ state }]);
  });
  const folder = createFolder({ "openapi.yaml": SPEC, "flow.yaml": workflow });
  const url = await start(app);
  const result = await runContract([
    ...["probe", url, "--spec", join(folder, "openapi.yaml"), "--arazzo", join(folder, "flow.yaml")],
    ...["--case", "stateful/arazzo/wait", "--format", "json", "--quiet", ...args],
  ]);
  return { ...result, paths };
}

test("a failed step is repeated up to retryLimit", async () => {
  const { paths, stdout } = await runWorkflow(writeWorkflow(CREATE + poll(2)));
  expect(paths.slice(-4)).toEqual(["POST /jobs", "GET /jobs/j1", "GET /jobs/j1", "GET /jobs/j1"]);
  expect(readFindings(stdout)).toEqual([]);
  const once = await runWorkflow(writeWorkflow(CREATE + poll(1)));
  expect(readFindings(once.stdout)).toEqual([
    `exchange.workflow.failed: workflow wait, step poll: "$[?@.state == 'done']" on $response.body is not met (status 200)`,
  ]);
});

test("goto goes on with another step, and end stops", async () => {
  const first = CREATE.replace("outputs:", "onSuccess: [{ name: on, type: goto, stepId: last }]\n        outputs:");
  const last = CREATE.replace("create", "last").replace(
    "outputs:",
    "onSuccess: [{ name: stop, type: end }]\n        outputs:",
  );
  const { paths, code } = await runWorkflow(writeWorkflow(first + poll(1) + last + poll(1).replace("poll", "after")));
  expect(paths.slice(-2)).toEqual(["POST /jobs", "POST /jobs"]);
  expect(code).toBe(0);
});

const HANDLED = "{ name: on, type: goto, workflowId: after, criteria: [{ condition: $statusCode == 201 }] }";
const AFTER = "  - workflowId: after\n    steps: [{ stepId: last, operationId: $sourceDescriptions.jobs.createJob }]\n";
test.each([
  ["goto with a workflow", HANDLED, 0],
  ["goto with a workflow for another failure", HANDLED.replace("201", "404"), 1],
  ["end with criteria", "{ name: on, type: end, criteria: [{ condition: $statusCode == 201 }] }", 0],
  ["end", "{ name: on, type: end }", 1],
])("a failure with the action %s", async (_, action, count) => {
  const failing = CREATE.replace(
    "outputs:",
    `successCriteria: [{ condition: $statusCode == 200 }]\n        onFailure: [${action}]\n        outputs:`,
  );
  const { stdout } = await runWorkflow(writeWorkflow(failing) + AFTER);
  expect(readFindings(stdout).length).toBe(count);
});

test.each<[string, string, string]>([
  [
    "AsyncAPI",
    "      - { stepId: s, operationId: $sourceDescriptions.events.sent }\n",
    "step s: AsyncAPI steps cannot be run",
  ],
  [
    "a channel",
    "      - { stepId: s, channelPath: '{$sourceDescriptions.events.url}#/channels/a' }\n",
    "step s: AsyncAPI steps cannot be run",
  ],
  [
    "an unknown operation",
    "      - { stepId: s, operationId: nothing }\n",
    "step s: the spec has no operation nothing",
  ],
  ["no operation", "      - { stepId: s }\n", 'step s: expected "operationId", "operationPath" or "workflowId"'],
  [
    "XPath",
    "      - { stepId: s, operationId: createJob, successCriteria: [{ condition: /a, context: $response.body, type: xpath }] }\n",
    "step s: XPath is not supported",
  ],
  ["an unknown workflow", "      - { stepId: s, workflowId: nothing }\n", "the file has no workflow nothing"],
])("%s is refused before the first request", async (_, step, message) => {
  const { code, stderr, paths } = await runWorkflow(writeWorkflow(step));
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/flow\.yaml:\d+:\d+/);
  expect([code, paths]).toEqual([2, []]);
});

test("an input without a value is refused, and --param gives one", async () => {
  const inputs = "    inputs: { type: object, required: [job], properties: { job: { type: string } } }\n";
  const step = CREATE.replace("createJob", "getJob\n        parameters: [{ name: id, in: path, value: $inputs.job }]");
  const without = await runWorkflow(writeWorkflow(step, inputs));
  expect(without.stderr).toContain("workflow wait: the input job has no value; give --param job=VALUE");
  const { paths } = await runWorkflow(writeWorkflow(step, inputs), "--param", "job=j9");
  expect(paths.at(-1)).toBe("GET /jobs/j9");
});
