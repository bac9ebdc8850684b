import type { HeaderField, RecordedBody } from "../../exchange.js";
import { getHeaderValues } from "../../headers.js";
import { hasBoundary, parseEssence, parseMediaType } from "../../media-type.js";
import { isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { type HeaderList, NO_HEADERS, readHeaderItems } from "../../reader/header-list.js";

/** The headers of a message; `isRecorded` is false if the entry has no list of them. */
export type HarHeaders = HeaderList & { readonly isRecorded: boolean };

export function readHarRequestHeaders(request: UnknownRecord): HarHeaders {
  const list = readHeaderList(request, "/request/headers");
  if (getHeaderValues(list.headers, "cookie").length > 0) return list;
  const pairs = listCookies(request).map(({ name, value }) => `${name}=${value}`);
  return pairs.length === 0 ? list : appendHeaders(list, [["Cookie", pairs.join("; ")]], "/cookies");
}

export function readHarResponseHeaders(response: UnknownRecord): HarHeaders {
  const list = readHeaderList(response, "/response/headers");
  if (getHeaderValues(list.headers, "set-cookie").length > 0) return list;
  const fields = listCookies(response).map((it): HeaderField => ["Set-Cookie", formatSetCookie(it)]);
  return fields.length === 0 ? list : appendHeaders(list, fields, "/cookies");
}

/**
 * Adds the media type of a body that is recorded beside the headers, if they have none. Recorders write `x-unknown` or an empty
 * text for an unknown type.
 *
 * @param pointer the JSON Pointer of the media type within the message
 */
export function addContentType(
  list: HarHeaders,
  body: RecordedBody | undefined,
  mimeType: unknown,
  pointer: string,
): HarHeaders {
  // Firefox guesses the type of a response whose body it does not record.
  if (body === undefined || body.kind === "none") return list;
  if (typeof mimeType !== "string" || parseMediaType(mimeType) === undefined) return list;
  const at = list.headers.findIndex(([name]) => name.toLowerCase() === "content-type");
  if (at >= 0 && hasBoundary(mimeType) && isWithoutBoundary(list.headers[at]?.[1] ?? ""))
    return { ...list, headers: list.headers.map((field, index) => (index === at ? [field[0], mimeType] : field)) };
  if (at >= 0) return list;
  return appendHeaders(list, [["Content-Type", mimeType]], pointer);
}

function isWithoutBoundary(mimeType: string): boolean {
  return parseEssence(mimeType) === "multipart/form-data" && !hasBoundary(mimeType);
}

function readHeaderList({ headers }: UnknownRecord, pointer: string): HarHeaders {
  if (headers === undefined || headers === null) return { ...NO_HEADERS, isRecorded: false };
  return { ...readHeaderItems(headers, pointer), isRecorded: true };
}

/** The pointers of headers are relative to their list, or to the message if it has no list. `1` stands for its parent. */
function appendHeaders(list: HarHeaders, fields: readonly HeaderField[], pointer: string): HarHeaders {
  const known = list.pointers ?? list.headers.map((_, index) => `/${index}`);
  const added = list.isRecorded ? `1${pointer}` : pointer;
  return {
    ...list,
    headers: [...list.headers, ...fields],
    pointers: [...known, ...fields.map(() => added)],
  };
}

type Cookie = UnknownRecord & { readonly name: string; readonly value: string };

/** Some recorders write cookies only as parsed, not as headers. */
function listCookies({ cookies }: UnknownRecord): Cookie[] {
  if (!Array.isArray(cookies)) return [];
  return cookies.filter(
    (it): it is Cookie => isPlainObject(it) && typeof it.name === "string" && typeof it.value === "string",
  );
}

function formatSetCookie({ name, value, path, domain, expires, httpOnly, secure }: Cookie): string {
  const texts = { Path: path, Domain: domain, Expires: expires };
  const attributes = Object.entries(texts).flatMap(([key, text]) =>
    typeof text === "string" && text !== "" ? [`${key}=${text}`] : [],
  );
  const flags = Object.entries({ Secure: secure, HttpOnly: httpOnly }).flatMap(([key, isSet]) =>
    isSet === true ? [key] : [],
  );
  return [`${name}=${value}`, ...attributes, ...flags].join("; ");
}
