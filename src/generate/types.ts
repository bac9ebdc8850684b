import type { OpenAPITSOptions, SchemaObject } from "openapi-typescript";
import type TypeScript from "typescript";
import { asArray, asObject, asString, type Document, isObject, type Json } from "../document/index.js";
import { doNotEdit } from "./do-not-edit.js";
import { GenerateError } from "./generate-error.js";
import { typeName } from "./typescript-names.js";

/**
 * TypeScript types of the description.
 *
 * The work is openapi-typescript's, which is no longer maintained: it is called from here only, so that another
 * generator can take its place. Added to what it does: open enumerations keep completion (`x-extensible-enum`), ids
 * cannot be swapped (`x-brand`), and every component schema has a name of its own.
 */
export async function types(document: Document): Promise<string> {
  const { openapiTS, astToString, ts } = await loadGenerator();
  const brands = new Set<string>();
  const transform: NonNullable<OpenAPITSOptions["transform"]> = (schema) => specialType(ts, schema, brands);
  // The generator changes what it is given; the document must stay as it is.
  const source = structuredClone(document.root) as unknown as Parameters<typeof openapiTS>[0];
  const nodes = await openapiTS(source, { transform, emptyObjectsUnknown: true, silent: true }).catch(
    (error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      throw new GenerateError(`${document.path}: types cannot be made: ${reason}`, { cause: error });
    },
  );
  return doNotEdit("//") + brandDeclaration(brands) + astToString(nodes) + aliases(document, brands);
}

type TypeScriptModule = typeof TypeScript;

async function loadGenerator() {
  try {
    const [{ default: openapiTS, astToString }, { default: ts }] = await Promise.all([
      import("openapi-typescript"),
      import("typescript"),
    ]);
    return { openapiTS, astToString, ts };
  } catch (error) {
    const install = "npm install --save-dev openapi-typescript@7.13.0 typescript@5.9.3";
    throw new GenerateError(`types need openapi-typescript and TypeScript, which are not installed; run: ${install}`, {
      cause: error,
    });
  }
}

/** The type of a branded string or an open enumeration; undefined for all that the generator does well itself. */
function specialType(ts: TypeScriptModule, schema: SchemaObject, brands: Set<string>): TypeScript.TypeNode | undefined {
  const given = schema as unknown as Json;
  if (!isObject(given)) return undefined;
  const kinds = [given.type].flat();
  if (!kinds.includes("string") || given.enum !== undefined || given.const !== undefined) return undefined;
  const brand = asString(given["x-brand"]);
  const known = asArray(given["x-extensible-enum"]).filter((value) => typeof value === "string");
  if (brand === undefined && known.length === 0) return undefined;
  const { factory, SyntaxKind } = ts;
  const text = factory.createKeywordTypeNode(SyntaxKind.StringKeyword);
  const members: TypeScript.TypeNode[] = [];
  if (brand !== undefined) {
    brands.add(brand);
    const name = factory.createLiteralTypeNode(factory.createStringLiteral(brand));
    members.push(factory.createTypeReferenceNode("Brand", [name]));
  } else {
    members.push(...known.map((value) => factory.createLiteralTypeNode(factory.createStringLiteral(value))));
    // The empty object type keeps TypeScript from folding the known values into `string`.
    members.push(
      factory.createParenthesizedType(factory.createIntersectionTypeNode([text, factory.createTypeLiteralNode([])])),
    );
  }
  if (kinds.includes("null")) members.push(factory.createLiteralTypeNode(factory.createNull()));
  const other = kinds.filter((kind) => kind === "number" || kind === "integer" || kind === "boolean");
  for (const kind of other) {
    members.push(
      factory.createKeywordTypeNode(kind === "boolean" ? SyntaxKind.BooleanKeyword : SyntaxKind.NumberKeyword),
    );
  }
  return members.length === 1 ? members[0] : factory.createUnionTypeNode(members);
}

function brandDeclaration(brands: ReadonlySet<string>): string {
  if (brands.size === 0) return "";
  const [example] = [...brands].sort();
  // By a text, and no symbol: programs of both kinds of module, each with a declaration of its own, share their ids.
  return `/**
 * A string that stands for one kind of thing, so that two kinds cannot be swapped. It costs nothing when the program
 * runs. What the service answers is branded already; brand a string of your own by saying what it is:
 *
 *     const id = "..." as ${example};
 */
export type Brand<Name extends string> = string & { readonly "~brand": Name };

`;
}

function aliases(document: Document, brands: ReadonlySet<string>): string {
  const schemas = Object.keys(asObject(asObject(document.root.components)?.schemas) ?? {});
  const taken = new Set<string>();
  const lines: string[] = [];
  for (const name of schemas) {
    const alias = typeName(name, taken);
    if (alias === undefined) continue;
    taken.add(alias);
    lines.push(`export type ${alias} = components["schemas"][${JSON.stringify(name)}];`);
  }
  for (const name of [...brands].sort()) {
    const alias = typeName(name, taken);
    if (alias === undefined) continue;
    taken.add(alias);
    lines.push(`export type ${alias} = Brand<${JSON.stringify(name)}>;`);
  }
  return lines.length === 0 ? "" : `\n${lines.join("\n")}\n`;
}
