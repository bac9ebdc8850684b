import { type MessageDirection, quote } from "../../schema/index.js";
import { getHeadersPart } from "../bodies.js";
import type { Check, CheckContext } from "../check.js";
import { isStandardHeader } from "./standard-headers.js";

/** `request.header.undeclared`, `response.header.undeclared`: neither the contract nor HTTP knows the name. */
export const headerUndeclared: Check = function* (subject) {
  const { exchange, operation, response } = subject;
  if (operation.kind !== "webhook")
    yield* findUndeclaredHeaders("request", exchange.request.headers, getRequestHeaderNames(subject));
  if (response === undefined) return;
  yield* findUndeclaredHeaders("response", exchange.response.headers, {
    pointer: response.pointer,
    declared: response.headers.map(({ name }) => name),
    // An operation that sends the header with one status is not surprising with another.
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
  const told = new Set([...declared, ...others].map((name) => name.toLowerCase()));
  for (const [index, [name]] of headers.entries()) {
    const plain = name.toLowerCase();
    if (isStandardHeader(plain) || told.has(plain)) continue;
    told.add(plain);
    yield {
      code: `${side}.header.undeclared`,
      message: `the header ${quote(name)} of the ${side === "request" ? "request" : "answer"} is not declared`,
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
