/** The client and the generated validators find in each item of a stream what the checker finds. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createContract } from "../../src/check/index.js";
import { createClient } from "../../src/client/index.js";
import { type OperationValidators, validateCalls } from "../../src/client/validate-calls.js";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { generateValidators } from "../../src/generate/validators.js";
import { createExchange } from "../check/inline-contract.js";

const document = loadDocument(join(import.meta.dirname, "streams.yaml"));
const contract = createContract(document);

type Generated = { readonly calls: Record<string, never>; readonly validators: OperationValidators };
let generated: Generated;

const folder = mkdtempSync(join(tmpdir(), "streams-"));
afterAll(() => rmSync(folder, { recursive: true }));

beforeAll(async () => {
  const runtime = pathToFileURL(join(import.meta.dirname, "../../src/client/index.ts")).href;
  writeFileSync(join(folder, "calls.ts"), generateCalls(document, createClientModel(document, { runtime })));
  writeFileSync(join(folder, "validators.mjs"), (await generateValidators(document)).js);
  const { validators } = await import(join(folder, "validators.mjs"));
  generated = { calls: await import(join(folder, "calls.ts")), validators };
});

const event = (name: string, data: string, more = "") => `event: ${name}\ndata: ${data}\n${more}\n`;
const RS = "\u001e";

/** The locations of the violations in the body; of a text sequence that is no JSON, the client throws. */
const RESPONSES: readonly (readonly [title: string, type: string, body: string, violations: readonly string[]])[] = [
  ["valid events", "text/event-stream", event("note", "short") + event("item", '{"n":1}', "retry: 200\n"), []],
  ["an event of another branch", "text/event-stream", event("note", "too long"), ["/0/data"]],
  ["the data of an event", "text/event-stream", event("note", "a") + event("item", '{"n":"1"}'), ["/1/data/n"]],
  ["a quoted text as data", "text/event-stream", event("item", '"n"'), ["/0/data"]],
  ["data in two lines", "text/event-stream", 'event: item\ndata: {"n":\ndata: "1"}\n\n', ["/0/data/n"]],
  ["a field that the client does not show", "text/event-stream", event("note", "a", "retry: 50\n"), ["/0/retry"]],
  ["valid lines", "application/jsonl", '{"n":1}\n{"n":2}\n', []],
  ["a line", "application/jsonl", '{"n":1}\n{"n":"2"}\n', ["/1/n"]],
  ["a valid sequence", "application/json-seq", `${RS}{"n":1}\n`, []],
  ["an item of a sequence", "application/json-seq", `${RS}{"n":1}\n${RS}{}\n`, ["/1"]],
];

test.each(RESPONSES)("%s: the client and the checker", async (_, type, body, violations) => {
  const reported: string[] = [];
  const onViolation = (it: { readonly pointer: string }) => reported.push(it.pointer.replace(/^\/body/, ""));
  const client = createClient(generated.calls, {
    baseUrl: "https://a.example",
    fetch: async () => new Response(body, { headers: { "Content-Type": type } }),
    validate: validateCalls({ validators: generated.validators, onViolation }),
  }) as unknown as { readonly events: () => Promise<{ readonly data: AsyncIterable<unknown> }> };
  const items: unknown[] = [];
  for await (const item of (await client.events()).data) items.push(item);
  expect(items.length).toBeGreaterThan(0);
  const responseHeaders = [["Content-Type", type]] as const;
  const url = "https://a.example/events";
  const { findings } = contract.check(createExchange({ url, response: body, responseHeaders }));
  expect(findings.map(({ message }) => message.split(": ")[0])).toEqual(violations);
  // Ajv also reports each branch that the value does not match.
  expect(reported.length > 0).toBe(violations.length > 0);
  expect(reported).toEqual(expect.arrayContaining([...violations]));
});

const LISTS: readonly (readonly [operation: string, type: string, value: unknown, errors: readonly string[]])[] = [
  ["upload", "multipart/related", [{ n: 1 }, { n: 2 }], []],
  ["upload", "multipart/related", [{ n: 1 }, { n: "2" }], ["/1/n"]],
  ["upload", "multipart/related", { n: 1 }, [""]],
  ["upload", "application/jsonl", [{ n: 1 }], []],
];

test.each(LISTS)("the request of %s as %s", (operation, type, value, errors) => {
  const validate = generated.validators[operation]?.request?.[type];
  expect(validate?.(value)).toBe(errors.length === 0);
  expect((validate?.errors ?? []).map(({ instancePath }) => instancePath)).toEqual(errors);
});

const BODIES: readonly (readonly [title: string, body: unknown, violations: readonly string[]])[] = [
  ["valid parts", [{ n: 1 }, "a"], []],
  ["a part", [{ n: "1" }, "a"], ["/body/0/n must be integer"]],
  ["bytes, which are not read", new Blob(["--b--"]), []],
];

test.each(BODIES)("a request with %s", async (_, body, violations) => {
  const reported: string[] = [];
  const client = createClient(generated.calls, {
    baseUrl: "https://a.example",
    fetch: async () => new Response(null, { status: 204 }),
    validate: validateCalls({
      validators: generated.validators,
      onViolation: ({ pointer, message }) => reported.push(`${pointer} ${message}`),
    }),
  }) as unknown as { readonly upload: (options: object) => Promise<unknown> };
  await client.upload({ body });
  expect(reported).toEqual(violations);
});

test("a list has the schema beside that of its items, and an item has a validator", () => {
  const validate = generated.validators.events?.responses?.["200"]?.["application/jsonl"] as
    | (((value: unknown) => boolean) & { readonly item: (value: unknown) => boolean })
    | undefined;
  expect([2, 3].map((length) => validate?.(Array.from({ length }, () => ({ n: 1 }))))).toEqual([true, false]);
  expect([validate?.item({ n: 1 }), validate?.item({})]).toEqual([true, false]);
});
