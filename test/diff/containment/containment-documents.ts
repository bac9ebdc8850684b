import { expect } from "vitest";
import { type ContainmentResult, createContainmentChecker } from "../../../src/diff/containment/containment-checker.js";
import { createVersionedDocument } from "../../../src/diff/containment/schemas/versioned-document.js";
import { createFaultyDocument, type Document, type Json } from "../../../src/document/index.js";
import type { MessageDirection } from "../../../src/schema/index.js";
import type { SchemasOptions } from "../../../src/schema/validation/schemas.js";

/** Creates a spec with these schemas and no operations. */
export function createSchemaDocument(schemas: Readonly<Record<string, Json>>, openapi = "3.1.0"): Document {
  const value = { openapi, info: { title: "Tested", version: "1" }, components: { schemas } };
  const entry = { path: "tested.json", text: "", value, locate: () => ({ file: "tested.json" }) };
  const { document, errors } = createFaultyDocument(entry, () => ({
    root: value,
    origins: new Map(),
    referenced: new Set(),
    diagnostics: [],
    unresolved: new Map(),
    repaired: new Map(),
  }));
  expect(errors).toEqual([]);
  return document;
}

/** Checks whether one schema accepts everything that the other accepts. */
export function checkContainment(
  left: Json,
  right: Json,
  { view: direction = "response", ...options }: SchemasOptions & { view?: MessageDirection } = {},
): ContainmentResult {
  const [old, next] = [
    createVersionedDocument("old", createSchemaDocument({ It: left }), options),
    createVersionedDocument("new", createSchemaDocument({ It: right }), options),
  ];
  const pointer = "/components/schemas/It";
  return createContainmentChecker({ left: old, direction })({ spec: old, pointer }, { spec: next, pointer });
}
