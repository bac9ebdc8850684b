/** A service that returns what it is sent, and workflows with every kind of step. */
import type { Service } from "./run-transcript.js";

export const ECHO_SPEC = `openapi: 3.1.0
info: { title: Echo, version: "1" }
paths:
  /echo/{id}:
    parameters:
      - { name: id, in: path, required: true, schema: { type: string } }
      - { name: q, in: query, schema: {} }
      - { name: status, in: query, schema: { type: integer } }
      - { name: X-A, in: header, schema: { type: string } }
    get: { operationId: read, responses: { default: { description: d, headers: { X-Count: { schema: { type: integer } } }, content: { application/json: { schema: {} } } } } }
    post: { operationId: write, requestBody: { content: { application/json: { schema: {} }, text/plain: { schema: { type: string } } } }, responses: { default: { description: d, headers: { X-Count: { schema: { type: integer } } }, content: { application/json: { schema: {} } } } } }
`;

/** The first `failures` requests get 503, and every request the status of its query. */
export function createEcho(failures: number): Service {
  let count = 0;
  return ({ method, path, query, headers, text, json }) => {
    count += 1;
    const given = Number(query.get("status") ?? 200);
    const body = {
      count,
      method,
      path,
      q: query.get("q"),
      a: headers["x-a"],
      text,
      json,
      items: [{ id: "x" }, { id: "y" }],
    };
    return { status: count <= failures ? 500 : given, body, headers: { "X-Count": String(count) } };
  };
}

const step = (stepId: string, more: object): object => ({
  stepId,
  operationId: "read",
  parameters: [at(stepId)],
  ...more,
});
const at = (value: unknown): object => ({ name: "id", in: "path", value });
const query = (name: string, value: unknown): object => ({ name, in: "query", value });
const ok = [{ condition: "$statusCode == 200" }];
const failing = query("status", 404);

const WORKFLOWS: Readonly<Record<string, object>> = {
  values: {
    inputs: { $ref: "#/components/inputs/All" },
    parameters: [query("q", "shared"), { name: "X-A", in: "header", value: "$inputs.byDefault" }],
    steps: [
      step("first", {
        outputs: { id: "$response.body#/items/1/id", count: "$response.header.X-Count", whole: "$response.body" },
      }),
      {
        stepId: "second",
        operationPath: "{$sourceDescriptions.echo.url}#/paths/~1echo~1{id}/post",
        parameters: [
          at("$steps.first.outputs.id"),
          query("q", "{$inputs.byExample}-{$method}"),
          { name: "X-A", in: "cookie", value: "c" },
        ],
        requestBody: {
          contentType: "application/json",
          payload: {
            a: "$inputs.byConst",
            list: ["$inputs.byEnum", "$inputs.absent", 1],
            gone: "$inputs.absent",
            deep: { b: 1 },
          },
          replacements: [
            { target: "/deep/b", value: "$steps.first.outputs.count" },
            { target: "/list/2", value: { c: 2 } },
            { target: "/new/x", value: 3 },
          ],
        },
      },
      {
        stepId: "text",
        operationId: "$sourceDescriptions.echo.write",
        parameters: [at("t")],
        requestBody: { contentType: "text/plain", payload: "plain {$steps.first.outputs.id}" },
      },
      {
        stepId: "template",
        operationId: "write",
        parameters: [at("j")],
        requestBody: { payload: '{"id": "{$steps.first.outputs.id}"}' },
      },
      { stepId: "broken", operationId: "write", parameters: [at("b")], requestBody: { payload: "{ not json" } },
      {
        stepId: "signed",
        operationId: "read",
        parameters: [at("s"), { name: "authorization", in: "header", value: "Own one" }],
      },
      {
        reference: "$components.none.x",
        stepId: "reused",
        operationId: "read",
        parameters: [at("r"), { reference: "$components.parameters.status", value: 201 }],
      },
    ],
    outputs: { last: "$steps.first.outputs.id" },
  },
  calls: {
    dependsOn: ["values"],
    steps: [
      step("before", { parameters: [at("$workflows.values.outputs.last")] }),
      {
        stepId: "call",
        workflowId: "called",
        parameters: [
          { name: "given", value: "$steps.before.outputs.none" },
          { name: "other", value: "o" },
        ],
        outputs: { got: "$outputs.seen" },
      },
      step("after", { parameters: [at("$steps.call.outputs.got")] }),
    ],
  },
  called: {
    inputs: { type: "object", properties: { given: { default: "g" }, other: {} } },
    steps: [step("inner", { parameters: [at("$inputs.other"), query("q", "$inputs.given")] })],
    outputs: { seen: "$response.body.items[0].id" },
  },
  goesOn: {
    steps: [
      step("a", {
        onSuccess: [{ name: "skip", type: "goto", stepId: "c", criteria: [{ condition: "$statusCode == 200" }] }],
      }),
      step("b", {}),
      step("c", {
        onSuccess: [
          { name: "no", type: "end", criteria: [{ condition: "$statusCode == 404" }] },
          { name: "yes", type: "end" },
        ],
      }),
      step("d", {}),
    ],
  },
  retries: {
    steps: [
      step("again", {
        parameters: [at("again"), failing],
        onFailure: [{ name: "r", type: "retry", retryAfter: 0, retryLimit: 2 }],
      }),
      step("never", {}),
    ],
  },
  retriesOnce: {
    steps: [
      step("start", {}),
      step("again", { parameters: [at("again"), failing], onFailure: [{ name: "r", type: "retry", stepId: "start" }] }),
    ],
  },
  handled: {
    steps: [
      step("fails", { parameters: [at("fails"), failing], onFailure: [{ name: "g", type: "goto", stepId: "end" }] }),
      step("between", {}),
      step("end", {}),
    ],
  },
  handledByWorkflow: {
    steps: [
      step("fails", {
        parameters: [at("fails"), failing],
        onFailure: [{ name: "g", type: "goto", workflowId: "called" }],
      }),
      step("between", {}),
    ],
  },
  unmet: {
    steps: [
      step("first", {
        successCriteria: [{ context: "$response.body", condition: "$.items[?@.id == 'z']", type: "jsonpath" }],
      }),
      step("second", {}),
    ],
  },
  unmetStatus: {
    failureActions: [{ name: "e", type: "end" }],
    steps: [step("first", { successCriteria: ok, parameters: [at("x"), failing] })],
  },
  plainFailure: { steps: [step("first", { parameters: [at("x"), failing] })] },
  accepted: {
    steps: [
      step("first", { parameters: [at("x"), failing], successCriteria: [{ condition: "$statusCode == 404" }] }),
      step("second", {}),
    ],
  },
};

export const ECHO_WORKFLOWS = JSON.stringify({
  arazzo: "1.0.1",
  info: { title: "t", version: "1" },
  sourceDescriptions: [{ name: "echo", url: "./echo.yaml", type: "openapi" }],
  workflows: Object.entries(WORKFLOWS).map(([workflowId, it]) => ({ workflowId, ...it })),
  components: {
    parameters: { status: query("status", 202) },
    inputs: {
      All: {
        type: "object",
        properties: {
          byDefault: { type: "string", default: "d" },
          byConst: { const: 5 },
          byExample: { examples: ["e", "f"] },
          byEnum: { enum: ["n", "m"] },
          absent: { type: "string" },
        },
      },
    },
  },
});
