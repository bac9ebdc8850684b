import { capitalize, type Operation, takeName } from "../../document/index.js";

/**
 * Names each operation by its operationId, or by method and path if it has none. Repeated names get a number. An operationId that
 * is an identifier has precedence over those that only become one, so that a further operation never takes its name.
 */
export function createOperationNames(operations: readonly Operation[]) {
  const taken = new Set(TAKEN);
  const names = new Map<Operation, string>();
  const isExact = ({ id }: Operation): boolean => isIdentifier(id);
  for (const operation of [...operations.filter(isExact), ...operations.filter((it) => !isExact(it))]) {
    names.set(operation, takeName(toIdentifier(hasOwnId(operation) ? operation.id : describePath(operation)), taken));
  }
  return new Map(
    operations.map((operation) => {
      const name = names.get(operation) ?? "";
      return [operation, { name, variable: OTHER_MEANING.has(name) ? takeName(`${name}_`, taken) : name }];
    }),
  );
}

/** Whether an operation has an operationId. Without one, its `id` is made of method and path. */
export function hasOwnId({ id, method, path }: Operation): boolean {
  return id !== `${method} ${path}`;
}

/** A text as an identifier. A valid identifier stays as it is; otherwise its words are joined in camel case. */
export function toIdentifier(text: string): string {
  if (isIdentifier(text)) return text;
  const [first = "", ...rest] = text.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== "");
  const joined = first.slice(0, 1).toLowerCase() + first.slice(1) + rest.map(capitalize).join("");
  const continued = joined.replaceAll(/[^\p{ID_Continue}$]/gu, "_");
  return isIdentifier(continued) ? continued : `_${continued}`;
}

/** Whether a text is an identifier of JavaScript as it stands. Reserved words are identifiers too. */
export function isIdentifier(text: string): boolean {
  return /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u.test(text);
}

/** `GET /pets/{petId}/toys` becomes `get pets by petId toys`. */
function describePath({ method, path }: Operation): string {
  return `${method.toLowerCase()} ${path.replaceAll(/\{([^{}]*)\}/g, " by $1 ")}`;
}

/** `get_order` becomes `GetOrder`. */
export function capitalizeWords(identifier: string): string {
  const joined = identifier.split("_").map(capitalize).join("");
  return isIdentifier(joined) ? joined : `_${joined}`;
}

/** Names that the generated files export, and those that the client or every object has already. */
const TAKEN = [
  ...["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE", "QUERY"],
  ...["runtime", "calls", "createClient", "servers", "handlers", "then", "constructor", "__proto__", "default"],
];

/** Reserved words, what generated files import and declare at their top level, and what they use of the language and of its library. */
const OTHER_MEANING = new Set(
  [
    "arguments await break case catch class const continue debugger delete do else enum eval export extends false",
    "finally for function if implements import in instanceof interface let new null package private protected public",
    "return static super switch this throw true try typeof undefined var void while with yield",
    "operations paths components CallError orThrow Client ClientOptions CallName ServerVariables",
    "serverDefaults buildServerUrl tokenEndpoints jwtBearer password",
    "http HttpHandler HttpResponse MockedCall defineHandler",
    "globalThis Array Error Headers JSON Number Object Promise Request Response String URL",
  ].flatMap((line) => line.split(" ")),
);
