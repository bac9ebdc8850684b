/**
 * Reads the answers that are saved in a Postman collection (format 2.1, and 2.0), however deep their folders are.
 *
 * @see https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
 */
import type { Body, Header, Reading } from "../exchange.js";
import type { RecordingSource } from "../har/har.js";
import type { HeaderList } from "../header-list.js";
import { headerValues } from "../headers.js";
import { missing, noBody, textBody } from "../recorded-body.js";
import { type Found, readingOf, record, statusOf } from "../recorded-fields.js";
import { RecordingError } from "../recording-error.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "../unreadable-entry.js";
import { parseWholeJson, readWhole } from "../whole-recording.js";
import { savedHeaders } from "./postman-headers.js";
import { savedRequest } from "./postman-request.js";
import { PostmanVariables } from "./postman-variables.js";

export async function* readPostman(source: RecordingSource): AsyncGenerator<readonly Reading[], void, undefined> {
  const whole = parseWholeJson(await readWhole(source));
  // As its API gives it.
  const isWrapped = isRecord(whole) && whole.item === undefined && whole.collection !== undefined;
  const root = isWrapped ? whole.collection : whole;
  const place = isWrapped ? "/collection" : "";
  if (!isRecord(root) || !Array.isArray(root.item)) {
    const message = "item is no array; accepted is a Postman collection of format 2.1";
    throw new RecordingError(message, { source: source.name, pointer: `${place}/item` });
  }
  const readings: Reading[] = [];
  for (const { pointer, response, context } of savedAnswers(root, source.name)) {
    const at = { source: source.name, index: readings.length, pointer: place + pointer };
    readings.push(readingOf(at, () => found(record(response, "", "an object with originalRequest and code"), context)));
  }
  if (readings.length > 0) yield readings;
}

/** What a request takes over from the folders that it stands in. */
type Context = { readonly variables: PostmanVariables; readonly auth: unknown };
type Saved = { readonly pointer: string; readonly response: unknown; readonly context: Context };

function* savedAnswers(root: UnknownRecord, source: string): Generator<Saved, void, undefined> {
  const outermost: Context = { variables: new PostmanVariables(), auth: undefined };
  const pending = [{ item: root as unknown, pointer: "", depth: 0, outer: outermost }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { item, pointer, depth, outer } = next;
    if (!isRecord(item)) continue;
    if (depth > maxDepth) {
      throw new RecordingError(`folders stand in each other more than ${maxDepth} deep`, { source });
    }
    const variables = outer.variables.with(item.variable);
    const request = isRecord(item.request) ? item.request : {};
    const context = { variables, auth: authOf(request.auth) ?? authOf(item.auth) ?? outer.auth };
    const responses: readonly unknown[] = Array.isArray(item.response) ? item.response : [];
    for (const [index, response] of responses.entries()) {
      yield { pointer: `${pointer}/response/${index}`, response, context };
    }
    const children: readonly unknown[] = Array.isArray(item.item) ? item.item : [];
    // The last one first, for the first one is to be taken next.
    for (let index = children.length - 1; index >= 0; index--) {
      pending.push({ item: children[index], pointer: `${pointer}/item/${index}`, depth: depth + 1, outer: context });
    }
  }
}

/** Null, as absence, is to take over what the folder says. */
function authOf(auth: unknown): unknown {
  return auth === null ? undefined : auth;
}

function found(saved: UnknownRecord, { variables, auth }: Context): Found {
  const { originalRequest } = saved;
  // A request that is nothing but its URL may be written as that.
  const given = typeof originalRequest === "string" ? { url: originalRequest } : originalRequest;
  const request = savedRequest(record(given, "/originalRequest", "the request that was answered"), variables, auth);
  const headers = headersOf(saved.header);
  return {
    request: request.message,
    response: { status: statusOf(saved.code, "/code"), headers, body: bodyOf(saved.body, headers.headers) },
    parts: {
      "request.method": "/originalRequest/method",
      "request.url": "/originalRequest/url",
      "request.headers": "/originalRequest",
      "request.body": request.bodyPlace,
      "response.status": "/code",
      "response.headers": "/header",
      "response.body": "/body",
    },
    incomplete: request.incomplete,
    gaps: request.gaps,
  };
}

function headersOf(headers: unknown): HeaderList {
  return savedHeaders(headers, "/header");
}

function bodyOf(body: unknown, headers: readonly Header[]): Body {
  if (typeof body === "string" && body !== "") {
    return body.includes("\ufffd") ? missing("Postman does not keep bytes that are no text") : textBody(body);
  }
  if (body !== undefined && body !== null && body !== "") throw new UnreadableEntry("/body", body, "a string or null");
  const length = Number(headerValues(headers, "content-length")[0]);
  return length > 0
    ? missing(`the answer had ${length} bytes by its Content-Length and its text is not saved`)
    : noBody;
}

// Far more than anybody sorts requests into.
const maxDepth = 200;
