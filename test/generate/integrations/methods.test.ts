/** Which operations are queries, and the fences of a README around code that has backticks. */
import { expect, test } from "vitest";
import { loadDocument } from "../../../src/document/index.js";
import { createClientModel } from "../../../src/generate/client/client-model.js";
import { generateQueries } from "../../../src/generate/integrations.js";
import { readPackageFacts } from "../../../src/generate/package/package-json.js";
import { formatReadme } from "../../../src/generate/package/readme.js";

const load = (item: object) => {
  const spec = { openapi: "3.2.0", info: { title: "T", version: "1" }, paths: { "/a": item } };
  const document = loadDocument("spec.json", () => JSON.stringify(spec));
  return { document, model: createClientModel(document) };
};

test.each([
  ["get", "Query"],
  ["head", "Query"],
  ["query", "Query"],
  ["post", "Mutation"],
  ["options", "Mutation"],
  ["FORGET", "Mutation"],
  ["GETALL", "Mutation"],
])("%s is a %s", (method, kind) => {
  const operation = { operationId: "a", responses: {} };
  const isFurther = method === method.toUpperCase();
  const { document, model } = load(
    isFurther ? { additionalOperations: { [method]: operation } } : { [method]: operation },
  );
  expect(generateQueries(document, model)).toContain(`export const a${kind}: runtime.${kind}Factory<"a", `);
});

test.each([
  ["a", "```"],
  ["``", "```"],
  ["```", "````"],
  ["a ```` b `", "`````"],
])("code with %j has the fence %s", (example, fence) => {
  const requestBody = { content: { "application/json": { example } } };
  const { document, model } = load({ post: { operationId: "send", requestBody, responses: {} } });
  const readme = formatReadme(document, model, readPackageFacts(document));
  expect(readme).toContain(
    `\n${fence}ts\nconst result = await client.send({ body: ${JSON.stringify(example)} });\n${fence}\n`,
  );
});
