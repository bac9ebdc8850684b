import type { Document } from "../../document/index.js";
import { formatFileHeader } from "../file-header.js";
import { METHODS, OperationTypes, type PathType } from "./operation-types.js";
import { SchemaTypes } from "./schema-types.js";
import { formatAbsentMember, formatBlock, formatMember } from "./type-text.js";

/** The text of `types.ts`, and what its readers should know of its names. */
export type GeneratedTypes = { readonly text: string; readonly notes: readonly string[] };

/**
 * Generates the TypeScript types of a spec, in the layout of openapi-fetch: `paths`, `webhooks`, `components` and `operations`, with an
 * alias for each component schema.
 */
export function generateTypes(document: Document): GeneratedTypes {
  const schemas = new SchemaTypes(document);
  const operations = new OperationTypes(document, schemas);
  const [paths, webhooks] = [operations.printPaths("paths"), operations.printPaths("webhooks")];
  const further = operations.formatComponents();
  // Printing all others has named further schemas.
  const { types, members } = schemas.formatNamed();
  const components = [
    formatMember("schemas", members.length === 0 ? "never" : formatBlock(members)),
    ...further,
    formatMember("pathItems", "never"),
  ];
  const { brands, hasOpenEnum, names } = schemas;
  const branded = brands.list().flatMap(([brand, name]) => {
    const alias = names.createBrandAlias(brand);
    return alias === undefined ? [] : [`export type ${alias} = \`\${Brand.${name}}\`;`];
  });
  const aliases = [...types, ...branded];
  const text = [
    formatFileHeader("//"),
    brands.formatDeclarations(),
    hasOpenEnum ? OPENAPI_FETCH_DECLARATIONS : "",
    formatInterface("paths", formatPaths(paths, hasOpenEnum ? (type) => `OpenapiFetch<${type}>` : (type) => type)),
    formatInterface(
      "webhooks",
      formatPaths(webhooks, (type) => type),
    ),
    formatInterface("components", components),
    formatInterface("$defs", []),
    formatInterface("operations", [...operations.operations.values()]),
    aliases.length === 0 ? "" : `\n${aliases.join("\n")}\n`,
  ].join("");
  return { text, notes: names.notes };
}

function formatInterface(name: string, members: readonly string[]): string {
  return members.length === 0
    ? `export type ${name} = Record<string, never>;\n`
    : `export interface ${name} ${formatBlock(members)}\n`;
}

function formatPaths(paths: readonly PathType[], wrap: (type: string) => string): string[] {
  return paths.map(({ path, parameters, methods }) => {
    const members = METHODS.map((name) => {
      const method = methods.get(name);
      return method === undefined
        ? formatAbsentMember(name)
        : formatMember(name, wrap(method.type), { described: method.described });
    });
    return formatMember(path, formatBlock([parameters, ...members]));
  });
}

const OPENAPI_FETCH_DECLARATIONS = `/** An operation as openapi-fetch needs it: in bodies, enumerations that are open are plain strings. */
type OpenapiFetch<Operation> = {
  [Part in keyof Operation]: Part extends "requestBody" | "responses" ? PlainStrings<Operation[Part]> : Operation[Part];
};
type PlainStrings<T> = string extends T ? string | PlainProperties<T extends string ? never : T> : PlainProperties<T>;
type PlainProperties<T> = T extends object ? { [Name in keyof T]: PlainStrings<T[Name]> } : T;

`;
