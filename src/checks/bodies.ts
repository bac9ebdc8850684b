import type { ExchangePart } from "../exchange/index.js";
import type { MessageDirection } from "../schema/index.js";
import type { BodyContext, CheckContext } from "./check.js";

/** Returns the request and response bodies: body checks apply to both. */
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
  return side === "request" ? "request body" : "response body";
}

/** Whether the message has a body, readable or not. */
export function hasBody({ content }: BodyContext): boolean {
  return content.kind !== "none";
}

/** Returns the values that the schema applies to: the body, or each item of a stream. `prefix` is the item's pointer. */
export function listBodyValues({
  content,
}: BodyContext): readonly { readonly prefix: string; readonly value: unknown }[] {
  if (content.kind !== "value") return [];
  if (content.each !== true || !Array.isArray(content.value)) return [{ prefix: "", value: content.value }];
  return content.value.map((value: unknown, index) => ({ prefix: `/${index}`, value }));
}
