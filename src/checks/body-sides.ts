import type { ExchangePart } from "../exchange/index.js";
import type { BodySubject, Side, Subject } from "./check.js";

/** Both bodies of an exchange; what is asked of one is asked of the other. */
export function bodySides({ bodies }: Subject): readonly BodySubject[] {
  return [bodies.request, bodies.response];
}

export function bodyPart(side: Side): ExchangePart {
  return side === "request" ? "request.body" : "response.body";
}

export function headersPart(side: Side): ExchangePart {
  return side === "request" ? "request.headers" : "response.headers";
}

export function bodyName(side: Side): string {
  return side === "request" ? "request body" : "body of the answer";
}

/** Whether bytes or text came over the wire, readable or not. */
export function isPresent({ content }: BodySubject): boolean {
  return content.kind !== "none";
}
