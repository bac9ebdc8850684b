import { asObject, joinPointer, pointerTokens, valueAt } from "../document/index.js";
import { anObject } from "./objects.js";
import { stepsOf } from "./path-rules.js";
import type { Rules } from "./rule.js";

/** Beside a `$ref` of 3.0 these change nothing, ignored or not. */
const HARMLESS = new Set(["$ref", "summary", "description", "title", "example", "examples", "externalDocs"]);

/** Where references lead, and what stands beside them. */
export const REFERENCE_RULES = {
  "spec.reference.unresolved": {
    level: "error",
    title: "A $ref leads nowhere, or to another machine.",
    fix: "Correct the $ref. What leads to it is judged in part, and the rest as ever.",
    on: ["openapi"],
    *find(_, { document }) {
      for (const [pointer, { message }] of document.gaps ?? [])
        if (typeof asObject(valueAt(document.root, pointer) ?? null)?.$ref === "string")
          yield { message, at: pointerTokens(joinPointer(pointer, "$ref")) };
    },
  },
  "spec.reference.for-map": {
    level: "error",
    title: "A $ref stands for a whole map, such as all schemas, where the specification wants the map itself.",
    fix: "Write the map, with a $ref for each of its objects. It is read as if it stood there.",
    on: ["openapi"],
    *find(_, { document }) {
      for (const [pointer, message] of document.repaired ?? []) yield { message, at: pointerTokens(pointer) };
    },
  },
  "spec.reference.wrong-kind": {
    level: "error",
    title: "A $ref leads to an object of another kind than belongs there.",
    fix: "Refer to an object of the right kind.",
    on: ["openapi"],
    *find(_, { references, kindOf, follow }) {
      for (const { place, kind } of references) {
        const found = kindOf(follow(place.value));
        if (found !== undefined && found !== kind)
          yield {
            message: `${anObject(kind)} belongs here, and "${String(place.value.$ref)}" is ${anObject(found)}`,
            at: stepsOf(place, "$ref"),
          };
      }
    },
  },
  "spec.reference.siblings-ignored": {
    level: "warn",
    title: "Fields stand beside a $ref where the specification says to ignore them.",
    fix: "In a schema of 3.0, put the $ref into allOf; elsewhere, take the fields away.",
    on: ["reference"],
    *find({ value }) {
      const ignored = Object.keys(value).filter((name) => !HARMLESS.has(name) && !name.startsWith("x-"));
      const [first] = ignored;
      if (first !== undefined)
        yield {
          message: `the specification says to ignore ${ignored.map((it) => `"${it}"`).join(", ")} beside a $ref`,
          at: [first],
        };
    },
  },
} satisfies Rules;
