import {
  asObject,
  type Document,
  getOrCreate,
  type Json,
  type JsonObject,
  joinPointer,
  listOperations,
  type Pointer,
  parsePointer,
  resolvePointer,
  takeName,
  valueAt,
} from "../../document/index.js";
import { createJsonCopy } from "../../document/values/parse-json.js";
import type { ClientConfig } from "../client/client-config.js";
import { GenerateError } from "../generate-error.js";

/**
 * Returns a copy of the document in which the schemas that `client.brands` names have `x-brand`. A place is the name of a
 * parameter, such as `noteId`, or the property of a component schema, such as `Note.id`. Of an array, the items are branded.
 *
 * @throws GenerateError when the spec does not have a place, or it is not a string
 */
export function markBrands(document: Document, brands: ClientConfig["brands"] = {}): Document {
  if (Object.keys(brands).length === 0) return document;
  const marked = { ...document, root: createJsonCopy(document.root) };
  for (const [brand, places] of Object.entries(brands)) {
    for (const place of places) {
      const schemas = findSchemas(document, place);
      if (schemas.length === 0)
        throw new GenerateError(
          `client.brands: ${brand}: the spec has no ${place}; expected a parameter, such as noteId, or a property of a component schema, such as Note.id`,
        );
      for (const pointer of schemas)
        if (!markSchema(marked, pointer, brand))
          throw new GenerateError(`client.brands: ${brand}: ${place} is not a string (${pointer})`);
    }
  }
  return marked;
}

/** The schemas of a place, without what `$ref` leads to: another place can have the same one. */
function findSchemas(document: Document, place: string): readonly Pointer[] {
  const [, schema, property] = /^(.+)\.([^.]+)$/.exec(place) ?? [];
  const component = resolvePointer(document, joinPointer("/components/schemas", schema ?? ""));
  const own = joinPointer(component?.pointer ?? "", "properties", property ?? "");
  if (component !== undefined && valueAt(document.root, own) !== undefined) return [own];
  const parameters = listOperations(document).flatMap((operation) => operation.parameters);
  return [...new Set(parameters.flatMap((it) => (it.name === place ? (it.schema ?? []) : [])))];
}

function markSchema(document: Document, pointer: Pointer, brand: string): boolean {
  const resolved = resolvePointer(document, pointer);
  const types = [resolved?.value.type].flat();
  if (resolved !== undefined && types.includes("array")) {
    replaceValue(document.root, pointer, resolved.value);
    return markSchema(document, joinPointer(pointer, "items"), brand);
  }
  if (resolved === undefined || !types.includes("string")) return false;
  replaceValue(document.root, pointer, { ...resolved.value, "x-brand": brand });
  return true;
}

/** Changes a copy of a document, which nothing else has. */
export function replaceValue(root: JsonObject, pointer: Pointer, value: Json): void {
  const tokens = parsePointer(pointer);
  const parent = asObject(valueAt(root, joinPointer("", ...tokens.slice(0, -1))));
  if (parent !== undefined) Object.assign(parent, { [tokens.at(-1) ?? ""]: createJsonCopy(value) });
}

/** The names of branded strings, which are types in the namespace `Brand`. */
export class BrandNames {
  readonly #names = new Map<string, string>();
  readonly #taken = new Set<string>();

  /** Without a capital, a brand could have the name of a type of TypeScript, such as `string`. */
  getName(brand: string): string {
    const name = brand.replaceAll(/[^\w$]+/g, "_").replace(/^(?![A-Z])/, "_");
    return getOrCreate(this.#names, brand, () => takeName(name, this.#taken));
  }

  /** The brands with their names. */
  list(): readonly (readonly [brand: string, name: string])[] {
    return [...this.#names].sort();
  }

  formatDeclarations(): string {
    const [[example] = []] = this.list();
    if (example === undefined) return "";
    // By a text, and no symbol: programs of both kinds of module, each with a declaration of its own, share their ids. Within a
    // template a brand is no object type, so mapped types such as openapi-fetch's `Readable` leave it as it is. The compiler
    // forgets the name of a template, and keeps the name of the type in it.
    const types = this.list().map(
      ([brand, name]) => `  type ${name} = string & { readonly "~brand": ${JSON.stringify(brand)} };\n`,
    );
    return `/**
 * Strings that stand for one kind of thing, so that two kinds cannot be swapped. They cost nothing when the program
 * runs. What the service answers is branded already; brand a string of your own by saying what it is:
 *
 *     const id = "..." as ${example};
 */
export declare namespace Brand {
${types.join("")}}

`;
  }
}
