/**
 * Reads VCR cassettes in YAML or JSON, and the compatible formats of vcrpy, go-vcr and betamax. Also reads php-vcr and old
 * VCR cassettes, in which the root is the list of interactions.
 *
 * @see https://github.com/vcr/vcr
 */
import { defineScalarTag, NOT_RESOLVED } from "js-yaml";
import { parseYaml, YamlError } from "../../document/yaml.js";
import type { ReadResult, RecordedBody } from "../exchange.js";
import {
  type EntireRecording,
  getBytePosition,
  parseRecordingJson,
  readEntireRecording,
} from "../reader/entire-recording.js";
import {
  createMissingBody,
  createTextBody,
  decodeBase64,
  decodeBase64Body,
  EntryError,
  isPlainObject,
  type Located,
  NO_BODY,
  type ParsedEntry,
  readEntry,
  readHeaders,
  requireMethod,
  requireObject,
  requireStatus,
  requireUrl,
  type UnknownRecord,
} from "../reader/parsed-entry.js";
import { RecordingError, type RecordingSource } from "../reader/recording-source.js";

export async function* readVcr(source: RecordingSource): AsyncGenerator<readonly ReadResult[], void, undefined> {
  const recording = await readEntireRecording(source);
  const root = /^\s*[{[]/.test(recording.text) ? parseRecordingJson(recording) : parseCassette(recording);
  if (isPlainObject(root) && isPlainObject(root.consumer) && isPlainObject(root.provider))
    throw new RecordingError("the file is a Pact contract, which is not supported; expected a recording, such as HAR", {
      source: source.name,
      pointer: "/consumer",
    });
  const list = isPlainObject(root) && root.http_interactions === undefined ? "interactions" : "http_interactions";
  const items = isPlainObject(root) ? root[list] : root;
  if (!Array.isArray(items)) {
    throw new RecordingError(`${list} is not a list; expected a VCR cassette with a list of interactions`, {
      source: source.name,
      pointer: `/${list}`,
    });
  }
  if (items.length === 0) return;
  const listPointer = isPlainObject(root) ? `/${list}` : "";
  yield items.map((item: unknown, index) =>
    readEntry(
      { source: source.name, index, pointer: `${listPointer}/${index}` },
      item,
      EXPECTED_ITEM,
      parseInteraction,
    ),
  );
}

const EXPECTED_ITEM = "an object with request and response";
const EXPECTED_HEADERS = "an object of value lists by name";

function parseCassette({ name, text }: EntireRecording): unknown {
  if (text.length > MAX_YAML_LENGTH) {
    const message = `the YAML is longer than the limit of ${MAX_YAML_LENGTH} characters; convert it to JSON, which has eight times that limit`;
    throw new RecordingError(message, { source: name });
  }
  try {
    // A repeated key overwrites the earlier one, as in the Ruby library that reads cassettes.
    return parseYaml(text, { tags: BINARY_TAGS, overwritesKeys: true });
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    const position =
      error.offset === undefined
        ? {}
        : { position: getBytePosition(text, Buffer.byteLength(text.slice(0, error.offset))) };
    const message = error.isSyntax ? `the file is not valid YAML: ${error.message}` : `the YAML ${error.message}`;
    throw new RecordingError(message, { source: name, ...position, cause: error });
  }
}

function parseInteraction(interaction: UnknownRecord): ParsedEntry {
  const request = requireObject(interaction.request, "/request", "an object with method, uri, headers and body");
  const response = requireObject(interaction.response, "/response", "an object with status, headers and body");
  const url = request.uri === undefined && request.url !== undefined ? "/request/url" : "/request/uri";
  return {
    method: requireMethod(readMethod(request.method), "/request/method"),
    url: requireUrl(request.uri ?? request.url, url),
    requestHeaders: readHeaders(request.headers ?? undefined, "/request/headers", EXPECTED_HEADERS),
    requestBody: readEntryBody(request.body, "/request/body"),
    status: requireStatus(readStatusCode(response), getStatusPointer(response)),
    responseHeaders: readHeaders(response.headers ?? undefined, "/response/headers", EXPECTED_HEADERS),
    responseBody: readEntryBody(response.body, "/response/body"),
    startedAt: parseRecordedAt(interaction.recorded_at),
  };
}

/** vcr for R writes `status_code`; php-vcr writes the number as a string. */
function readStatusCode({ status, code }: UnknownRecord): unknown {
  const value = isPlainObject(status) ? (status.code ?? status.status_code) : (code ?? status);
  return typeof value === "string" && /^[1-9]\d\d$/.test(value) ? Number(value) : value;
}

function getStatusPointer({ status, code }: UnknownRecord): string {
  if (!isPlainObject(status)) return code === undefined ? "/response/status" : "/response/code";
  return status.code === undefined && status.status_code !== undefined
    ? "/response/status/status_code"
    : "/response/status/code";
}

/** Ruby symbols start with a colon. VCR writes methods in lower case. */
function readMethod(method: unknown): unknown {
  const name = typeof method === "string" ? method.replace(/^:/, "") : method;
  return typeof name === "string" && name === name.toLowerCase() ? name.toUpperCase() : name;
}

function readEntryBody(body: unknown, pointer: string): Located<RecordedBody> {
  if (!isPlainObject(body) || body instanceof Uint8Array) return { value: readBodyContent(body, pointer), pointer };
  // vcrpy writes an uploaded file as `state`.
  const [state] = Array.isArray(body.state) ? [body.state] : [];
  const field = body.base64_string === undefined ? "string" : "base64_string";
  const at = `${pointer}/${state === undefined ? field : "state/0"}`;
  return { value: readHeldBody(body, state, pointer), pointer: at };
}

function readHeldBody(body: UnknownRecord, state: readonly unknown[] | undefined, pointer: string): RecordedBody {
  if (typeof body.base64_string === "string") return decodeBase64Body(body.base64_string, `${pointer}/base64_string`);
  if (body.file === true || body.file === "yes")
    return createMissingBody(`the body is in another file, ${String(body.string)}`, "unreadable");
  if (state !== undefined) return readBodyContent(state[0], `${pointer}/state/0`);
  const [unknown] = Object.keys(body).filter((name) => name !== "string" && name !== "encoding");
  if (body.string === undefined && unknown !== undefined) {
    return createMissingBody(`the body is an object with "${unknown.slice(0, 40)}" and without text`, "unreadable");
  }
  return readBodyContent(body.string, `${pointer}/string`);
}

function readBodyContent(content: unknown, pointer: string): RecordedBody {
  if (content === undefined || content === null) return NO_BODY;
  if (typeof content === "string") return createTextBody(content);
  if (content instanceof Uint8Array) return content.length === 0 ? NO_BODY : { kind: "bytes", bytes: content };
  throw new EntryError(pointer, content, "a string");
}

/** VCR writes HTTP dates: "Tue, 01 Nov 2011 04:58:44 GMT". */
function parseRecordedAt(recordedAt: unknown): string | undefined {
  const time = typeof recordedAt === "string" ? Date.parse(recordedAt) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Ruby uses its own YAML tag for binary data. */
const BINARY_TAGS = ["tag:yaml.org,2002:binary", "!binary"].map((name) =>
  defineScalarTag(name, { resolve: (text) => decodeBase64(text) ?? NOT_RESOLVED, identify: () => false }),
);

// A parsed YAML document needs many times its size in memory.
const MAX_YAML_LENGTH = 8 * 1024 * 1024;
