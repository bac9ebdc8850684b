import type { OpenAPITSOptions, SchemaObject } from "openapi-typescript";
import type TypeScript from "typescript";
import { asArray, asObject, asString, type Document, isObject, type Json } from "../../document/index.js";
import { formatFileHeader } from "../file-header.js";
import { GenerateError } from "../generate-error.js";
import { toTypeName } from "../typescript-names.js";
import { convertForTypes } from "./convert-for-types.js";

/**
 * Generates the TypeScript types of a spec.
 *
 * Only this file calls openapi-typescript, which is no longer maintained, so that another generator can replace it. This
 * file adds completion for open enums (`x-extensible-enum`), branded ids (`x-brand`) and an alias for each component schema.
 */
export async function generateTypes(document: Document): Promise<string> {
  const { openapiTS, astToString, ts } = await import("./type-generator.js");
  const special: CustomTypes = { brands: new Map(), hasOpenEnum: false };
  const transform: NonNullable<OpenAPITSOptions["transform"]> = (schema) => createCustomType(ts, schema, special);
  // The generator changes what it is given; the document must stay as it is.
  const source = convertForTypes(document) as unknown as Parameters<typeof openapiTS>[0];
  // A request may omit a property that has a default, and so may a response.
  const options = { transform, defaultNonNullable: false, emptyObjectsUnknown: true, silent: true };
  const nodes = await openapiTS(source, options).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    throw new GenerateError(`${document.path}: types cannot be made: ${reason}`, { cause: error });
  });
  const paths = special.hasOpenEnum ? adaptPathsForOpenapiFetch(ts, nodes) : { declaration: "", nodes };
  return [
    formatFileHeader("//"),
    formatBrandDeclarations(special.brands),
    paths.declaration,
    astToString(paths.nodes),
    formatAliases(document, special.brands),
  ].join("");
}

type TypeScriptModule = typeof TypeScript;

/** What was found while types were made. */
type CustomTypes = { readonly brands: Brands; hasOpenEnum: boolean };

/** Brands with the names of their types in the namespace `Brand`. */
type Brands = Map<string, string>;

/** The type of a branded string or an open enumeration; undefined for all that the generator does well itself. */
function createCustomType(
  ts: TypeScriptModule,
  schema: SchemaObject,
  special: CustomTypes,
): TypeScript.TypeNode | undefined {
  const given = schema as unknown as Json;
  if (!isObject(given)) return undefined;
  const kinds = [given.type].flat();
  if (!kinds.includes("string") || given.enum !== undefined || given.const !== undefined) return undefined;
  const isBinary = given.format === "binary";
  const brand = asString(given["x-brand"]);
  const known = asArray(given["x-extensible-enum"]).filter((value) => typeof value === "string");
  if (!isBinary && brand === undefined && known.length === 0) return undefined;
  const { factory, SyntaxKind } = ts;
  const text = factory.createKeywordTypeNode(SyntaxKind.StringKeyword);
  const members: TypeScript.TypeNode[] = [];
  if (isBinary) {
    // What fetch sends as a file, and what the client reads.
    members.push(factory.createTypeReferenceNode("Blob"));
  } else if (brand !== undefined) {
    const name = special.brands.get(brand) ?? createBrandName(brand, special.brands);
    special.brands.set(brand, name);
    const reference = factory.createTypeReferenceNode(`Brand.${name}`);
    const span = factory.createTemplateLiteralTypeSpan(reference, factory.createTemplateTail(""));
    members.push(factory.createTemplateLiteralType(factory.createTemplateHead(""), [span]));
  } else {
    special.hasOpenEnum = true;
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

/** Without a capital, a brand could have the name of a type of TypeScript, such as `string`. */
function createBrandName(brand: string, brands: Brands): string {
  const name = brand.replaceAll(/[^\w$]+/g, "_").replace(/^(?![A-Z])/, "_");
  const taken = [...brands.values()];
  return taken.includes(name) ? `${name}_${taken.length}` : name;
}

function formatBrandDeclarations(brands: Brands): string {
  const sorted = [...brands].sort();
  const [[example] = []] = sorted;
  if (example === undefined) return "";
  // By a text, and no symbol: programs of both kinds of module, each with a declaration of its own, share their ids. Within a
  // template a brand is no object type, so mapped types such as openapi-fetch's `Readable` leave it as it is. The compiler
  // forgets the name of a template, and keeps the name of the type in it.
  const types = sorted.map(
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

function formatAliases(document: Document, brands: Brands): string {
  const schemas = Object.keys(asObject(asObject(document.root.components)?.schemas) ?? {});
  const taken = new Set<string>();
  const lines: string[] = [];
  for (const name of schemas) {
    const alias = toTypeName(name, taken);
    if (alias === undefined) continue;
    taken.add(alias);
    lines.push(`export type ${alias} = components["schemas"][${JSON.stringify(name)}];`);
  }
  for (const [brand, name] of [...brands].sort()) {
    const alias = toTypeName(brand, taken);
    if (alias === undefined) continue;
    taken.add(alias);
    lines.push(`export type ${alias} = \`\${Brand.${name}}\`;`);
  }
  return lines.length === 0 ? "" : `\n${lines.join("\n")}\n`;
}

/**
 * Wraps every operation of the type `paths`, so that its bodies have plain strings where an enumeration is open.
 *
 * openapi-fetch maps every object type of a body by its `Readable` and `Writable`, and the `string & {}` of an open enumeration
 * is one: what came out would no longer be a string.
 */
function adaptPathsForOpenapiFetch(
  ts: typeof TypeScript,
  nodes: readonly TypeScript.Node[],
): { readonly nodes: TypeScript.Node[]; readonly declaration: string } {
  const { factory } = ts;
  const wrap = (member: TypeScript.TypeElement): TypeScript.TypeElement => {
    if (!ts.isPropertySignature(member) || member.type === undefined) return member;
    // Every other member is a method.
    if (!ts.isIdentifier(member.name) || member.name.text === "parameters") return member;
    if (member.type.kind === ts.SyntaxKind.NeverKeyword) return member;
    const type = factory.createTypeReferenceNode("OpenapiFetch", [member.type]);
    return factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);
  };
  const wrapAll = (member: TypeScript.TypeElement): TypeScript.TypeElement => {
    if (!ts.isPropertySignature(member) || member.type === undefined || !ts.isTypeLiteralNode(member.type))
      return member;
    const type = factory.updateTypeLiteralNode(member.type, factory.createNodeArray(member.type.members.map(wrap)));
    return factory.updatePropertySignature(member, member.modifiers, member.name, member.questionToken, type);
  };
  const updated = nodes.map((node) =>
    ts.isInterfaceDeclaration(node) && node.name.text === "paths"
      ? factory.updateInterfaceDeclaration(
          node,
          node.modifiers,
          node.name,
          node.typeParameters,
          node.heritageClauses,
          node.members.map(wrapAll),
        )
      : node,
  );
  return { nodes: updated, declaration: TYPE_DECLARATIONS };
}

const TYPE_DECLARATIONS = `/** An operation as openapi-fetch needs it: in bodies, enumerations that are open are plain strings. */
type OpenapiFetch<Operation> = {
  [Part in keyof Operation]: Part extends "requestBody" | "responses" ? PlainStrings<Operation[Part]> : Operation[Part];
};
type PlainStrings<T> = string extends T ? string | PlainProperties<Exclude<T, string>> : PlainProperties<T>;
type PlainProperties<T> = T extends object ? { [Name in keyof T]: PlainStrings<T[Name]> } : T;

`;
