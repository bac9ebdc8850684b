/** What the spec states about a request and its response, and about events and their registration: one edit apart. */
import { createHmac } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { createContract, createDeliveryTracker } from "../../../src/check/index.js";
import { type Json, loadDocument, parsePointer } from "../../../src/document/index.js";
import type { Exchange } from "../../../src/recording/index.js";
import { createExchange, createInlineContract } from "../inline-contract.js";

type Edits = Readonly<Record<string, Json>>;
type Message = {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly body?: Json;
  readonly status?: number;
  readonly response: Json;
};
type Table = {
  readonly messages: Readonly<Record<string, Message>>;
  readonly cases: readonly (readonly [message: string, title: string, edit: Edits, code: string, at: string])[];
  readonly passing: readonly (readonly [message: string, edit: Edits])[];
  readonly event: Json;
  readonly events: readonly (readonly [title: string, edit: Edits, codes: readonly string[]])[];
  readonly repeated: readonly (readonly [
    title: string,
    edit: Edits,
    codes: readonly string[],
    to: string,
    secret: string,
  ])[];
};

const ROOT = join(import.meta.dirname, "../../..");
const table = parse(readFileSync(join(import.meta.dirname, "messages.yaml"), "utf8"), { merge: true }) as Table;
const contract = createContract(loadDocument(join(ROOT, "spec/openapi.yaml")));

/** A copy with other values; null removes one. */
function edit<Value>(value: Value, edits: Edits): Value {
  const copy = structuredClone(value);
  for (const [pointer, changed] of Object.entries(edits)) {
    const [last = "", ...path] = parsePointer(pointer).reverse();
    const parent = path.reduceRight((at, key) => at[key] as Record<string, unknown>, copy as Record<string, unknown>);
    if (changed === null) delete parent[last];
    else parent[last] = changed;
  }
  return copy;
}

function create(name: string, edits: Edits = {}): Exchange {
  const {
    method,
    url,
    headers = {},
    form,
    body,
    status = 200,
    response,
  } = edit(table.messages[name] as Message, edits);
  const type = form === undefined ? "application/json" : "application/x-www-form-urlencoded";
  const sent = form === undefined ? body : new URLSearchParams(form).toString();
  return createExchange({
    ...{ method, url: `https://services.commerce-cloud.example${url}`, status, response },
    headers: Object.entries({
      "Api-Version": "1.2",
      ...(sent === undefined ? {} : { "Content-Type": type }),
      ...headers,
    }),
    ...(sent === undefined ? {} : { body: typeof sent === "string" ? sent : JSON.stringify(sent) }),
  });
}

const list = (exchange: Exchange) =>
  contract.check(exchange).findings.map(({ code, property }) => [code, property ?? ""]);

describe.each(Object.keys(table.messages))("%s", (name) => {
  test("passes", () => expect(list(create(name))).toEqual([]));
});

test.each(table.passing)("%s passes with %o", (name, edits) => {
  expect(list(create(name, edits))).toEqual([]);
});

test.each(table.cases)("%s: %s", (name, _, edits, code, at) => {
  expect(list(create(name, edits)).filter(([it]) => it !== "response.status.invalid-accepted")).toEqual([[code, at]]);
});

/** The codes of the last of several deliveries after the registration. */
function deliver(...deliveries: readonly (readonly [edits: Edits, to?: string, secret?: string])[]): readonly string[] {
  const tracker = createDeliveryTracker(contract);
  tracker.mark({ kind: "exchange", exchange: create("hook") });
  const codes = deliveries.map(([edits, to = "events", secret = "s3cr3t-s3cr3t"]) => {
    const body = JSON.stringify(edit(table.event, edits));
    const signature = createHmac("sha1", secret).update(body).digest("base64");
    const headers = [["Content-Type", "application/json"] as const, ["Service-Webhook-Signature", signature] as const];
    const sent = createExchange({ method: "POST", url: `https://receiver.example/${to}`, headers, body, response: "" });
    const { reading, ...before } = tracker.mark({ kind: "exchange", exchange: sent });
    return contract.checkRecorded(reading.exchange, before).findings.map(({ code }) => code);
  });
  return codes.at(-1) ?? [];
}

test.each(table.events)("an event %s", (_, edits, codes) => {
  expect(deliver([edits])).toEqual(codes);
});

test.each(table.repeated)("an event that is sent again %s", (_, edits, codes, to, secret) => {
  expect(deliver([{}], [edits, to, secret])).toEqual(codes);
});

test("a form that is no regular expression is not checked, and the exchange is partial", () => {
  const key = { type: "apiKey", in: "header", name: "X-Key", "x-pattern": "[a-" };
  const spec = {
    ...{ openapi: "3.1.0", info: { title: "t", version: "1" }, servers: [{ url: "https://a.example" }] },
    ...{ security: [{ key: [] }], components: { securitySchemes: { key } } },
    paths: { "/a": { get: { responses: { "200": { description: "d" } } } } },
  };
  const { check } = createInlineContract({ "spec.json": JSON.stringify(spec) });
  const { verdict, reasons } = check(createExchange({ headers: [["X-Key", "v"]] }));
  expect([verdict, reasons]).toEqual(["partial", ['the x-pattern "[a-" is no regular expression']]);
});
