import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { formatSamplesProgram } from "../../scripts/bench/bench-clients/programs.js";
import { loadDocument } from "../../src/document/index.js";
import { generateCalls } from "../../src/generate/client/calls.js";
import { generateClientFile } from "../../src/generate/client/client-file.js";
import { createClientModel } from "../../src/generate/client/client-model.js";
import { generateOutput } from "../../src/generate/generate.js";
import { generateTypes } from "../../src/generate/types/types.js";
import { getSchemas } from "../../src/schema/index.js";
import { compileStrictly } from "./compile-strictly.js";

const USE = "test/generate/cases/use/client.ts";
const RUNTIME = join(import.meta.dirname, "../../dist/types/src/client/index.js");
/** Specs that ASP.NET Core and FastAPI wrote, and one with all of OpenAPI 3.2. */
const OPENAPI_3_2 = ["aspnetcore/responses.json", "fastapi/openapi.json", "../openapi-3.2/streams.yaml"].map((path) =>
  join("test/material", path),
);
/** Uses the clients of them. The line after each `@ts-expect-error` must be an error. */
const OPENAPI_3_2_USE = `import type { Client } from ${JSON.stringify(RUNTIME)};
import type * as readings from "./1/calls.js";
import type * as streams from "./2/calls.js";
import type * as unusual from "./clients/calls.js";
declare const client: Client<typeof readings> & Client<typeof streams> & Client<typeof unusual>;

export async function useClients(): Promise<readonly number[]> {
  await client.filter({ params: { query: { json: { max: 1 } } } });
  // @ts-expect-error the whole query string has a type
  await client.filter({ params: { query: { json: { max: "a" } } } });
  // @ts-expect-error and this one is required
  await client.searchByQuery();
  await client.select({ params: { query: { path: "$.a" } } });
  // @ts-expect-error a query string of another media type is text
  await client.select({ params: { query: { path: { a: 1 } } } });
  await client.upload({ body: [{ n: 1 }, "text"] });
  // @ts-expect-error the first part is an item
  await client.upload({ body: [{ n: "1" }] });
  // @ts-expect-error the label has a type
  await client.createTag({ body: [{ label: 1, owner: {} }] });
  // @ts-expect-error only the service sends the id
  await client.createTag({ body: [{ id: "a", label: "b", owner: {} }] });
  const tag = await client.createTag({ body: [{ label: "b", owner: { name: "c" } }] });
  if (tag.ok) tag.data.owner.id satisfies string;
  const found: number[] = [];
  const lines = await client.streamReadings();
  if (lines.ok) for await (const item of lines.data) found.push(item.celsius);
  const events = await client.watchReadings();
  if (events.ok) for await (const event of events.data) found.push(event.data.celsius);
  await client.listTags({ params: { query: { kind: "user", since: new Date(), times: [new Date(), ""] } } });
  // @ts-expect-error a list of times is no time
  await client.listTags({ params: { query: { kind: "user", times: new Date() } } });
  // @ts-expect-error a time has no day that is the same everywhere
  await client.listTags({ params: { query: { kind: "user", day: new Date() } } });
  const items = await client.search({ body: { text: "a" } });
  return [...found, ...(items.ok ? items.data : []).map(({ n }) => n)];
}
`;
/** Its only error is that a string is no id. Its declarations name the type of an id. */
const BRAND_USE = `import type { components, ParcelId } from "./types.js";
export const wrong: ParcelId = "a";
export const select = ({ id }: components["schemas"]["Parcel"]) => id;
`;
const folder = mkdtempSync(join(tmpdir(), "types-"));
let files: ReadonlyMap<string, string>;
let found: readonly string[];

// Both tests share one program, because checking the libraries of TypeScript takes most of the time.
beforeAll(async () => {
  files = (
    await generateOutput(loadDocument("test/generate/cases/shop/openapi.yaml"), {
      runtime: RUNTIME,
      with: ["validators"],
    })
  ).files;
  const names = ["types.ts", "operations.ts", "calls.ts", "client.ts", "validators.d.ts"];
  for (const name of names) writeFileSync(join(folder, name), files.get(name) ?? "");
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  const more = await Promise.all(OPENAPI_3_2.map((path, index) => writeFiles(path, join(folder, `${index}`), names)));
  writeFileSync(join(folder, "use.ts"), OPENAPI_3_2_USE);
  writeFileSync(join(folder, "brand.ts"), BRAND_USE);
  const unusual = await writeUnusual("clients");
  const programs = [USE, join(folder, "use.ts"), join(folder, "brand.ts")];
  const generated = [...names.map((name) => join(folder, name)), ...more.flat(), ...unusual];
  found = compileStrictly([...programs, ...generated], { declaration: true });
});

/** Writes a client with what public specs have, and a program with the samples of its README. */
async function writeUnusual(name: string): Promise<readonly string[]> {
  const document = loadDocument("test/generate/cases/unusual.yaml");
  const model = createClientModel(document, { runtime: RUNTIME });
  const texts = {
    "types.ts": generateTypes(document).text,
    "calls.ts": generateCalls(document, model),
    "client.ts": generateClientFile(model),
    "samples.ts": formatSamplesProgram({ schemas: getSchemas(document) }, model),
  };
  mkdirSync(join(folder, name));
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(folder, name, file), text);
  return Object.keys(texts).map((file) => join(folder, name, file));
}

async function writeFiles(spec: string, to: string, names: readonly string[]): Promise<string[]> {
  const texts = (await generateOutput(loadDocument(spec), { runtime: RUNTIME, with: ["validators"] })).files;
  mkdirSync(to);
  return names.map((name) => {
    writeFileSync(join(to, name), texts.get(name) ?? "");
    return join(to, name);
  });
}

afterAll(() => rmSync(folder, { recursive: true }));

test("generated types accept valid use, and nothing else", () => {
  expect(found.filter((problem) => !problem.startsWith(folder))).toEqual([]);
});

test("types of any spec compile, with skipLibCheck off", () => {
  expect(found).toEqual([`${join(folder, "brand.ts")}:2 Type '"a"' is not assignable to type '\`\${ParcelId}\`'.`]);
  expect(files.get("types.ts")).toContain('type Size = "SMALL" | "LARGE" | (string & {})');
  expect(files.get("types.ts")).toMatch(/type ShelfId = `\$\{Brand\.ShelfId\}` \| null/);
  expect(files.get("types.ts")).toMatch(/ids\?: `\$\{Brand\.ParcelId\}`\[\]/);
});

test("a schema that is used below another one has its own type", () => {
  const types = readFileSync(join(folder, "clients/types.ts"), "utf8");
  expect(types).toContain("tag: Tag_allOf_1;");
  expect(types).toContain("parent?: Tag_allOf_1;");
  expect(types).toContain("kind: ParametersKindSchema");
});

test("samples of unusual specs compile, with brands, files, and only what is declared", () => {
  const samples = readFileSync(join(folder, "clients/samples.ts"), "utf8");
  expect(samples).toMatchInlineSnapshot(`
    "import type { Client, FileId } from "./client.js";

    export async function callAll(client: Client): Promise<void> {
      await client.getFileShared({ params: { path: { id: "f1" as FileId }, query: { fields: "text" } } });
      await client.get_file_beta({ params: { path: { id: "text" } } });
      await client.setPlugins({ body: [{ name: "a", id: "f1" as FileId }] });
      await client.makeCall({ body: {} });
      await client.sendMessage({ body: { message: { role: "system", text: "text" } } });
      await client.listTags({ params: { query: { kind: "user" } } });
      await client.createTag({ body: [{ label: "text", owner: {} }] });
      await client.upload({ body: { files: [new File(["content"], "file.bin")] } });
      await client.putRunner({
      body: { type: "runner", body: { name: "tex", kind: "Sidecar" }, namespace: "text" },
    });
      await client.createRunner({
      body: { type: "runner", namespace: "a", body: { kind: "book", name: "abcd" } },
    });
    }
    "
  `);
});
