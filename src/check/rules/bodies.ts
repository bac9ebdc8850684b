import { getParameterLocation, type Parameter, type Pointer } from "../../document/index.js";
import type { Exchange, ExchangePart, HeaderField } from "../../recording/index.js";
import type { MessageDirection } from "../../schema/index.js";
import type { BodyContext, BodyValue, CheckContext } from "./check.js";

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

/** Lists the values that schemas apply to: the body or each item of a stream, and the values that a body contains as text. */
export function listBodyValues({ content, media }: Pick<BodyContext, "content" | "media">): readonly BodyValue[] {
  if (content.kind !== "value") return [];
  const inner = content.inner ?? [];
  const schema = media?.schema;
  if (schema === undefined) return inner;
  if (content.each !== true || !Array.isArray(content.value))
    return [{ schema, prefix: "", property: "", value: content.value }, ...inner];
  const items = content.value.map((value: unknown, index) => ({ schema, prefix: `/${index}`, property: "/*", value }));
  return [...items, ...inner];
}

export function getParameterPart(parameter: Parameter): ExchangePart {
  const location = getParameterLocation(parameter);
  return location === "path" || location === "query" ? "request.url" : "request.headers";
}

/** Returns the pointer of a parameter within its part: the index of a header, or `""` in the URL. */
export function getParameterPointer(parameter: Parameter, { request }: Exchange): Pointer {
  const location = getParameterLocation(parameter);
  if (location === "path" || location === "query") return "";
  return findHeaderPointer(request.headers, location === "cookie" ? "cookie" : parameter.name);
}

export function findHeaderPointer(headers: readonly HeaderField[], name: string): Pointer {
  const wanted = name.toLowerCase();
  const index = headers.findIndex(([it]) => it.length === wanted.length && it.toLowerCase() === wanted);
  return index === -1 ? "" : `/${index}`;
}
