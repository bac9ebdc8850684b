/** Every field of every object with a number, a text or true, in each version: the fields that exist there, and their types. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadDocument } from "../../src/document/index.js";
import { lintDocument } from "../../src/lint/index.js";
import { listChangedLines } from "../golden-text.js";

/** A spec whose objects have this value in each field that a file can be loaded with. */
function createSpec(value: unknown): object {
  const all = (names: string, others: object = {}): object => ({
    ...Object.fromEntries(names.split(" ").map((name) => [name, value])),
    ...others,
  });
  const externalDocs = all("description url");
  const server = all("url description name", { variables: { v: all("default description", { enum: [value] }) } });
  const serialization = "description required deprecated allowEmptyValue style explode allowReserved";
  const schema = {
    xml: all("nodeType name namespace prefix attribute wrapped"),
    discriminator: all("propertyName defaultMapping", { mapping: { m: value } }),
    externalDocs,
  };
  const encodings = {
    encoding: { inner: all("contentType") },
    prefixEncoding: [all("explode")],
    itemEncoding: all("style"),
  };
  const media = all("description", {
    ...{ schema, itemSchema: {} },
    encoding: { e: all("contentType style explode allowReserved", encodings) },
    examples: { x: all("summary description dataValue serializedValue value externalValue") },
  });
  const response = all("summary description", {
    headers: { H: all(serialization, { schema: {}, example: value }) },
    content: { "multipart/form-data": media },
    links: { l: all("operationRef operationId description requestBody", { server, parameters: { p: value } }) },
  });
  const operation = all("summary description operationId deprecated", {
    ...{ externalDocs, tags: [value], security: [{ s: [value] }], servers: [server] },
    parameters: [all(serialization, { name: "p", in: "query", schema: {}, example: value })],
    requestBody: all("description required", { content: {} }),
    responses: { 200: response },
  });
  const flow = all("authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl", { scopes: { s: value } });
  const others = "password clientCredentials authorizationCode deviceAuthorization".split(" ");
  const flows = Object.fromEntries(others.map((name) => [name, { scopes: { s: value } }]));
  const scheme = "type description name in scheme bearerFormat openIdConnectUrl oauth2MetadataUrl deprecated";
  return {
    ...all("$self jsonSchemaDialect", { externalDocs, servers: [server] }),
    info: all("title summary description termsOfService version", {
      contact: all("name url email"),
      license: all("name identifier url"),
    }),
    tags: [all("name summary description parent kind", { externalDocs })],
    paths: { "/a": all("summary description", { get: operation, servers: [server] }) },
    components: {
      securitySchemes: { s: all(scheme, { flows: { ...flows, implicit: flow } }) },
      parameters: { q: all("name in", { schema: {} }) },
      examples: { y: all("value") },
    },
  };
}

function listFindings(openapi: string, value: unknown): string {
  const text = JSON.stringify({ openapi, ...createSpec(value) });
  const found = lintDocument(
    loadDocument("spec.json", () => text),
    { values: true },
  );
  const lines = found.map(({ level, code, pointer, message }) => `${level} ${code} ${pointer}: ${message}`);
  return lines.join("\n").replaceAll(`OpenAPI ${openapi.slice(0, 3)}`, "this version");
}

/** The findings in the latest version, and what differs in earlier ones. */
function listInVersions(value: unknown): string {
  const latest = listFindings("3.2.0", value);
  const earlier = ["3.1.1", "3.0.4"].map((version) =>
    [`===== in ${version}`, ...listChangedLines(latest, listFindings(version, value))].join("\n"),
  );
  return [latest, ...earlier, ""].join("\n");
}

test("each field with a text", async () => {
  await expect(listInVersions("text")).toMatchFileSnapshot(join(import.meta.dirname, "messages/fields-a-text.txt"));
});

test("each field with a number, and what differs with a boolean", async () => {
  const text = listInVersions(5);
  const others = listChangedLines(text, listInVersions(true).replaceAll("the boolean true", "the number 5"));
  const file = join(import.meta.dirname, "messages/fields-a-number.txt");
  await expect([text, "===== with true", ...others, ""].join("\n")).toMatchFileSnapshot(file);
});
