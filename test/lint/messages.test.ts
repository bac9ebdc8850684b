/**
 * Snapshots of all messages: of each case, and of each field of each object with values of every type. Those without a version are of both.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { DocumentError } from "../../src/document/index.js";
import { lintDocument } from "../../src/lint/index.js";
import { groupResults } from "../golden-text.js";
import { type Edit, edited, lintCases } from "./case.js";

/** The location of an object of each kind in the valid spec, and all its fields in the OpenAPI specification. */
const OBJECTS: Readonly<Record<string, readonly [at: string, fields: string]>> = {
  openapi: ["", "jsonSchemaDialect servers paths webhooks components security tags externalDocs"],
  info: ["/info", "title summary description termsOfService contact license version"],
  contact: ["/info/contact", "name url email"],
  license: ["/info/license", "name identifier url"],
  server: ["/servers/0", "url description variables"],
  serverVariable: ["/servers/0/variables/region", "enum default description"],
  components: [
    "/components",
    "schemas responses parameters examples requestBodies headers securitySchemes links callbacks pathItems",
  ],
  pathItem: [
    "/paths/~1animals",
    "$ref summary description get put post delete options head patch trace servers parameters",
  ],
  operation: [
    "/paths/~1animals/get",
    "tags summary description externalDocs operationId parameters requestBody responses callbacks deprecated security servers",
  ],
  externalDocs: ["/externalDocs", "description url"],
  parameter: [
    "/components/parameters/Id",
    "name in description required deprecated allowEmptyValue style explode allowReserved schema example examples content",
  ],
  header: [
    "/components/headers/Total",
    "description required deprecated allowEmptyValue allowReserved style explode schema example examples content",
  ],
  requestBody: ["/components/requestBodies/Book", "description content required"],
  mediaType: ["/components/responses/Problem/content/text~1plain", "schema example examples encoding"],
  encoding: [
    "/components/requestBodies/Book/content/multipart~1form-data/encoding/cover",
    "contentType headers style explode allowReserved",
  ],
  response: ["/components/responses/Problem", "description headers content links"],
  example: ["/components/examples/Books", "summary description value externalValue"],
  link: [
    "/paths/~1books~1{id}/get/responses/200/links/again",
    "operationRef operationId parameters requestBody description server",
  ],
  tag: ["/tags/0", "name description externalDocs"],
  securityScheme: [
    "/components/securitySchemes/key",
    "type description name in scheme bearerFormat flows openIdConnectUrl",
  ],
  oauthFlows: ["/components/securitySchemes/oauth/flows", "implicit password clientCredentials authorizationCode"],
  oauthFlow: [
    "/components/securitySchemes/oauth/flows/clientCredentials",
    "authorizationUrl tokenUrl refreshUrl scopes",
  ],
  discriminator: ["/components/schemas/Animal/discriminator", "propertyName mapping"],
  xml: ["/components/schemas/Count/xml", "name namespace prefix attribute wrapped"],
  schema: [
    "/components/schemas/Count",
    "$id $schema $ref $anchor $dynamicRef $dynamicAnchor $vocabulary $comment $defs title description default deprecated " +
      "readOnly writeOnly examples example externalDocs xml discriminator nullable type enum const multipleOf maximum minimum " +
      "exclusiveMaximum exclusiveMinimum maxLength minLength pattern format maxItems minItems uniqueItems maxContains " +
      "minContains maxProperties minProperties required dependentRequired contentEncoding contentMediaType contentSchema " +
      "properties patternProperties dependentSchemas additionalProperties unevaluatedProperties propertyNames items " +
      "prefixItems unevaluatedItems contains allOf anyOf oneOf not if then else",
  ],
};

const VALUES: Readonly<Record<string, unknown>> = {
  boolean: true,
  text: "text",
  number: -0.5,
  zero: 0,
  array: [5],
  object: { key: 5 },
};

/** Returns the findings of an edit, or the errors if the spec cannot be loaded. */
function lintEdited(edit: Edit): readonly { code: string; level: string; pointer: string; message: string }[] {
  try {
    return lintDocument(edited(edit), { values: true }).map(({ code = "", level = "", pointer = "", message }) => ({
      code,
      level,
      pointer,
      message,
    }));
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.diagnostics.map(({ message }) => ({ code: "spec.object", level: "not loaded", pointer: "", message }));
  }
}

test("each case has the recorded message", async () => {
  const lines = lintCases().flatMap(([code, cases]) => [
    `${code}`,
    ...cases.flatMap(({ at: _, level: __, also: ___, ...edit }) =>
      lintEdited(edit).map((it) => `  ${it.level} ${it.pointer}: ${it.message}`),
    ),
  ]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot(join(import.meta.dirname, "messages/cases.txt"));
});

test.each(Object.keys(OBJECTS))("the fields of %s have their types", async (kind) => {
  const [at, fields] = OBJECTS[kind] ?? ["", ""];
  const found = (version: "3.0" | "3.1", value: unknown): string[] => {
    const all = Object.fromEntries(fields.split(" ").map((name) => [name, value]));
    const root = kind === "openapi" ? Object.entries(all) : [];
    const edit = kind === "openapi" ? {} : { add: at, value: all };
    const files = Object.fromEntries(root.map(([name, it]) => [`/${name}`, it]));
    const parents = kind === "xml" ? { "/components/schemas/Count/type": "object" } : {};
    const own = lintEdited({ version, with: { ...parents, ...files }, ...edit }).filter(({ pointer, code }) => {
      return code.startsWith("spec.object") || pointer.startsWith(`${at}/`);
    });
    const lines = own.map((it) => `${it.level} ${it.pointer.slice(at.length)}: ${it.message}`).sort();
    return lines.map((line, index) =>
      line === lines[index - 1] ? `${line} (${index - lines.indexOf(line) + 1})` : line,
    );
  };
  const results = Object.entries(VALUES).flatMap(([name, value]) => {
    const [now, before] = [found("3.1", value), found("3.0", value)];
    return [...new Set([...now, ...before])].map((line) => {
      const only = now.includes(line) ? "3.1 only: " : "3.0 only: ";
      return [name, now.includes(line) && before.includes(line) ? line : only + line] as const;
    });
  });
  const text = groupResults(results);
  await expect(text.join("\n")).toMatchFileSnapshot(join(import.meta.dirname, `messages/${kind}.txt`));
});
