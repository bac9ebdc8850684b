import { asObject, joinPointer, lastToken, parsePointer, valueAt } from "../../document/index.js";
import { formatObjectKind } from "../../document/structure.js";
import type { LintRules } from "../rule.js";
import { getPathFromRoot } from "./path-rules.js";

/** Fields that have no effect on validation, so that it does not matter whether a tool ignores them. */
const ANNOTATION_FIELDS = new Set(["$ref", "summary", "description", "title", "example", "examples", "externalDocs"]);

/** Rules about the targets and siblings of references. */
export const REFERENCE_RULES = {
  "spec.reference.unresolved": {
    level: "error",
    title: "A $ref cannot be resolved, or its target is on another host.",
    fix: "Change the $ref to a file and a pointer that exist. Until then, exchanges that need its target are only partially checked.",
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
    title: "A $ref replaces a whole map, such as all schemas, where OpenAPI does not allow a $ref.",
    fix: "Write the map, with a $ref for each of its objects. The tool resolves the $ref anyway.",
    objectKinds: ["openapi"],
    *find(_, { document }) {
      for (const [pointer, message] of document.repaired ?? [])
        if (lastToken(pointer) === "$ref") yield { message, at: parsePointer(pointer) };
    },
  },
  "spec.reference.wrong-kind": {
    level: "error",
    title: "The target of a $ref is an object of the wrong kind.",
    fix: "Refer to an object of the right kind.",
    objectKinds: ["openapi"],
    *find(_, { references, kindOf, resolveReference }) {
      for (const { object, kind } of references) {
        const found = kindOf(resolveReference(object.value));
        if (found !== undefined && found !== kind)
          yield {
            message: `expected ${formatObjectKind(kind)}, but "${String(object.value.$ref)}" is ${formatObjectKind(found)}`,
            at: getPathFromRoot(object, "$ref"),
          };
      }
    },
  },
  "spec.reference.siblings-ignored": {
    level: "warn",
    title: "Fields next to a $ref are ignored.",
    fix: "In schemas of OpenAPI 3.0, move the $ref into allOf. Elsewhere, remove the fields.",
    objectKinds: ["reference"],
    *find({ value }) {
      const ignored = Object.keys(value).filter((name) => !ANNOTATION_FIELDS.has(name) && !name.startsWith("x-"));
      const [first] = ignored;
      if (first !== undefined)
        yield {
          message: `${ignored.map((it) => `"${it}"`).join(", ")} next to a $ref ${ignored.length === 1 ? "is" : "are"} ignored`,
          at: [first],
        };
    },
  },
} satisfies LintRules;
