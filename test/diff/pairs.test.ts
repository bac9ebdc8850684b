import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { groupBy, type Json } from "../../src/document/index.js";
import { difference } from "./case.js";
import { checkContainment } from "./containment/containment-documents.js";

const pairs = parse(readFileSync(join(import.meta.dirname, "pairs.yaml"), "utf8")) as readonly (readonly [
  Json,
  Json,
])[];

test.each(pairs.map(([one, other]) => [JSON.stringify(one), JSON.stringify(other), one, other] as const))(
  "%s and %s",
  (_, __, one, other) => {
    const lines = [
      { there: checkContainment(one, other), back: checkContainment(other, one) },
      ...findings(one, other),
      ...findings(other, one),
    ];
    expect(lines.map((it) => JSON.stringify(it)).join("\n")).toMatchSnapshot();
  },
);

/** One double stands for both numbers of a pair. */
test.each([
  ['{ "enum": [9223372036854775807, 9223372036854775806] }', '{ "enum": [9223372036854775807, 9223372036854775805] }'],
  ['{ "const": 9007199254740993 }', '{ "const": 9007199254740992 }'],
  ['{ "enum": [{ "id": 9007199254740993 }] }', '{ "enum": [{ "id": 9007199254740992 }] }'],
  ['{ "type": "integer", "default": 9007199254740993 }', '{ "type": "integer", "default": 9007199254740992 }'],
])("%s and %s differ", (old, next) => {
  const write = (schema: string): string => {
    const content = `{ "application/json": { "schema": ${schema} } }`;
    const operation = `{ "requestBody": { "content": ${content} }, "responses": { "200": { "content": ${content} } } }`;
    return `{ "openapi": "3.1.0", "info": { "title": "T", "version": "1" }, "paths": { "/a": { "post": ${operation} } } }`;
  };
  const messages = difference(write(old), write(next)).findings.map(({ message }) => message);
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages) expect(message).toMatch(/900719925474099[23]|922337203685477580[56]/);
});

/** Reports the changes of a request body and of a response body. */
function findings(old: Json, next: Json): readonly object[] {
  const [before, after] = [old, next].map((schema) => {
    const content = { "application/json": { schema } };
    const responses = { 200: { description: "d", content } };
    const paths = { "/a": { post: { operationId: "a", requestBody: { required: true, content }, responses } } };
    return JSON.stringify({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  });
  const found = groupBy(difference(before ?? "", after ?? "").findings, ({ message }) => message.split("; ")[0]);
  // A change in both directions of messages breaks one and is compatible in the other, with the same text.
  return [...found.values()].map((group) => {
    const [{ message, counterexample }] = group;
    return { codes: group.map(({ code }) => code), message, counterexample };
  });
}
