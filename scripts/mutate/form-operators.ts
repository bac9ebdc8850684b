import {
  type Document,
  type JsonObject,
  joinPointer,
  resolveChildren,
  resolvePointer,
} from "../../src/document/index.js";
import { badValues } from "./bad-values.js";
import { schemaOf } from "./body-operators.js";
import { essence, textOf, withBody } from "./edit-exchange.js";
import type { Clean, Edited } from "./mutant.js";
import { propertiesOf, typesOf } from "./schema-places.js";

function fields({ exchange }: Clean): [string, string][] {
  const isForm = essence(exchange, "request") === "application/x-www-form-urlencoded";
  return isForm ? [...new URLSearchParams(textOf(exchange, "request") ?? "")] : [];
}

function withFields({ exchange }: Clean, all: readonly [string, string][]): Clean["exchange"] {
  return withBody(exchange, "request", new URLSearchParams([...all]).toString());
}

export function* fieldMissing(clean: Clean, document: Document): Iterable<Edited> {
  const all = fields(clean);
  for (const name of formSchema(clean, document).required) {
    const rest = all.filter(([it]) => it !== name);
    if (rest.length < all.length && rest.length > 0)
      yield { exchange: withFields(clean, rest), what: `without field ${name}`, ...claim(clean, document, rest) };
  }
}

export function* fieldInvalid(clean: Clean, document: Document): Iterable<Edited> {
  const { properties } = formSchema(clean, document);
  const all = fields(clean);
  for (const [name] of all) {
    for (const value of badValues(properties.get(name) ?? {})) {
      const edited = all.map(([it, old]): [string, string] => [it, it === name ? value : old]);
      yield { exchange: withFields(clean, edited), what: `field ${name}=${value}`, ...claim(clean, document, edited) };
    }
  }
}

export function* fieldTwice(clean: Clean, document: Document): Iterable<Edited> {
  const { properties } = formSchema(clean, document);
  const all = fields(clean);
  for (const [name, value] of all) {
    const type = typesOf(properties.get(name) ?? {})?.[0];
    if (type === undefined || type === "array") continue;
    yield { exchange: withFields(clean, [...all, [name, value]]), what: `field ${name} twice` };
  }
}

export function* fieldUndeclared(clean: Clean): Iterable<Edited> {
  const all = fields(clean);
  if (all.length > 0)
    yield { exchange: withFields(clean, [...all, ["zzUndeclared", "1"]]), what: "field zzUndeclared" };
}

/** What the form's schema asks, or the branch of it that the fields fit by a constant. */
function formSchema(clean: Clean, document: Document): { required: string[]; properties: Map<string, JsonObject> } {
  const media = clean.operation.requestBody?.content.find(({ range }) => range.includes("form-urlencoded"));
  const schema = media?.schema === undefined ? undefined : resolvePointer(document, media.schema);
  const all = new Map(fields(clean));
  const branches =
    schema === undefined
      ? []
      : (["oneOf", "anyOf"] as const).flatMap((word) => resolveChildren(document, joinPointer(schema.pointer, word)));
  const fits = ({ pointer }: { pointer: string }): boolean =>
    [...propertiesOf(document, pointer)].every(([name, it]) => it.const === undefined || it.const === all.get(name));
  const chosen = branches.find(fits) ?? schema;
  return {
    required: Array.isArray(chosen?.value.required) ? chosen.value.required.map(String) : [],
    properties: new Map(chosen === undefined ? [] : propertiesOf(document, chosen.pointer)),
  };
}

/** The fields as the value that the schema speaks of: numbers are read as such where the schema asks for them. */
function claim(clean: Clean, document: Document, all: readonly [string, string][]): Pick<Edited, "claim"> {
  const schema = schemaOf(clean, "request");
  const { properties } = formSchema(clean, document);
  const read = ([name, text]: [string, string]): [string, unknown] => {
    const type = typesOf(properties.get(name) ?? {})?.[0];
    return [name, type === "integer" && /^-?\d+$/.test(text) ? Number(text) : text];
  };
  return schema === undefined
    ? {}
    : { claim: { side: "request", schema, value: Object.fromEntries(all.map(read)), certain: false } };
}
