import { type MessageDirection, quote } from "../../schema/index.js";
import { getHeadersPart } from "../bodies.js";
import type { Check, CheckContext } from "../check.js";
import { isStandardHeader } from "./standard-headers.js";

/** `request.header.undeclared`, `response.header.undeclared`: neither the spec nor HTTP defines the header. */
export const headerUndeclared: Check = function* (context) {
  const { exchange, operation, response } = context;
  if (operation.kind !== "webhook")
    yield* findUndeclaredHeaders("request", exchange.request.headers, getRequestHeaderNames(context));
  if (response === undefined) return;
  yield* findUndeclaredHeaders("response", exchange.response.headers, {
    pointer: response.pointer,
    declared: response.headers.map(({ name }) => name),
    // A header that is documented for one status of the operation is accepted for all of them.
    others: operation.responses.flatMap(({ headers }) => headers.map(({ name }) => name)),
  });
};

type HeaderNames = {
  readonly pointer: string;
  readonly declared: readonly string[];
  readonly others: readonly string[];
};

function getRequestHeaderNames({ operation }: CheckContext): HeaderNames {
  return {
    pointer: operation.pointer,
    declared: operation.parameters.filter((it) => it.in === "header").map(({ name }) => name),
    others: operation.security
      .flat()
      .flatMap(({ scheme }) => (scheme?.value.in === "header" ? [String(scheme.value.name)] : [])),
  };
}

function* findUndeclaredHeaders(
  side: MessageDirection,
  headers: CheckContext["exchange"]["request"]["headers"],
  names: HeaderNames,
): ReturnType<Check> {
  const { pointer, declared, others } = names;
  const known = new Set([...declared, ...others].map((name) => name.toLowerCase()));
  for (const [index, [name]] of headers.entries()) {
    const plain = name.toLowerCase();
    if (isStandardHeader(plain) || known.has(plain)) continue;
    known.add(plain);
    yield {
      code: `${side}.header.undeclared`,
      message: `${side} header ${quote(name)} is not declared`,
      part: getHeadersPart(side),
      at: `/${index}`,
      contract: pointer,
      valueClass: `header ${plain}`,
      name: plain,
      declared: [...declared].sort(),
      occurrences: 1,
    };
  }
}
