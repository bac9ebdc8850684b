import { type Document, listOperations, memoizeByObject, type Operation, parsePointer } from "../../document/index.js";
import {
  findUnknownInList,
  findUnknownInMessages,
  findUnknownInSelections,
  getListFacts,
  type ListFacts,
  listBodyFields,
  readSelections,
  readStatements,
} from "../../resources/index.js";
import schema from "../../resources/keywords.schema.json" with { type: "json" };
import { listSchemaDiagnostics } from "../../schema/index.js";
import type { LintRules, RuleMatch } from "../rule.js";
import { getPointer } from "../walk-document.js";

/** Rules about what a spec states about lists and parameters: spec/extensions.md. */
export const RESOURCE_RULES = {
  "spec.resource.invalid": {
    level: "error",
    title: "A statement such as x-list or x-selects has an unknown field, or one with a wrong value.",
    fix: "Write the field as spec/extensions.md describes it.",
    objectKinds: ["operation", "parameter", "securityScheme", "schema"],
    fields: Object.keys(schema.properties),
    *find({ value }, _, field) {
      for (const { at, message, instance } of listSchemaDiagnostics(schema, { [field]: value[field] ?? null }))
        yield { message: `${instance.slice(1)}: ${message}`, at: parsePointer(at) };
    },
  },
  "spec.resource.unknown": {
    level: "error",
    title: "A statement names a parameter, a property or a security scheme that does not exist.",
    fix: "Name a parameter or security scheme of the operation, or the JSON Pointer to a declared property.",
    objectKinds: ["operation", "parameter", "schema"],
    fields: ["x-list", "x-selects", "x-registers-webhooks", "x-returns-sent", "x-security-when"],
    *find(object, { document }, field) {
      const operation = getOperations(document).get(getPointer(object));
      const facts = field === "x-list" && operation !== undefined ? getListFacts(document, operation) : undefined;
      const found =
        operation === undefined
          ? findUnknownInSelections(document, getPointer(object))
          : facts === undefined
            ? findUnknownInMessages(document, operation, field)
            : findUnknownInList(document, operation, facts);
      for (const { at, message } of found) yield { message, at: [field, ...at] };
    },
  },
  "spec.resource.contradiction": {
    level: "error",
    title: "Two statements about a list or a parameter contradict each other.",
    fix: "Remove one of the two.",
    objectKinds: ["operation"],
    *find(object, { document }) {
      const operation = getOperations(document).get(getPointer(object));
      if (operation !== undefined) yield* findContradictions(document, operation);
    },
  },
} satisfies LintRules;

const getOperations = memoizeByObject(
  (document: Document) => new Map(listOperations(document).map((it) => [it.pointer, it])),
);

function* findContradictions(document: Document, operation: Operation): Iterable<RuleMatch> {
  const [first, ...others] = readStatements(document, operation);
  for (const other of others) {
    const field = COMPARED.find(
      (it) => first?.[it] !== undefined && other[it] !== undefined && first[it] !== other[it],
    );
    // A link may lead on in another way than the keyword.
    if (first === undefined || field === undefined || other.keyword === "links") continue;
    const message = `${field} is "${first[field]}" in ${first.keyword}, but "${other[field]}" in ${other.keyword} at ${other.pointer}`;
    yield { message, at: [first.keyword] };
  }
  const selections = [...operation.parameters, ...listBodyFields(document, operation)].flatMap((parameter) =>
    readSelections(document, parameter).map((it) => ({ ...it, parameter })),
  );
  for (const { parameter, pointer, unless } of selections) {
    if (first !== undefined && parameter.in === "query" && first.size === parameter.name)
      yield {
        message: `"${parameter.name}" is the size of a page, but selects items at ${pointer}`,
        at: [first.keyword],
      };
    const opposite = selections.find(
      (it) => unless.includes(it.parameter.name) && it.unless.includes(parameter.name) && it.pointer >= pointer,
    );
    if (opposite !== undefined)
      yield {
        message: `each of two parameters is ignored if the other is present: ${pointer} and ${opposite.pointer}`,
      };
  }
}

/** Styles are not compared, because tools have different ones for the same list. */
const COMPARED = ["items", "start", "size", "next"] as const satisfies readonly (keyof ListFacts)[];
