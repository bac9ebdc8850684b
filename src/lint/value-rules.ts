import { asArray, asObject, type Json } from "../document/index.js";
import type { Lint, Place, Rules, Trouble } from "./rule.js";
import { typeOfValue, valueHasType } from "./value-type.js";
import { keyOf, pointerOf } from "./walk.js";

/** Values that a description gives as examples and defaults, held against their schemas. */
export const VALUE_RULES = {
  "spec.default.unfit": {
    level: "warn",
    title: "A default does not fit its own schema.",
    fix: "Correct the default or the schema.",
    on: ["schema"],
    fields: ["default"],
    *find(place, lint) {
      const { value: schema } = place;
      const value = schema.default ?? null;
      if (value === null && schema.nullable === true) return;
      const plain = plainMisfit(value, schema);
      const reason = plain ?? lint.misfit?.(pointerOf(place), ["request", "response"], value);
      if (reason !== undefined) yield { message: `the default does not fit: ${reason}`, at: ["default"] };
    },
  },
  "spec.example.unfit": {
    level: "warn",
    title: "An example does not fit its schema.",
    fix: "Correct the example or the schema. Only --strict-spec looks at examples.",
    on: ["schema", "parameter", "header", "mediaType"],
    fields: ["example", "examples"],
    *find(place, lint, field) {
      if (lint.misfit === undefined) return;
      if (place.kind === "schema") yield* schemaExamples(place, lint, field);
      else if (place.value.schema !== undefined) yield* namedExamples(place, lint, field);
    },
  },
} satisfies Rules;

/** What can be seen without compiling a schema. */
function plainMisfit(value: Json, schema: Place["value"]): string | undefined {
  if (!valueHasType(value, schema.type))
    return `expected ${[schema.type].flat().join(" or ")}, got ${typeOfValue(value)}`;
  const listed = asArray(schema.enum);
  if (typeof value !== "string" || listed.length === 0 || listed.includes(value)) return undefined;
  return `expected one of ${listed.map((it) => JSON.stringify(it)).join(", ")}`;
}

function* schemaExamples(place: Place, lint: Lint, field: string): Iterable<Trouble> {
  const content = place.value[field] ?? null;
  const values: (readonly [(string | number)[], Json])[] =
    field === "example" ? [[["example"], content]] : asArray(content).map((it, index) => [["examples", index], it]);
  for (const [at, value] of values) {
    const reason = lint.misfit?.(pointerOf(place), ["request", "response"], value);
    if (reason !== undefined) yield { message: `the example does not fit: ${reason}`, at };
  }
}

function* namedExamples(place: Place, lint: Lint, field: string): Iterable<Trouble> {
  const content = place.value[field] ?? null;
  const judge = (value: Json, at: string[]): Trouble | undefined => {
    const reason = misfitHere(place, lint, value);
    return reason === undefined ? undefined : { message: `the example does not fit: ${reason}`, at };
  };
  if (field === "example") {
    const trouble = judge(content, ["example"]);
    if (trouble !== undefined) yield trouble;
    return;
  }
  for (const [name, item] of Object.entries(asObject(content) ?? {})) {
    const example = lint.follow(item);
    if (example === undefined || example.value === undefined) continue;
    const isOwn = asObject(item)?.$ref === undefined;
    const trouble = judge(example.value, isOwn ? ["examples", name, "value"] : ["examples", name]);
    if (trouble !== undefined) yield trouble;
  }
}

/** A text may be the example of a document that is not JSON, or of one that is, written out. */
function misfitHere(place: Place, lint: Lint, value: Json): string | undefined {
  const isMedia = place.kind === "mediaType";
  if (isMedia && typeof value === "string" && !/[/+]json\b/i.test(keyOf(place))) return undefined;
  const sides = isMedia ? sidesOf(place) : (["request", "response"] as const);
  const pointer = pointerOf(place, "schema");
  const reason = lint.misfit?.(pointer, sides, value);
  if (reason === undefined || !isMedia || typeof value !== "string") return reason;
  const parsed = parse(value);
  return parsed === undefined ? reason : lint.misfit?.(pointer, sides, parsed);
}

function sidesOf({ parent }: Place): readonly ("request" | "response")[] {
  if (parent?.kind === "requestBody") return ["request"];
  return parent?.kind === "response" ? ["response"] : ["request", "response"];
}

function parse(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
