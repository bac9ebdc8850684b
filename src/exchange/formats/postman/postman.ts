/**
 * Reads the saved responses of a Postman collection (formats 2.1 and 2.0), including nested folders.
 *
 * @see https://schema.postman.com/collection/json/v2.1.0/draft-07/docs/index.html
 */
import type { ReadResult, RecordedBody } from "../../exchange.js";
import { parseRecordingJson, readEntireRecording } from "../../reader/entire-recording.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import type { HeaderList } from "../../reader/header-list.js";
import { type ParsedEntry, readEntry, requireObject, requireStatus } from "../../reader/parsed-entry.js";
import { createMissingBody, createTextBody, NO_BODY } from "../../reader/recorded-body.js";
import { RecordingError } from "../../reader/recording-error.js";
import type { RecordingSource } from "../../reader/recording-source.js";
import { readSavedHeaders } from "./postman-headers.js";
import { readSavedRequest } from "./postman-request.js";
import { PostmanVariables } from "./postman-variables.js";

export async function* readPostman(source: RecordingSource): AsyncGenerator<readonly ReadResult[], void, undefined> {
  const document = parseRecordingJson(await readEntireRecording(source));
  // The Postman API wraps the collection in an object.
  const isWrapped = isPlainObject(document) && document.item === undefined && document.collection !== undefined;
  const root = isWrapped ? document.collection : document;
  const rootPointer = isWrapped ? "/collection" : "";
  if (!isPlainObject(root) || !Array.isArray(root.item)) {
    const message = "item is not an array; expected a Postman collection of format 2.1";
    throw new RecordingError(message, { source: source.name, pointer: `${rootPointer}/item` });
  }
  const readings: ReadResult[] = [];
  for (const { pointer, response, context } of listSavedResponses(root, source.name)) {
    const at = { source: source.name, index: readings.length, pointer: rootPointer + pointer };
    readings.push(
      readEntry(at, () =>
        parseSavedResponse(requireObject(response, "", "an object with originalRequest and code"), context),
      ),
    );
  }
  if (readings.length > 0) yield readings;
}

/** What a request inherits from its folders. */
type CollectionContext = { readonly variables: PostmanVariables; readonly auth: unknown };
type SavedResponse = { readonly pointer: string; readonly response: unknown; readonly context: CollectionContext };

function* listSavedResponses(root: UnknownRecord, source: string): Generator<SavedResponse, void, undefined> {
  const outermost: CollectionContext = { variables: new PostmanVariables(), auth: undefined };
  const pending = [{ item: root as unknown, pointer: "", depth: 0, outer: outermost }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { item, pointer, depth, outer } = next;
    if (!isPlainObject(item)) continue;
    if (depth > MAX_FOLDER_DEPTH) {
      throw new RecordingError(`folders are nested more than ${MAX_FOLDER_DEPTH} levels deep`, { source });
    }
    const variables = outer.variables.with(item.variable);
    const request = isPlainObject(item.request) ? item.request : {};
    const context = { variables, auth: readAuth(request.auth) ?? readAuth(item.auth) ?? outer.auth };
    const responses: readonly unknown[] = Array.isArray(item.response) ? item.response : [];
    for (const [index, response] of responses.entries()) {
      yield { pointer: `${pointer}/response/${index}`, response, context };
    }
    const children: readonly unknown[] = Array.isArray(item.item) ? item.item : [];
    // In reverse order, because `pop` takes the last one.
    for (let index = children.length - 1; index >= 0; index--) {
      pending.push({ item: children[index], pointer: `${pointer}/item/${index}`, depth: depth + 1, outer: context });
    }
  }
}

/** Null means the same as absent: the settings of the folder are inherited. */
function readAuth(auth: unknown): unknown {
  return auth === null ? undefined : auth;
}

function parseSavedResponse(saved: UnknownRecord, { variables, auth }: CollectionContext): ParsedEntry {
  const { originalRequest } = saved;
  // A request can be written as a plain URL.
  const original = typeof originalRequest === "string" ? { url: originalRequest } : originalRequest;
  const request = readSavedRequest(
    requireObject(original, "/originalRequest", "the request of this response"),
    variables,
    auth,
  );
  const headers = readHeaders(saved.header);
  return {
    request: request.message,
    response: { status: requireStatus(saved.code, "/code"), headers, body: readEntryBody(saved.body) },
    parts: {
      "request.method": "/originalRequest/method",
      "request.url": "/originalRequest/url",
      "request.headers": "/originalRequest",
      "request.body": request.bodyPointer,
      "response.status": "/code",
      "response.headers": "/header",
      "response.body": "/body",
    },
    incomplete: request.incomplete,
    gaps: request.gaps,
  };
}

function readHeaders(headers: unknown): HeaderList {
  return readSavedHeaders(headers, "/header");
}

function readEntryBody(body: unknown): RecordedBody {
  if (typeof body === "string" && body !== "") {
    return body.includes("\ufffd") ? createMissingBody("Postman does not save binary bodies") : createTextBody(body);
  }
  if (body !== undefined && body !== null && body !== "") throw new EntryError("/body", body, "a string or null");
  return NO_BODY;
}

// Far more than in any real collection.
const MAX_FOLDER_DEPTH = 200;
