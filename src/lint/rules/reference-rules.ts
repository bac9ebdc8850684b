import { asObject, joinPointer, parsePointer, valueAt } from "../../document/index.js";
import { formatObjectKind } from "../object-fields.js";
import type { LintRules } from "../rule.js";
import { getPathFromRoot } from "./path-rules.js";

/** Beside a `$ref` of 3.0 these change nothing, ignored or not. */
const ANNOTATION_FIELDS = new Set(["$ref", "summary", "description", "title", "example", "examples", "externalDocs"]);

/** Where references lead, and what stands beside them. */
export const REFERENCE_RULES = {
  "spec.reference.unresolved": {
    level: "error",
    title: "A $ref leads nowhere, or to another machine.",
    fix: "Correct the $ref. What leads to it is judged in part, and the rest as ever.",
    objectKinds: ["openapi"],
    *find(_, { document }) {
      for (const [pointer, { message }] of document.unusable ?? []) {
        const reference = asObject(valueAt(document.root, pointer) ?? null)?.$ref;
        const at = parsePointer(joinPointer(pointer, "$ref"));
        // A value of Swagger 2.0 without an equivalent is valid there.
        if (reference === "#/x-swagger/collectionFormat") yield { message, at, level: "warn" };
        else if (typeof reference === "string") yield { message, at };
      }
    },
  },
  "spec.reference.for-map": {
    level: "error",
    title: "A $ref stands for a whole map, such as all schemas, where the specification wants the map itself.",
    fix: "Write the map, with a $ref for each of its objects. It is read as if it stood there.",
    objectKinds: ["openapi"],
    *find(_, { document }) {
      for (const [pointer, message] of document.repaired ?? []) yield { message, at: parsePointer(pointer) };
    },
  },
  "spec.reference.wrong-kind": {
    level: "error",
    title: "A $ref leads to an object of another kind than belongs there.",
    fix: "Refer to an object of the right kind.",
    objectKinds: ["openapi"],
    *find(_, { references, kindOf, resolveReference }) {
      for (const { object, kind } of references) {
        const found = kindOf(resolveReference(object.value));
        if (found !== undefined && found !== kind)
          yield {
            message: `${formatObjectKind(kind)} belongs here, and "${String(object.value.$ref)}" is ${formatObjectKind(found)}`,
            at: getPathFromRoot(object, "$ref"),
          };
      }
    },
  },
  "spec.reference.siblings-ignored": {
    level: "warn",
    title: "Fields stand beside a $ref where the specification says to ignore them.",
    fix: "In a schema of 3.0, put the $ref into allOf; elsewhere, take the fields away.",
    objectKinds: ["reference"],
    *find({ value }) {
      const ignored = Object.keys(value).filter((name) => !ANNOTATION_FIELDS.has(name) && !name.startsWith("x-"));
      const [first] = ignored;
      if (first !== undefined)
        yield {
          message: `the specification says to ignore ${ignored.map((it) => `"${it}"`).join(", ")} beside a $ref`,
          at: [first],
        };
    },
  },
} satisfies LintRules;
