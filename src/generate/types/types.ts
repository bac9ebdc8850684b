import type { Document } from "../../document/index.js";
import { formatFileHeader } from "../code.js";
import { OperationTypes } from "./operation-types.js";
import { SchemaTypes } from "./schema-types.js";
import { formatBlock, formatMember } from "./type-text.js";

/**
 * Generates the TypeScript types of a spec, in the layout of openapi-fetch: `paths`, `webhooks`, `components` and `operations`, with an
 * alias for each component schema.
 */
export function generateTypes(document: Document) {
  const schemas = new SchemaTypes(document);
  const operations = new OperationTypes(document, schemas);
  const hasOpenEnum = /"x-extensible-enum":\["/.test(JSON.stringify(document.root));
  const paths = operations.formatPaths("paths", hasOpenEnum ? (type) => `OpenapiFetch<${type}>` : (type) => type);
  const webhooks = operations.formatPaths("webhooks", (type) => type);
  const further = operations.formatComponents();
  // Printing all others has named further schemas.
  const { types, members } = schemas.formatNamed();
  const components = [
    formatMember("schemas", members.length === 0 ? "never" : formatBlock(members)),
    ...further,
    formatMember("pathItems", "never"),
  ];
  const { brands, names } = schemas;
  const branded = brands.list().flatMap(([brand, name]) => {
    const alias = names.createBrandAlias(brand);
    return alias === undefined ? [] : [`export type ${alias} = \`\${Brand.${name}}\`;`];
  });
  const aliases = [...types, ...branded];
  const text = [
    formatFileHeader("//"),
    brands.formatDeclarations(),
    hasOpenEnum ? OPENAPI_FETCH_DECLARATIONS : "",
    formatInterface("paths", paths),
    formatInterface("webhooks", webhooks),
    formatInterface("components", components),
    formatInterface("$defs", []),
    formatInterface("operations", [...operations.operations.values()]),
    aliases.length === 0 ? "" : `\n${aliases.join("\n")}\n`,
  ].join("");
  return { text, components: schemas.listComponents(), notes: names.notes };
}

function formatInterface(name: string, members: readonly string[]): string {
  return members.length === 0
    ? `export type ${name} = Record<string, never>;\n`
    : `export interface ${name} ${formatBlock(members)}\n`;
}

const OPENAPI_FETCH_DECLARATIONS = `/** An operation as openapi-fetch needs it: in bodies, enumerations that are open are plain strings. */
type OpenapiFetch<Operation> = {
  [Part in keyof Operation]: Part extends "requestBody" | "responses" ? PlainStrings<Operation[Part]> : Operation[Part];
};
type PlainStrings<T> = string extends T ? string | PlainProperties<T extends string ? never : T> : PlainProperties<T>;
type PlainProperties<T> = T extends object ? { [Name in keyof T]: PlainStrings<T[Name]> } : T;

`;
