import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import * as generated from "../../generated/validators.js";
import {
  isObject,
  type Json,
  joinPointer,
  listOperations,
  loadDocument,
  type Operation,
  valueAt,
} from "../../src/document/index.js";
import { generateOutput } from "../../src/generate/generate.js";
import { createSchemas } from "../../src/schema/validation/schemas.js";
import { chromiumPath, HOST, launchChromium, serve } from "../docs/chromium.js";

type Validate = {
  (value: unknown): boolean;
  errors?: readonly { keyword: string; instancePath: string; message?: string }[] | null;
};
type Tree = { readonly [name: string]: Validate & Tree };

const contract = loadDocument("spec/openapi.yaml");
const tables = { path: generated.validators, webhook: generated.webhooks } as unknown as Record<
  Operation["kind"],
  Tree
>;

describe("named schemas", () => {
  const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
  const media = (name: string) => ({ description: "", content: { "application/json": { schema: to(name) } } });
  const text = { type: "string" };
  const spec = {
    ...{ openapi: "3.1.0", info: { title: "T", version: "1" } },
    paths: {
      "/a": { put: { operationId: "PetSchema", requestBody: media("Pet"), responses: { 200: media("Pet") } } },
      "/b": { put: { operationId: "b", requestBody: media("Sent"), responses: { 200: media("Received") } } },
    },
    components: {
      schemas: {
        Pet: { type: "object", required: ["id"], properties: { id: { ...text, readOnly: true }, tag: to("Tag") } },
        Sent: { type: "object", required: ["tag"], properties: { tag: to("Tag"), up: to("Sent") } },
        Received: { type: "object", properties: { id: { ...text, readOnly: true }, up: to("Received") } },
        Tag: text,
        "unused-one": { type: "object", required: ["w"], properties: { w: { ...text, writeOnly: true } } },
      },
    },
  };
  const output = generateOutput(
    loadDocument("a.json", () => JSON.stringify(spec)),
    { with: ["validators"] },
  );
  const load = async (): Promise<
    Record<string, { "~standard": { validate(value: unknown): { issues?: object } } }>
  > => {
    const file = join(mkdtempSync(join(tmpdir(), "named-")), "validators.mjs");
    writeFileSync(file, (await output).files.get("validators.js") ?? "");
    return import(file);
  };

  test.each<[name: string, valid: unknown, invalid: unknown, type: string]>([
    ["PetSchema2", { id: "a", tag: "t" }, {}, "Pet"],
    ["PetWritableSchema", {}, { tag: 7 }, "PetWritable"],
    ["SentSchema", { tag: "t" }, { tag: "t", up: {} }, "Sent"],
    ["ReceivedSchema", { up: { id: "a" } }, { up: { id: 7 } }, "Received"],
    ["TagSchema", "t", 7, "Tag"],
    ["UnusedOneSchema", {}, { w: 7 }, "unused-one"],
  ])("%s is a Standard Schema", async (name, valid, invalid, type) => {
    const { [name]: schema } = await load();
    expect(schema?.["~standard"].validate(valid)).toEqual({ value: valid });
    expect(schema?.["~standard"].validate(invalid).issues).toHaveLength(1);
    const declared = `export declare const ${name}: StandardSchema<components["schemas"]["${type}"]>;`;
    expect((await output).files.get("validators.d.ts")).toContain(declared);
  });

  test("share their functions with operations and other schemas", async () => {
    const functions = (await output).files.get("validators.js")?.match(/^function validate\d+/gm);
    // Pet and Tag in both directions, and the others in one.
    expect(functions).toHaveLength(7);
  });
});

describe("the validators of the spec", () => {
  const examples = listOperations(contract).flatMap(examplesOf);

  test("are where a user looks for them", () => {
    expect(Object.keys(generated.validators)).toHaveLength(12);
    expect(Object.keys(generated.webhooks)).toHaveLength(4);
    expect(generated.getOrder).toBe(generated.validators.getOrder);
    expect(generated.validators.listOrders.parameters.query.limit(100)).toBe(true);
    expect(generated.validators.listOrders.parameters.query.limit(101)).toBe(false);
    expect(generated.validators.updateOrder.request["application/json-patch+json"]([])).toBeTypeOf("boolean");
    expect(generated.webhooks.onOrderOpened.request["application/json"]({ eventType: "ORDER_COMPLETED" })).toBe(false);
  });

  test("accept every example of the spec", () => {
    expect(examples.length).toBeGreaterThan(20);
    for (const { name, validate, value } of examples) {
      expect({ name, valid: validate(value), errors: validate.errors }).toEqual({ name, valid: true, errors: null });
    }
  });

  test("validate every example with one changed value like the schemas of the gate", () => {
    const schemas = createSchemas(contract);
    let refused = 0;
    for (const { name, validate, value, pointer, view: direction } of examples) {
      for (const { at, changed } of oneEditAway(value)) {
        const expected = schemas.isValid(pointer, direction, changed);
        expect({ name, at, valid: validate(changed) }).toEqual({ name, at, valid: expected });
        if (!expected) refused += 1;
      }
    }
    expect(refused).toBeGreaterThan(500);
  });

  test("report what is wrong, where and in words", () => {
    const validate = generated.validators.updateOrder.request["application/json"];
    expect(validate([{ op: "move", path: "/items", value: [] }])).toBe(false);
    expect(validate.errors).toEqual(
      expect.arrayContaining([expect.objectContaining({ instancePath: "/0/op", message: expect.any(String) })]),
    );
  });

  test("load and validate where code generation from strings is forbidden", () => {
    const module = JSON.stringify(resolve("generated/validators.js"));
    const program = `import { validators } from ${module}; console.log(validators.listOrders.parameters.query.limit(0))`;
    const run = ["--disallow-code-generation-from-strings", "--input-type=module", "--eval", program];
    expect(execFileSync(process.execPath, run, { encoding: "utf8" }).trim()).toBe("false");
    expect(readFileSync("generated/validators.js", "utf8")).not.toMatch(/\brequire\(|\beval\(|new Function|^import /m);
  });

  test.skipIf(chromiumPath === undefined)("run in a browser under a strict content security policy", async () => {
    const page = '<!doctype html><script type="module" src="/test.js"></script>';
    const script = [
      'import { validators } from "/validators.js";',
      "const limit = validators.listOrders.parameters.query.limit;",
      "document.title = JSON.stringify([limit(1), limit(0)]);",
    ].join("\n");
    const code = readFileSync("generated/validators.js", "utf8");
    const files = new Map([
      ["index.html", page],
      ["test.js", script],
      ["validators.js", code],
    ]);
    const site = await serve(files, { "content-security-policy": "default-src 'self'" });
    const browser = await launchChromium();
    try {
      const tab = await browser.newPage();
      await tab.goto(site.origin);
      expect(new URL(tab.url()).hostname).toBe(HOST);
      await tab.waitForFunction("document.title !== ''");
      expect(await tab.title()).toBe("[true,false]");
    } finally {
      await browser.close();
      await site.close();
    }
  });
});

describe("the validators of any spec", async () => {
  const folder = mkdtempSync(join(tmpdir(), "validators-"));
  const text =
    (await generateOutput(loadDocument("test/generate/cases/shop/openapi.yaml"), { with: ["validators"] })).files.get(
      "validators.js",
    ) ?? "";
  writeFileSync(join(folder, "validators.mjs"), text);
  const { validators, webhooks, putParcel } = await import(join(folder, "validators.mjs"));
  const parcel = { id: "abc", size: "HUGE", sentAt: "2026-03-14T09:26:53Z", home: "https://shop.example/" };

  test("know the direction of a value", () => {
    expect(putParcel.request["application/json"]({ secret: "s" })).toBe(true);
    expect(putParcel.request["application/json"]({ id: "abc" })).toBe(false);
    expect(putParcel.responses["200"]["application/json"](parcel)).toBe(true);
    expect(putParcel.responses["200"]["application/json"]({ secret: "s" })).toBe(false);
    expect(webhooks.onParcelMoved.request["application/json"](parcel)).toBe(true);
  });

  test("handle recursion at every depth", () => {
    for (let depth = 0; depth <= 6; depth += 1) {
      let value: object = { id: "abc", label: "too long" };
      for (let at = 0; at < depth; at += 1) value = { id: "abc", inside: [value] };
      expect({ depth, valid: putParcel.responses["200"]["application/json"](value) }).toEqual({ depth, valid: false });
    }
  });

  test("include formats, lengths, uniqueness and patterns of both kinds", () => {
    const isParcel = putParcel.responses["200"]["application/json"];
    expect(isParcel({ ...parcel, sentAt: "yesterday" })).toBe(false);
    expect(isParcel({ ...parcel, home: "not a uri" })).toBe(false);
    expect(isParcel({ ...parcel, label: "😀😀" })).toBe(true);
    expect(isParcel({ ...parcel, tags: [{ a: 1 }, { a: 1 }] })).toBe(false);
    const { word } = validators["GET /parcels"].parameters.query;
    expect([word("a-b.c"), word("a b")]).toEqual([true, false]);
    const total = validators["GET /parcels"].responseHeaders["200"]["X-Total"];
    expect([total(0), total(-1)]).toEqual([true, false]);
  });

  test("report the errors of each branch", () => {
    const isParcel = putParcel.responses["200"]["application/json"];
    expect(isParcel({ ...parcel, paid: {} })).toBe(false);
    const missing = isParcel.errors.map(
      (error: { params: { missingProperty?: string } }) => error.params.missingProperty,
    );
    expect(missing).toEqual(["card", "cash", undefined]);
  });
});

type Example = {
  readonly name: string;
  readonly validate: Validate;
  readonly value: Json;
  readonly pointer: string;
  readonly view: "request" | "response";
};

/** Lists the named examples of every body of an operation, each with its generated validator. */
function examplesOf(operation: Operation): Example[] {
  const tree = tables[operation.kind][operation.id];
  const isWebhook = operation.kind === "webhook";
  const bodies = [
    ...(operation.requestBody?.content ?? []).map((media) => ({
      media,
      branch: tree?.request,
      asked: true,
      part: "request",
    })),
    ...operation.responses.flatMap(({ status, content }) =>
      content.map((media) => ({ media, branch: tree?.responses?.[status], asked: false, part: status })),
    ),
  ];
  return bodies.flatMap(({ media, branch, asked, part }) => {
    const validate = branch?.[media.range];
    if (validate === undefined || media.schema === undefined) throw new Error(`${operation.id} ${part}: no validator`);
    const direction = asked === isWebhook ? ("response" as const) : ("request" as const);
    const pointer = media.schema;
    const found = valueAt(contract.root, joinPointer(media.pointer, "examples"));
    return Object.entries(isObject(found) ? found : {}).map(([key, example]) => {
      const target =
        isObject(example) && typeof example.$ref === "string" ? valueAt(contract.root, example.$ref.slice(1)) : example;
      const value = isObject(target) ? (target.value ?? null) : null;
      return { name: `${operation.id} ${part} ${media.range} ${key}`, validate, value, pointer, view: direction };
    });
  });
}

/** Yields copies of a value, each with one part of another type or one property removed. */
function* oneEditAway(value: Json, at = ""): Iterable<{ readonly at: string; readonly changed: Json }> {
  yield { at, changed: typeof value === "string" ? 7 : "other" };
  if (Array.isArray(value)) {
    const [first] = value;
    if (first === undefined) return;
    for (const edit of oneEditAway(first, `${at}/0`)) yield { at: edit.at, changed: [edit.changed, ...value.slice(1)] };
  }
  if (!isObject(value)) return;
  for (const [name, part] of Object.entries(value)) {
    const { [name]: _, ...rest } = value;
    yield { at: `${at}/${name} left out`, changed: rest };
    for (const edit of oneEditAway(part, `${at}/${name}`))
      yield { at: edit.at, changed: { ...value, [name]: edit.changed } };
  }
}
