import type { ExchangePart } from "../exchange/index.js";
import type { MessageDirection } from "../schema/index.js";
import type { BodyContext, CheckContext } from "./check.js";

/** Both bodies of an exchange; what is asked of one is asked of the other. */
export function listBodies({ bodies }: CheckContext): readonly BodyContext[] {
  return [bodies.request, bodies.response];
}

export function getBodyPart(side: MessageDirection): ExchangePart {
  return side === "request" ? "request.body" : "response.body";
}

export function getHeadersPart(side: MessageDirection): ExchangePart {
  return side === "request" ? "request.headers" : "response.headers";
}

export function formatBodyName(side: MessageDirection): string {
  return side === "request" ? "request body" : "body of the answer";
}

/** Whether bytes or text came over the wire, readable or not. */
export function hasBody({ content }: BodyContext): boolean {
  return content.kind !== "none";
}

/** What the schema of a body is about: the body, or each item of a stream; `prefix` says where the value stands. */
export function listBodyValues({
  content,
}: BodyContext): readonly { readonly prefix: string; readonly value: unknown }[] {
  if (content.kind !== "value") return [];
  if (content.each !== true || !Array.isArray(content.value)) return [{ prefix: "", value: content.value }];
  return content.value.map((value: unknown, index) => ({ prefix: `/${index}`, value }));
}
