import {
  type Document,
  type JsonObject,
  joinPointer,
  resolveChildren,
  resolvePointer,
} from "../../../src/document/index.js";
import { findBodySchema } from "./body-operators.js";
import { getMediaType, getText, withBody } from "./edit-exchange.js";
import { listInvalidValues } from "./invalid-values.js";
import type { Clean, Edited } from "./mutant.js";
import { getProperties, getTypes } from "./schema-locations.js";

function readFields({ exchange }: Clean): [string, string][] {
  const isForm = getMediaType(exchange, "request") === "application/x-www-form-urlencoded";
  return isForm ? [...new URLSearchParams(getText(exchange, "request") ?? "")] : [];
}

function withFields({ exchange }: Clean, all: readonly [string, string][]): Clean["exchange"] {
  return withBody(exchange, "request", new URLSearchParams([...all]).toString());
}

export function* removeField(clean: Clean, document: Document): Iterable<Edited> {
  const all = readFields(clean);
  for (const name of readFormSchema(clean, document).required) {
    const rest = all.filter(([it]) => it !== name);
    if (rest.length < all.length && rest.length > 0)
      yield {
        exchange: withFields(clean, rest),
        description: `without field ${name}`,
        ...createClaim(clean, document, rest),
      };
  }
}

export function* invalidateField(clean: Clean, document: Document): Iterable<Edited> {
  const { properties } = readFormSchema(clean, document);
  const all = readFields(clean);
  for (const [name] of all) {
    for (const value of listInvalidValues(properties.get(name) ?? {})) {
      const edited = all.map(([it, old]): [string, string] => [it, it === name ? value : old]);
      yield {
        exchange: withFields(clean, edited),
        description: `field ${name}=${value}`,
        ...createClaim(clean, document, edited),
      };
    }
  }
}

export function* repeatField(clean: Clean, document: Document): Iterable<Edited> {
  const { properties } = readFormSchema(clean, document);
  const all = readFields(clean);
  for (const [name, value] of all) {
    const type = getTypes(properties.get(name) ?? {})?.[0];
    if (type === undefined || type === "array") continue;
    yield { exchange: withFields(clean, [...all, [name, value]]), description: `field ${name} twice` };
  }
}

export function* addUndeclaredField(clean: Clean): Iterable<Edited> {
  const all = readFields(clean);
  if (all.length > 0)
    yield { exchange: withFields(clean, [...all, ["zzUndeclared", "1"]]), description: "field zzUndeclared" };
}

/** Returns the schema of the form, or its branch whose constants match the fields. */
function readFormSchema(clean: Clean, document: Document): { required: string[]; properties: Map<string, JsonObject> } {
  const media = clean.operation.requestBody?.content.find(({ range }) => range.includes("form-urlencoded"));
  const schema = media?.schema === undefined ? undefined : resolvePointer(document, media.schema);
  const all = new Map(readFields(clean));
  const branches =
    schema === undefined
      ? []
      : (["oneOf", "anyOf"] as const).flatMap((keyword) =>
          resolveChildren(document, joinPointer(schema.pointer, keyword)),
        );
  const fits = ({ pointer }: { pointer: string }): boolean =>
    [...getProperties(document, pointer)].every(([name, it]) => it.const === undefined || it.const === all.get(name));
  const chosen = branches.find(fits) ?? schema;
  return {
    required: Array.isArray(chosen?.value.required) ? chosen.value.required.map(String) : [],
    properties: new Map(chosen === undefined ? [] : getProperties(document, chosen.pointer)),
  };
}

/** Parses the fields to the value that the schema describes. Integers are parsed as numbers. */
function createClaim(clean: Clean, document: Document, all: readonly [string, string][]): Pick<Edited, "claim"> {
  const schema = findBodySchema(clean, "request");
  const { properties } = readFormSchema(clean, document);
  const read = ([name, text]: [string, string]): [string, unknown] => {
    const type = getTypes(properties.get(name) ?? {})?.[0];
    return [name, type === "integer" && /^-?\d+$/.test(text) ? Number(text) : text];
  };
  return schema === undefined
    ? {}
    : { claim: { side: "request", schema, value: Object.fromEntries(all.map(read)), isCertain: false } };
}
