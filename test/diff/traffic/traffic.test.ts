/** Breaking changes weighed by recorded traffic: the planted consumers are found, and no others. */
import { join } from "node:path";
import { expect, test } from "vitest";
import type { DiffFinding } from "../../../src/diff/index.js";
import type { JsonObject } from "../../../src/document/index.js";
import { createFolder, runContract } from "../../cli/run-contract.js";
import { edited } from "../case.js";
import { createPlantedHar, createPlantedTraffic, HASHED_PERSON, NEW_SPEC_EDIT, OLD_SPEC } from "./planted-traffic.js";
import { getWeightKey } from "./weight-key.js";

type Weight = {
  readonly basis: string;
  readonly of: number;
  readonly exchanges: number;
  readonly consumers: readonly { readonly name: string | null; readonly exchanges: number }[];
  readonly firstSeen?: string;
  readonly lastSeen?: string;
};
type Report = {
  readonly summary: { readonly traffic: Readonly<Record<string, number>> };
  readonly findings: readonly (DiffFinding & { readonly traffic?: Weight })[];
};

const COUNT = 400;
const planted = createPlantedTraffic(COUNT);

function createFiles(lines: readonly string[] = planted.lines): (name: string) => string {
  const folder = createFolder({
    "old.json": JSON.stringify(OLD_SPEC),
    "new.json": JSON.stringify(edited(OLD_SPEC as unknown as JsonObject, NEW_SPEC_EDIT)),
    "traffic.ndjson": `${lines.join("\n")}\n`,
    "traffic.har": createPlantedHar(lines),
  });
  return (name) => join(folder, name);
}

async function weigh(args: readonly string[], lines?: readonly string[], recording = "traffic.ndjson") {
  const at = createFiles(lines);
  const command = ["diff", at("old.json"), at("new.json"), "--traffic", at(recording), "--quiet", ...args];
  return runContract(command);
}

test.each(["traffic.ndjson", "traffic.har"])(
  "each change has exactly the planted exchanges and consumers: %s",
  async (recording) => {
    const args = ["--format", "json", "--consumer", "header:X-Client-Id"];
    const { stdout } = await weigh(args, planted.lines, recording);
    const report = JSON.parse(stdout) as Report;
    const found = new Map(
      report.findings.flatMap((it) => {
        const { traffic } = it;
        if (traffic === undefined || traffic.exchanges === 0) return [];
        const consumers = new Map(traffic.consumers.map(({ name, exchanges }) => [name, exchanges]));
        const { exchanges, firstSeen, lastSeen } = traffic;
        return [[getWeightKey(it), { exchanges, consumers, firstSeen, lastSeen }] as const];
      }),
    );
    expect(found).toEqual(planted.expected);
    const unseen = report.findings.filter(({ traffic }) => traffic?.exchanges === 0).map(getWeightKey);
    expect(unseen.sort()).toEqual(["operation.removed getLegacy", "request.bounds.narrowed page"]);
    const { exchanges, unexplained, consumers } = report.summary.traffic;
    expect({ exchanges, unexplained, consumers }).toEqual({ exchanges: COUNT, unexplained: 0, consumers: 9 });
  },
);

test("the text report says who is hit, and what is not seen", async () => {
  const { stdout } = await weigh(["--consumer", "header:x-client-id"]);
  expect(stdout).toMatch(
    /the new spec refuses \d+ of \d+ exchanges of deleteOrder, first 2026-01-31T\S+, last 2026-01-31T/,
  );
  expect(stdout).toMatch(/consumers: .*shop-web \(\d+\)/);
  expect(stdout).toContain(HASHED_PERSON);
  expect(stdout).not.toContain("someone@");
  expect(stdout).toContain("not seen in 0 exchanges of its operations");
  expect(stdout).toMatch(/not seen in \d\d+ exchanges of its operations/);
  expect(stdout).toContain("Traffic: 400 exchanges; 9 consumers; ");
});

const quietLine = planted.lines.find((line) => line.includes("limit=20")) ?? "";
const brokenLine = planted.lines.find((line) => line.includes("limit=80")) ?? "";
/** The same request, refused by the service: it is not broken by the change. */
const refusedLine = brokenLine.replace('"status":200', '"status":400');

test.each([
  ["a break that no exchange shows", ["--fail-on", "seen"], [quietLine], 0],
  ["a break that one exchange shows", ["--fail-on", "seen"], [quietLine, brokenLine], 1],
  ["fewer exchanges than the threshold", ["--fail-on", "seen", "--min-exchanges", "2"], [quietLine, brokenLine], 0],
  ["as many exchanges", ["--fail-on", "seen", "--min-exchanges", "2"], [brokenLine, brokenLine], 1],
  ["any break, without seen", [], [quietLine], 1],
  ["traffic of another service", ["--fail-on", "seen"], [quietLine.replaceAll("shop.example", "other.example")], 2],
  ["a request that was refused before", ["--fail-on", "seen"], [quietLine, refusedLine], 0],
])("--fail-on: %s", async (_, args, lines, code) => {
  expect((await weigh(args, lines)).code).toBe(code);
});

test.each([
  [
    "refused",
    [quietLine, refusedLine],
    "not seen in 2 exchanges of its operations (1 left out: the service refused it with 4xx)",
  ],
  ["not refused", [quietLine, quietLine], "not seen in 2 exchanges of its operations\n"],
])("the report says how many requests were %s", async (_, lines, text) => {
  expect((await weigh([], lines)).stdout).toContain(text);
});

test.each([
  ["--fail-on seen", ["--fail-on", "seen"]],
  ["--consumer", ["--consumer", "user-agent"]],
  ["--min-exchanges", ["--min-exchanges", "2"]],
])("%s needs recordings", async (name, args) => {
  const at = createFiles();
  const { code, stderr } = await runContract(["diff", at("old.json"), at("new.json"), ...args]);
  expect([code, stderr]).toEqual([2, `contract diff: ${name} needs recordings: add --traffic recordings/\n`]);
});

const SHOWN = "/paths/~1a/get/responses/200";
const STATES = `${SHOWN}/content/application~1json/schema`;
const object = { type: "object", additionalProperties: false, properties: { state: { enum: ["on"] }, id: {} } };
const RECEIVING: JsonObject = {
  openapi: "3.1.0",
  info: { title: "T", version: "1" },
  servers: [{ url: "https://shop.example" }],
  paths: {
    "/a": {
      get: {
        operationId: "getA",
        responses: {
          200: {
            description: "d",
            headers: { "X-Id": { required: true, schema: { type: "string" } } },
            content: {
              "application/json": { schema: object },
              "text/csv": { schema: { type: "string", maxLength: 5 } },
            },
          },
        },
      },
    },
  },
};
const enumAdded = { set: { [`${STATES}/properties/state/enum`]: ["on", "off"] } };
const headerRemoved = { remove: [`${SHOWN}/headers/X-Id`] };
const csvLonger = { set: { [`${SHOWN}/content/text~1csv/schema/maxLength`]: 9 } };
const JSON_TYPE = ["content-type", "application/json"];
const on = { headers: [JSON_TYPE], body: { json: { state: "on" } } };

/** A recording shows whether clients receive the part that changes, not what only the new service sends. */
test.each<[string, Parameters<typeof edited>[1], object, string, number]>([
  ["an enum grows, and the property is there", enumAdded, on, "clients receive /state in 1 of 1 exchange of getA", 1],
  ["the property is missing", enumAdded, { ...on, body: { json: { id: 1 } } }, "not seen in 1 exchange", 0],
  [
    "the body is missing",
    enumAdded,
    { headers: [JSON_TYPE] },
    "clients may receive /state in 1 of 1 exchange of getA",
    1,
  ],
  [
    "a status is new",
    { set: { "/paths/~1a/get/responses/202": { description: "d" } } },
    on,
    "clients may receive this part in 1 of 1 exchange of getA, which the recording does not show",
    1,
  ],
  [
    "a property is new in a closed object",
    { set: { [`${STATES}/properties/more`]: { type: "string" } } },
    on,
    "clients may receive /more in 1 of 1 exchange of getA, which the recording does not show",
    1,
  ],
  ["a header goes", headerRemoved, { headers: [["x-id", "1"]] }, "clients receive this part in 1 of 1 exchange", 1],
  ["the header is missing", headerRemoved, { headers: [["x-is", "1"]] }, "not seen in 1 exchange", 0],
  [
    "a media type changes",
    csvLonger,
    { headers: [["content-type", "text/csv"]] },
    "clients receive this part in 1 of",
    1,
  ],
  ["the response has another one", csvLonger, on, "not seen in 1 exchange", 0],
])("what a response shows: %s", async (_, edit, response, text, code) => {
  const folder = createFolder({
    "old.json": JSON.stringify(RECEIVING),
    "new.json": JSON.stringify(edited(RECEIVING, edit)),
    "a.ndjson": `${JSON.stringify({ request: { method: "GET", url: "https://shop.example/a" }, response: { status: 200, ...response } })}\n`,
  });
  const [old, next, recording] = ["old.json", "new.json", "a.ndjson"].map((it) => join(folder, it)) as [
    string,
    string,
    string,
  ];
  const result = await runContract(["diff", old, next, "--traffic", recording, "--fail-on", "seen"]);
  expect(result.stdout).toContain(text);
  expect(result.code).toBe(code);
});
