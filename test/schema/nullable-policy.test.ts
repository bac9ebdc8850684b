/** What `nullable` means: check, diff, lint and samples agree about each form of it (docs/findings.md); test/generate/text.test.ts has types. */
import { describe, expect, test } from "vitest";
import { diffDocuments } from "../../src/diff/index.js";
import { loadDocument } from "../../src/document/index.js";
import { lintDocument } from "../../src/lint/index.js";
import { makeSampleValues } from "../../src/samples/make-value.js";
import { createSchemas } from "../../src/schema/index.js";
import { createExchange, createInlineContract } from "../check/inline-contract.js";
import { getFormPointer, NULLABLE_FORMS, type NullMeaning, writeNullableSpec } from "./nullable-forms.js";

describe.each(Object.entries(NULLABLE_FORMS))("OpenAPI %s", (version, rows) => {
  const spec = writeNullableSpec(
    version,
    rows.map(([name, schema]) => [name, schema]),
  );
  const document = loadDocument("spec.json", () => spec);
  const listNames = (...meanings: readonly NullMeaning[]): string[] =>
    rows.flatMap(([name, , meaning]) => (meanings.includes(meaning) ? [name] : []));

  test("check accepts null where nullable is ignored, as drift", () => {
    const contract = createInlineContract({ "spec.json": spec });
    const found = rows.map(([name, , meaning]) => {
      const { findings } = contract.check(createExchange({ response: { [name]: null } }));
      return [name, meaning, findings.map(({ code, contract: { pointer } }) => `${code} ${pointer.split("/").at(-1)}`)];
    });
    const expected = rows.map(([name, , meaning]) => {
      const [code] = meaning === "rejected" ? (found.find((it) => it[0] === name)?.[2] ?? []) : [];
      if (meaning === "rejected") expect(code).toMatch(/^response\.body\.invalid/);
      const drift = meaning === "ignored" ? ["response.body.null-undocumented nullable"] : [];
      return [name, meaning, meaning === "rejected" ? [code] : drift];
    });
    expect(found).toEqual(expected);
    const advised = rows.map(([name]) => contract.check(createExchange({ response: { [name]: null } })).findings);
    const edits = rows.map(([, , meaning, edit]) => (meaning === "ignored" ? edit : undefined));
    expect(advised.map(([finding]) => (finding?.code.endsWith("undocumented") ? finding.edit : undefined))).toEqual(
      edits,
    );
  });

  test("diff reports that nullable was removed where null is then rejected", () => {
    for (const [name, schema, meaning] of rows) {
      const load = (it: object) => loadDocument("spec.json", () => writeNullableSpec(version, [[name, it]]));
      const documents = { old: load({ ...schema, nullable: undefined }), new: load(schema) };
      const isAccepted = createSchemas(documents.old).isValid(getFormPointer(name), "response", null);
      const nulls = diffDocuments(documents).findings.filter(
        ({ counterexample }) => (counterexample?.value as Record<string, unknown>)?.[name] === null,
      );
      expect([name, nulls.length > 0]).toEqual([name, meaning !== "rejected" && !isAccepted]);
    }
  });

  test("lint warns where nullable is ignored, and notes where it is free", () => {
    const found = lintDocument(document, { values: true }).filter(
      ({ code, message }) => code === "spec.schema.nullable-ignored" || message.startsWith('"nullable" next to a $ref'),
    );
    const listed = (level: string): string[] =>
      found.flatMap((it) => (it.level === level ? [it.pointer.split("/").at(-2) ?? ""] : []));
    const isIn31 = version === "3.1.0";
    const edited = rows.flatMap(([name, , , edit]) => (edit === undefined ? [] : [[name, edit]]));
    const messages = found.map(({ pointer, message }) => [pointer.split("/").at(-2), message.split("; ")[1]]);
    if (isIn31) expect(messages).toEqual(edited);
    const warned = isIn31 ? edited.map(([name]) => name) : [...listNames("ignored"), "refNullable"];
    expect([...new Set(listed("warn"))].sort()).toEqual(warned.sort());
    // A branch with null says what is meant.
    const noted = listNames("free").filter((it) => it !== "anyOfNullable");
    expect(listed("info").sort()).toEqual(isIn31 ? [] : noted.sort());
  });

  test("samples have null only where it is documented", () => {
    const schemas = createSchemas(document);
    for (const [name, , meaning] of rows) {
      const context = { schemas, direction: "response" } as const;
      const state = { context, stack: [], budget: { left: 1000 } };
      const values = makeSampleValues(state, schemas.model.at([getFormPointer(name)]), 5).map((it) => it.value);
      expect(values).not.toEqual([]);
      expect([name, values.includes(null) && !["documented", "free"].includes(meaning)]).toEqual([name, false]);
    }
  });
});
