import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createExampleRecording } from "../scripts/build/examples/example-recording.js";
import { createMockRecording } from "../scripts/build/examples/mock-recording.js";
import { createContract, type ExchangeResult } from "../src/check/index.js";
import { loadDocument } from "../src/document/index.js";
import { type Exchange, openRecording, readHar } from "../src/recording/index.js";

/** Tests of the recordings that `npm run gate` checks: they are up to date, they pass, and every edit to them is caught. */

const SPEC = "spec/openapi.yaml";
const document = loadDocument(SPEC);
const contract = createContract(document);
const operations = contract.operations.filter(({ kind }) => kind === "path");
const examples = await read("examples");
const mock = await read("mock");
const checked = [...examples, ...mock].map((exchange) => ({ exchange, ...contract.check(exchange) }));

async function read(name: string): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  for await (const batch of readHar(openRecording(pathOf(name)))) {
    for (const reading of batch) {
      if (reading.kind === "unreadable") throw new Error(reading.unreadable.reason);
      exchanges.push(reading.exchange);
    }
  }
  return exchanges;
}

function pathOf(name: string): string {
  return join(import.meta.dirname, "traffic", `${name}.har`);
}
const text = (name: string): string => readFileSync(pathOf(name), "utf8");

test("examples.har matches the examples of the spec; if not, run: npm run long record", () => {
  expect(text("examples")).toBe(createExampleRecording(document));
});

test("mock.har matches calls to the mock; if not, run: npm run long record", async () => {
  expect(text("mock")).toBe(await createMockRecording(SPEC));
});

test("every exchange passes, without drift", () => {
  const others = checked.filter(({ verdict, findings }) => verdict !== "passed" || findings.length > 0);
  expect(others.map(({ exchange, findings, reasons }) => ({ url: exchange.request.url, findings, reasons }))).toEqual(
    [],
  );
});

test("every documented success is seen in both recordings", () => {
  const seen = (from: readonly Exchange[]): string[] =>
    checked.flatMap(({ exchange, operation }) =>
      from.includes(exchange) && exchange.response.status < 300 ? [`${operation?.id} ${exchange.response.status}`] : [],
    );
  const documented = operations.flatMap(({ id, responses }) =>
    responses.filter(({ status }) => status.startsWith("2")).map(({ status }) => `${id} ${status}`),
  );
  expect(documented).toHaveLength(13);
  for (const from of [examples, mock]) expect([...new Set(seen(from))].sort()).toEqual([...documented].sort());
});

test("requests that the mock rejects are invalid for the checker, if they were accepted", () => {
  const refused = checked.filter(({ exchange }) => mock.includes(exchange) && exchange.response.status >= 400);
  const accepted = refused.map(({ exchange, operation }) => {
    const good = checked.find((it) => it.operation?.id === operation?.id && it.exchange.response.status < 300);
    return contract.check({ ...exchange, response: good?.exchange.response ?? exchange.response });
  });
  expect(accepted.filter(({ findings }) => !findings.some(({ code }) => code.startsWith("request.")))).toEqual([]);
  expect(refused.length).toBeGreaterThan(20);
});

test("no secret is left", () => {
  expect(text("examples") + text("mock")).not.toMatch(/eyJ|correct horse|a-long-random/);
});

test.each(operations.map(({ id }) => id))("a wrong type anywhere in a response is found: %s", (id) => {
  const escaped = checked
    .filter(({ operation, exchange }) => operation?.id === id && exchange.response.status < 300)
    .flatMap(({ exchange }) => [...spoilt(exchange)])
    .filter(([, result]) => result.verdict !== "failed")
    .map(([place]) => place);
  expect(escaped.filter((place) => !OPEN.test(place))).toEqual([]);
});

/** The open question `processor-emv-tags`: the types of these values are unknown. */
const OPEN = /\/processorResponse\/emvTags\/[^/]*$/;

/** Returns one exchange per value of the response, with that value changed to another type. */
function* spoilt(exchange: Exchange): Iterable<readonly [place: string, ExchangeResult]> {
  const { body } = exchange.response;
  const root: unknown[] = [JSON.parse(body.kind === "text" ? body.text : "null")];
  for (const { holder, key, place } of [...places(root)]) {
    const value = holder[key];
    holder[key] = wrong(value);
    const edited = { ...exchange.response, body: { kind: "text", text: JSON.stringify(root[0]) } as const };
    yield [place, contract.check({ ...exchange, response: edited })];
    holder[key] = value;
  }
}

type Holder = Record<string, unknown>;

function* places(value: unknown, at = ""): Iterable<{ holder: Holder; key: string; place: string }> {
  if (typeof value !== "object" || value === null) return;
  const holder = value as Holder;
  for (const key of Object.keys(holder)) {
    const place = Array.isArray(value) ? `${at}[]` : `${at}/${key}`;
    if (holder[key] !== null) yield { holder, key, place };
    yield* places(holder[key], place);
  }
}

function wrong(value: unknown): unknown {
  if (typeof value === "string") return 17;
  return Array.isArray(value) ? {} : "seventeen";
}
