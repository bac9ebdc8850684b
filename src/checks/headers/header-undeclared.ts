import type { Operation } from "../../document/index.js";
import { type MessageDirection, quote } from "../../schema/index.js";
import { getHeadersPart } from "../bodies.js";
import type { Check, CheckContext, FindingReporter } from "../check.js";
import { isStandardHeader } from "./standard-headers.js";

/** `request.header.undeclared`, `response.header.undeclared`: neither the spec nor HTTP defines the header. */
export const headerUndeclared: Check = (context, report) => {
  const { exchange, operation, response } = context;
  const known = knownNames.get(operation) ?? readKnownNames(operation);
  knownNames.set(operation, known);
  if (operation.kind !== "webhook")
    findUndeclaredHeaders(
      "request",
      exchange.request.headers,
      {
        pointer: operation.pointer,
        known: known.request,
        listDeclared: () => operation.parameters.filter((it) => it.in === "header").map(({ name }) => name),
      },
      report,
    );
  if (response === undefined) return;
  findUndeclaredHeaders(
    "response",
    exchange.response.headers,
    {
      pointer: response.pointer,
      known: known.response,
      listDeclared: () => response.headers.map(({ name }) => name),
    },
    report,
  );
};

/** The names that are not reported for any response of an operation, in lower case. */
type KnownNames = { readonly request: ReadonlySet<string>; readonly response: ReadonlySet<string> };

const knownNames = new WeakMap<Operation, KnownNames>();

function readKnownNames({ parameters, security, responses }: Operation): KnownNames {
  const credentials = security
    .flat()
    .flatMap(({ scheme }) => (scheme?.value.in === "header" ? [String(scheme.value.name)] : []));
  const declared = parameters.flatMap((it) => (it.in === "header" ? [it.name] : []));
  return {
    request: new Set([...declared, ...credentials].map((name) => name.toLowerCase())),
    // A header that is documented for one status of the operation is accepted for all of them.
    response: new Set(responses.flatMap(({ headers }) => headers.map(({ name }) => name.toLowerCase()))),
  };
}

type HeaderNames = {
  readonly pointer: string;
  readonly known: ReadonlySet<string>;
  readonly listDeclared: () => string[];
};

function findUndeclaredHeaders(
  side: MessageDirection,
  headers: CheckContext["exchange"]["request"]["headers"],
  { pointer, known, listDeclared }: HeaderNames,
  report: FindingReporter,
): void {
  const reported = new Set<string>();
  for (let index = 0; index < headers.length; index += 1) {
    const name = headers[index]?.[0] ?? "";
    const plain = name.toLowerCase();
    if (isStandardHeader(plain) || known.has(plain) || reported.has(plain)) continue;
    reported.add(plain);
    report({
      code: `${side}.header.undeclared`,
      message: `${side} header ${quote(name)} is not declared`,
      part: getHeadersPart(side),
      at: `/${index}`,
      contract: pointer,
      valueClass: `header ${plain}`,
      name: plain,
      declared: listDeclared().sort(),
      occurrences: 1,
    });
  }
}
