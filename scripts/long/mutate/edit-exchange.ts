import { type Exchange, getHeaderValues, type HeaderField, type RecordedBody } from "../../../src/recording/index.js";

export type Side = "request" | "response";

export function withHeaders(
  exchange: Exchange,
  side: Side,
  edit: (headers: readonly HeaderField[]) => HeaderField[],
): Exchange {
  return side === "request"
    ? { ...exchange, request: { ...exchange.request, headers: edit(exchange.request.headers) } }
    : { ...exchange, response: { ...exchange.response, headers: edit(exchange.response.headers) } };
}

export function withoutHeader(exchange: Exchange, side: Side, name: string): Exchange {
  return withHeaders(exchange, side, (headers) => headers.filter((header) => !isNamed(header, name)));
}

export function withHeader(exchange: Exchange, side: Side, name: string, value: string): Exchange {
  return withHeaders(exchange, side, (headers) => [
    ...headers.filter((header) => !isNamed(header, name)),
    [name, value],
  ]);
}

export function withBody(exchange: Exchange, side: Side, body: RecordedBody | string): Exchange {
  const whole: RecordedBody = typeof body === "string" ? { kind: "text", text: body } : body;
  return side === "request"
    ? { ...exchange, request: { ...exchange.request, body: whole } }
    : { ...exchange, response: { ...exchange.response, body: whole } };
}

export function withUrl(exchange: Exchange, edit: (url: string) => string): Exchange {
  return { ...exchange, request: { ...exchange.request, url: edit(exchange.request.url) } };
}

export function withStatus(exchange: Exchange, status: number): Exchange {
  return { ...exchange, response: { ...exchange.response, status } };
}

export function getHeader(exchange: Exchange, side: Side, name: string): string | undefined {
  return getHeaderValues(exchange[side].headers, name)[0];
}

export function getMediaType(exchange: Exchange, side: Side): string | undefined {
  return getHeader(exchange, side, "content-type")?.replace(/;.*$/s, "").trim().toLowerCase();
}

export function getText(exchange: Exchange, side: Side): string | undefined {
  const { body } = exchange[side];
  return body.kind === "text" && body.text !== "" ? body.text : undefined;
}

export function getJson(exchange: Exchange, side: Side): unknown {
  const text = getText(exchange, side);
  return text !== undefined && /[/+]json$/.test(getMediaType(exchange, side) ?? "") ? JSON.parse(text) : undefined;
}

/** Returns the undecoded pairs of the query. */
export function getQueryPairs(url: string): string[] {
  const query = /\?([^#]*)/.exec(url)?.[1] ?? "";
  return query === "" ? [] : query.split("&");
}

export function withQueryPairs(url: string, pairs: readonly string[]): string {
  return url.replace(/\?.*$/s, "") + (pairs.length === 0 ? "" : `?${pairs.join("&")}`);
}

export function getPairName(pair: string): string {
  return decodeURIComponent(pair.replace(/=.*$/s, "").replaceAll("+", " "));
}

function isNamed([name]: HeaderField, wanted: string): boolean {
  return name.toLowerCase() === wanted.toLowerCase();
}
