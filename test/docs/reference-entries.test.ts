/** The text of small specs, whole. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { ReferenceEntry } from "../../src/docs/operation-entry.js";
import { createReference } from "../../src/docs/reference-files.js";
import { getOrCreate, loadDocument } from "../../src/document/index.js";

const FOLDER = join(import.meta.dirname, "reference-entries");

function createEntries(spec: object): readonly ReferenceEntry[] {
  return createReference(loadDocument("spec.json", () => JSON.stringify(spec))).entries;
}

/** Formats entries as text. A block of code that an earlier entry has is shown there. */
function formatEntries(entries: readonly ReferenceEntry[]): string {
  const shown = new Map<string, string>();
  const showBlock = (block: string, path: string): string => {
    const first = getOrCreate(shown, block, () => path);
    return first === path || block.split("\n").length < 5 ? block : `(the same block as of ${first})`;
  };
  return entries
    .map(({ body, ...head }) => {
      const text = body.replaceAll(/^```[\s\S]*?^```$/gm, (block) => showBlock(block, head.path));
      return `===== ${JSON.stringify(head)}\n${text}\n`;
    })
    .join("\n");
}

test.each(["shop", "types"])("the text of %s", async (name) => {
  const entries = createEntries(parse(readFileSync(join(FOLDER, `${name}.yaml`), "utf8")));
  await expect(formatEntries(entries)).toMatchFileSnapshot(join(FOLDER, `${name}.txt`));
});

test("the text of a spec without texts", () => {
  expect(formatEntries(createEntries({ openapi: "3.1.0", info: {}, paths: {} }))).toMatchInlineSnapshot(`
    "===== {"path":"index","anchor":"description/introduction","title":"API","description":"API","groups":["API"]}
    ## Servers

    - not stated in the spec; the samples use \`https://your-host.example\`

    Version \`unknown\` as [openapi.json](/reference/openapi.json)
    "
  `);
});

const BASE = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths: {} };

/** Returns the first example of a response with a schema. */
function createResponseExample(schema: unknown): unknown {
  const content = { "application/json": { schema } };
  const paths = { "/a": { get: { operationId: "a", responses: { 200: { description: "d", content } } } } };
  const body = createEntries({ ...BASE, paths }).find(({ path }) => path === "operations/a")?.body ?? "";
  return JSON.parse(/Example:\n\n```json\n([\s\S]*?)\n```/.exec(body)?.[1] ?? "");
}

const LONG = "words ".repeat(20).trim();

test.each([
  ["Get it.", "Get it.", "d"],
  [`Get it. ${LONG}.`, "Get it.", `Get it. ${LONG}.\n\nd`],
  [LONG, "getIt", `${LONG}\n\nd`],
])("the title of the summary %j", (summary, title, description) => {
  const paths = { "/a": { get: { operationId: "getIt", summary, description: "d", responses: {} } } };
  const { entries, files } = createReference(loadDocument("a.json", () => JSON.stringify({ ...BASE, paths })));
  expect(entries[1]?.title).toBe(title);
  expect(entries[1]?.body).toContain(`\n\n${description}\n\n`);
  expect(JSON.parse(files.get("reference.json") ?? "").paths["/a"].get).toMatchObject({ summary: title, description });
});

test("the example of an error has the status of the response", () => {
  const schema = { properties: { status: { type: "integer" }, code: { type: "integer" } } };
  const responses = { 400: { description: "d", content: { "application/json": { schema } } } };
  const paths = { "/a": { get: { operationId: "a", responses } } };
  expect(createEntries({ ...BASE, paths })[1]?.body).toContain('"status": 400,\n  "code": ');
});

test("equal alternatives of authentication are listed once", () => {
  const security = [{ OAuth: [] }, { OAuth: [] }, {}];
  const paths = { "/a": { get: { operationId: "a", security, responses: {} } } };
  const components = { securitySchemes: { OAuth: { type: "http", scheme: "bearer" } } };
  expect(createEntries({ ...BASE, paths, components })[1]?.body).toContain("Authentication\n\n- `OAuth`\n- none\n\n");
});

test("an example has the optional properties", () => {
  const properties = { a: { type: "integer" }, b: { properties: { c: { const: 1 } } } };
  expect(createResponseExample({ required: ["a"], properties })).toEqual({ a: 1, b: { c: 1 } });
});

const text = { type: "string" };

test.each<[what: string, schema: object, value: unknown]>([
  ["names of people", { firstName: text, last_name: text }, { firstName: "Ada", last_name: "Lovelace" }],
  ["contacts", { email: text, phone: text }, { email: "ada@example.com", phone: "+1 555 0100" }],
  ["ids", { orderId: text, itemId: { type: "integer" } }, { orderId: "order-1042", itemId: 1042 }],
  [
    "ids of what other names have",
    { webhook_id: text, email_id: text },
    { webhook_id: "webhook-1042", email_id: "email-1042" },
  ],
  [
    "keys",
    { file_key: text, apiKey: text, file: text },
    { file_key: "file-1042", apiKey: "example-secret", file: "Example file" },
  ],
  [
    "durations and sums",
    { totalTime: text, cookTime: text },
    { totalTime: "Example total time", cookTime: "Example cook time" },
  ],
  ["addresses", { bindAddress: text, address: text }, { bindAddress: "192.0.2.1", address: "12 Harbour Street" }],
  ["symbols", { shipSymbol: text, slug: text }, { shipSymbol: "example-ship-symbol", slug: "example-slug" }],
  ["members of a page", { next: text, nextPageToken: text }, { next: "Example next", nextPageToken: "example-secret" }],
  ["money", { amount: { type: "number" }, price: { type: "integer" } }, { amount: 19.99, price: 1999 }],
  ["digits", { amount: { ...text, format: "int64" } }, { amount: "1" }],
  ["values instead of null", { city: { oneOf: [{ type: "null" }, text] } }, { city: "Lisbon" }],
  ["times", { createdAt: text, birthday: text }, { createdAt: "2026-01-15T09:30:00Z", birthday: "2026-01-15" }],
  ["a list", { tags: { type: "array", items: text } }, { tags: ["Example tag"] }],
  [
    "what the spec says",
    { email: { ...text, maxLength: 3 }, city: { enum: ["Rome"] } },
    { email: "tex", city: "Rome" },
  ],
  ["a branch", { owner: { oneOf: [{ properties: { city: text } }] } }, { owner: { city: "Lisbon" } }],
])("an example has realistic %s", (_, properties, value) => {
  expect(createResponseExample({ properties })).toEqual(value);
});

const exampleOf = (value: unknown, range = "application/json"): string => {
  const content = { [range]: { example: value } };
  const paths = { "/a": { get: { operationId: "a", responses: { 200: { description: "d", content } } } } };
  const body = createEntries({ ...BASE, paths }).find(({ path }) => path === "operations/a")?.body ?? "";
  return body.slice(body.indexOf("Example:\n\n") + 10);
};

test.each([
  ["models.CreateTenantRequest", "Example tenant"],
  ["TenantResponse", "Example tenant"],
  ["Payload", "Example payload"],
  ["Body_upload_asset_assets_post", "Example name"],
])("the name of a %s is realistic", (name, value) => {
  const components = { schemas: { [name]: { type: "object", properties: { name: text } } } };
  const content = { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
  const paths = { "/a": { get: { operationId: "a", responses: { 200: { description: "d", content } } } } };
  expect(createEntries({ ...BASE, paths, components })[1]?.body).toContain(`"name": "${value}"`);
});

test.each([
  ["JSON", ["x".repeat(20_000)], undefined, `\`\`\`json\n[\n  "${"x".repeat(20_000)}"\n]\n\`\`\``],
  ["text", "y".repeat(20_000), "text/plain", `\`\`\`text\n${"y".repeat(20_000)}\n\`\`\``],
])("an example of %s is shown whole", (_, value, range, expected) => {
  expect(exampleOf(value, range)).toBe(expected);
});

test("a schema is shown whole, as YAML", () => {
  const bodyOf = (schema: object): string =>
    createEntries({ ...BASE, components: { schemas: { Whole: schema } } }).find(({ path }) => path === "schemas/whole")
      ?.body ?? "";
  expect(bodyOf({ type: "integer", minimum: 2 })).toBe("```yaml\ntype: integer\nminimum: 2\n```");
  expect(bodyOf({ enum: Array.from({ length: 5000 }, (_, at) => at) }).split("\n")).toHaveLength(5003);
});

test("the groups of operations have the order of the tags, and end with undeclared ones", () => {
  const paths = Object.fromEntries(
    ["x", "c", "a", "b", "a"].map((tag, at) => [
      `/${at}`,
      { get: { operationId: `${tag}${at}`, tags: [tag], responses: {} } },
    ]),
  );
  const [overview, ...operations] = createEntries({
    ...BASE,
    tags: [{ name: "a" }, { name: "b" }, { name: "c" }],
    paths,
  });
  expect([...(overview?.body ?? "").matchAll(/^## (.)$/gm)].map(([, name]) => name)).toEqual(["a", "b", "c", "x"]);
  expect(operations.map(({ id }) => id)).toEqual(["a2", "a4", "b3", "c1", "x0"]);
});

const CREATED = { property: "/created", by: "from", unless: ["all"] };

/** Each with the description of the operation, that of its parameter `p`, and that of the field `f` of its body. */
test.each<[list: object, selects: object | undefined, texts: readonly (string | undefined)[]]>([
  [
    { style: "links", items: "" },
    { property: "/a" },
    ["Pages: the link `next` of a page leads to the next one.", "Selects by `a`, which is the value."],
  ],
  [
    { style: "header", items: "" },
    CREATED,
    [
      "Pages: the header `Link` of a page leads to the next one.",
      "Selects by `created`, which is not below the value. It is ignored beside `all`.",
    ],
  ],
  [
    { style: "url", items: "", next: "/page/next" },
    { property: "/notes", by: "presence" },
    ["Pages: `page.next` is the URL of the next one.", "Without `notes` in the response if it is `false`."],
  ],
  [
    { style: "cursor", items: "", start: "p", next: "/next" },
    undefined,
    ["Pages: `next` is the `p` of the next one.", "Where the page starts."],
  ],
  [
    { style: "after", items: "", start: "p", size: "/f" },
    undefined,
    [
      "Pages: `id` of the last item is the `p` of the next one.",
      "Where the page starts.",
      "Number of items on the page.",
    ],
  ],
  [
    { style: "page", items: "", start: "/f" },
    [{ property: ["/a", "/b"], by: "one-of" }],
    [
      "Pages: `/f` is where the next one starts.",
      "Selects by `a` or `b`, which is one of the values.",
      "Where the page starts.",
    ],
  ],
  [{ items: "" }, undefined, []],
])("descriptions of the list %j with a parameter that selects %j", (list, selects, [next, parameter, field]) => {
  const schema = { type: "object", properties: { f: { type: "integer" } } };
  const post = {
    ...{ operationId: "list", "x-list": list, responses: {} },
    parameters: [{ name: "p", in: "query", schema: { type: "string" }, ...(selects && { "x-selects": selects }) }],
    requestBody: { content: { "application/json": { schema } } },
  };
  const { files } = createReference(
    loadDocument("a.json", () => JSON.stringify({ ...BASE, paths: { "/a": { post } } })),
  );
  const shown = JSON.parse(files.get("reference.json") ?? "").paths["/a"].post;
  const { f } = shown.requestBody.content["application/json"].schema.properties;
  expect([shown.description, shown.parameters[0].description, f.description]).toEqual([next, parameter, field]);
});

test.each([
  ["## A", "get", '## A\n\n## Sign in\n\n- **`key`** http, bearer\n\n## First call\n\n```sh title="curl"\ncurl '],
  ["# A", "get", '# A\n\n# Sign in\n\n- **`key`** http, bearer\n\n# First call\n\n```sh title="curl"\ncurl '],
  ["```\n# A\n```", "get", "```\n# A\n```\n\n## Sign in\n\n- **`key`** http, bearer\n\n## First call\n\n"],
  ["A", "put", "A\n\n## Sign in\n\n- **`key`** http, bearer\n\n[Download the OpenAPI document](openapi.json)"],
])("the start page of Scalar after %j, with an operation %s", (description, method, shown) => {
  const components = { securitySchemes: { key: { type: "http", scheme: "bearer" } } };
  const paths = { "/a": { [method]: { responses: {} } } };
  const spec = { ...BASE, info: { ...BASE.info, description }, paths, components };
  const { files } = createReference(loadDocument("a.json", () => JSON.stringify(spec)));
  const text: string = JSON.parse(files.get("reference.json") ?? "").info.description;
  expect(text.startsWith(shown)).toBe(true);
  expect(text.endsWith("\n\n[Download the OpenAPI document](openapi.json)")).toBe(true);
});

test("the operations of a path have the order of the spec", () => {
  const responses = { 200: { description: "OK" } };
  const id = { name: "id", in: "path", required: true, schema: { type: "integer", example: 7 } };
  const entries = createEntries({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths: {
      "/pets": { post: { operationId: "add", responses }, get: { operationId: "list", responses } },
      "/pets/{id}": {
        delete: { operationId: "drop", responses },
        get: { operationId: "read", parameters: [id], responses },
      },
      "/pets/{id}#name": {
        put: { operationId: "name", parameters: [id, { ...id, name: "q", in: "query" }], responses },
      },
      "/cats": { $ref: "#/components/pathItems/Animals" },
      "/dogs": { $ref: "#/components/pathItems/Animals" },
    },
    components: { pathItems: { Animals: { post: { responses }, get: { responses } } } },
  });
  const operations = entries.filter(({ path }) => path.startsWith("operations/"));
  expect(operations.map(({ title }) => title)).toEqual([
    ...["add", "list", "drop", "read", "name"],
    // Two paths have one definition.
    ...["POST /cats", "GET /cats", "POST /dogs", "GET /dogs"],
  ]);
  const samples = operations.map(({ body }) => /^curl .*$/m.exec(body)?.[0]);
  expect(samples).toEqual([
    "curl -X POST 'https://a.example/pets'",
    "curl 'https://a.example/pets'",
    // The parameter is declared by the other operation of the path alone.
    "curl -X DELETE 'https://a.example/pets/7'",
    "curl 'https://a.example/pets/7'",
    // A fragment is not sent.
    "curl -X PUT 'https://a.example/pets/7?q=7'",
    "curl -X POST 'https://a.example/cats'",
    "curl 'https://a.example/cats'",
    "curl -X POST 'https://a.example/dogs'",
    "curl 'https://a.example/dogs'",
  ]);
  const calls = operations.slice(-4).map(({ body }) => /client\.\w+(?=\()/.exec(body)?.[0]);
  expect(calls).toEqual(["client.postCats", "client.getCats", "client.postDogs", "client.getDogs"]);
});

test("no file shows an operation that is internal, and a receiver of an event needs no credentials", () => {
  const event = { operationId: "petBorn", responses: { 204: { description: "Received" } } };
  const spec = (flag: object) => ({
    ...{ openapi: "3.1.0", info: { title: "T", version: "1" }, security: [{ key: [] }] },
    components: {
      securitySchemes: { key: { type: "http", scheme: "bearer" } },
      pathItems: { C: { get: { operationId: "hiddenC" }, ...flag } },
    },
    paths: {
      "/a": { get: { operationId: "readA" }, put: { operationId: "hiddenA", ...flag } },
      "/b": { get: { operationId: "hiddenB" }, ...flag },
      "/c": { $ref: "#/components/pathItems/C" },
    },
    webhooks: { born: { post: event }, gone: { post: { ...event, operationId: "hiddenEvent", ...flag } } },
  });
  const list = (flag: object) => {
    const { files } = createReference(loadDocument("spec.json", () => JSON.stringify(spec(flag))));
    const shown = [...files].filter(([path, text]) => /hidden/i.test(path + text)).map(([path]) => path);
    return { shown, born: JSON.parse(files.get("reference.json") ?? "").webhooks.born.post, files };
  };
  expect(list({ "x-internal": true }).shown).toEqual([]);
  expect(list({ "x-internal": false }).shown).toContain("operations/hidden-a.md");
  const { born, files } = list({});
  expect(born).toMatchObject({ security: [], description: expect.stringContaining("createServer(") });
  expect(files.get("events/pet-born.md") ?? files.get("events/born.md")).not.toContain("Authorization");
});
