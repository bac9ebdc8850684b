import type { Operation } from "../../document/index.js";

/** A name of a call: as a property of the client, and as a variable if the property is a reserved word. */
export type CallIdentifier = { readonly name: string; readonly variable: string };

/** Names each operation by its operationId, or by method and path if it has none. Repeated names get a number. */
export function createOperationNames(operations: readonly Operation[]): ReadonlyMap<Operation, CallIdentifier> {
  const taken = new Set(TAKEN);
  return new Map(
    operations.map((operation) => {
      const name = pickFreeName(toIdentifier(hasOwnId(operation) ? operation.id : describePath(operation)), taken);
      taken.add(name);
      return [operation, { name, variable: isReservedWord(name) ? `${name}_` : name }];
    }),
  );
}

/** Whether an operation has an operationId. Without one, its `id` is made of method and path. */
export function hasOwnId({ id, method, path }: Operation): boolean {
  return id !== `${method} ${path}`;
}

/** The name itself, or with the first number that makes it unique. */
export function pickFreeName(name: string, taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name}${number}`)) return `${name}${number}`;
}

/** A text as an identifier. A valid identifier stays as it is; otherwise its words are joined in camel case. */
export function toIdentifier(text: string): string {
  if (/^[A-Za-z_$][\w$]*$/.test(text)) return text;
  const [first = "", ...rest] = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "");
  const joined = first.slice(0, 1).toLowerCase() + first.slice(1) + rest.map(capitalize).join("");
  const ascii = joined.replaceAll(/[^\w$]/g, "_");
  return /^[A-Za-z_$]/.test(ascii) ? ascii : `_${ascii}`;
}

/** `GET /pets/{petId}/toys` becomes `get pets by petId toys`. */
function describePath({ method, path }: Operation): string {
  return `${method.toLowerCase()} ${path.replaceAll(/\{([^{}]*)\}/g, " by $1 ")}`;
}

/** `get_order` becomes `GetOrder`. */
export function capitalizeWords(identifier: string): string {
  return identifier.split("_").map(capitalize).join("");
}

function capitalize(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** Names that the generated files, the client or every object have already. */
const TAKEN = [
  ...["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"],
  ...["runtime", "calls", "createClient", "servers", "then", "constructor", "__proto__", "default"],
];

function isReservedWord(name: string): boolean {
  return RESERVED_WORDS.has(name);
}

const RESERVED_WORDS = new Set(
  [
    "arguments await break case catch class const continue debugger delete do else enum eval export extends false",
    "finally for function if implements import in instanceof interface let new null package private protected public",
    "return static super switch this throw true try typeof undefined var void while with yield",
  ].flatMap((line) => line.split(" ")),
);
