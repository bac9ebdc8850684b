/**
 * Reads cassettes of VCR, YAML or JSON, and of its likes with the same shape: vcrpy, go-vcr, betamax, and, with the
 * interactions as the whole of the file, php-vcr and the VCR of old.
 *
 * @see https://github.com/vcr/vcr
 */
import { parseDocument, type ScalarTag } from "yaml";
import type { Body, Reading } from "./exchange.js";
import type { RecordingSource } from "./har/har.js";
import { type HeaderList, headersOfObject, noHeaders } from "./header-list.js";
import { base64Body, base64Bytes, missing, noBody, textBody } from "./recorded-body.js";
import { type Found, methodOf, readingOf, record, statusOf, urlOf } from "./recorded-fields.js";
import { RecordingError } from "./recording-error.js";
import { isRecord, type UnknownRecord, UnreadableEntry } from "./unreadable-entry.js";
import { parseWholeJson, placeIn, readWhole, type WholeRecording } from "./whole-recording.js";

export async function* readVcr(source: RecordingSource): AsyncGenerator<readonly Reading[], void, undefined> {
  const recording = await readWhole(source);
  const root = /^\s*[{[]/.test(recording.text) ? parseWholeJson(recording) : parseYaml(recording);
  const list = isRecord(root) && root.http_interactions === undefined ? "interactions" : "http_interactions";
  const items = isRecord(root) ? root[list] : root;
  if (!Array.isArray(items)) {
    throw new RecordingError(`${list} is no list; accepted is a VCR cassette with a list of interactions`, {
      source: source.name,
      pointer: `/${list}`,
    });
  }
  if (items.length === 0) return;
  const place = isRecord(root) ? `/${list}` : "";
  yield items.map((item: unknown, index) =>
    readingOf({ source: source.name, index, pointer: `${place}/${index}` }, () =>
      found(record(item, "", "an object with request and response")),
    ),
  );
}

function parseYaml({ name, text }: WholeRecording): unknown {
  if (text.length > maxYamlLength) {
    const message = `the YAML is longer than the ${maxYamlLength} characters that are accepted; as JSON it may be eight times as long`;
    throw new RecordingError(message, { source: name });
  }
  try {
    const document = parseDocument(text, { uniqueKeys: false, customTags: ["binary", rubyBinary], logLevel: "silent" });
    const [error] = document.errors;
    if (error === undefined) return document.toJS({ maxAliasCount: 100 });
    const message = `the file is not valid YAML: ${error.message.split("\n")[0]?.replace(/ at line \d+.*$/, "")}`;
    const place = placeIn(text, Buffer.byteLength(text.slice(0, error.pos[0])));
    throw new RecordingError(message, { source: name, place, cause: error });
  } catch (error) {
    if (error instanceof RecordingError) throw error;
    const what = error instanceof RangeError ? "nests too deeply to be read" : "is an alias bomb";
    throw new RecordingError(`the YAML ${what}`, { source: name, cause: error });
  }
}

function found(interaction: UnknownRecord): Found {
  const request = record(interaction.request, "/request", "an object with method, uri, headers and body");
  const response = record(interaction.response, "/response", "an object with status, headers and body");
  const url = request.uri === undefined && request.url !== undefined ? "/request/url" : "/request/uri";
  const status = statusPlace(response);
  return {
    request: {
      method: methodOf(withoutColon(request.method), "/request/method"),
      url: urlOf(request.uri ?? request.url, url),
      headers: headersAt(request.headers, "/request/headers"),
      body: bodyOf(request.body, "/request/body"),
    },
    response: {
      status: statusOf(codeOf(response), status),
      headers: headersAt(response.headers, "/response/headers"),
      body: bodyOf(response.body, "/response/body"),
    },
    parts: {
      "request.method": "/request/method",
      "request.url": url,
      "request.headers": "/request/headers",
      "request.body": bodyPlace(request.body, "/request/body"),
      "response.status": status,
      "response.headers": "/response/headers",
      "response.body": bodyPlace(response.body, "/response/body"),
    },
    startedAt: timeOf(interaction.recorded_at),
  };
}

/** R writes "status_code", PHP a number as text. */
function codeOf({ status, code }: UnknownRecord): unknown {
  const given = isRecord(status) ? (status.code ?? status.status_code) : (code ?? status);
  return typeof given === "string" && /^[1-9]\d\d$/.test(given) ? Number(given) : given;
}

function statusPlace({ status, code }: UnknownRecord): string {
  if (!isRecord(status)) return code === undefined ? "/response/status" : "/response/code";
  return status.code === undefined && status.status_code !== undefined
    ? "/response/status/status_code"
    : "/response/status/code";
}

/** A symbol of Ruby. */
function withoutColon(method: unknown): unknown {
  return typeof method === "string" ? method.replace(/^:/, "") : method;
}

function headersAt(headers: unknown, pointer: string): HeaderList {
  if (headers === undefined || headers === null) return noHeaders;
  return headersOfObject(record(headers, pointer, "an object from names to lists of values"), pointer);
}

function bodyOf(body: unknown, pointer: string): Body {
  if (body === undefined || body === null) return noBody;
  if (!isRecord(body) || body instanceof Uint8Array) return contentOf(body, pointer);
  if (typeof body.base64_string === "string") return base64Body(body.base64_string, `${pointer}/base64_string`);
  if (body.file === true || body.file === "yes") return missing(`the body is in another file, ${String(body.string)}`);
  // What vcrpy makes of a file that was sent.
  if (Array.isArray(body.state)) return contentOf(body.state[0], `${pointer}/state/0`);
  const [unknown] = Object.keys(body).filter((name) => name !== "string" && name !== "encoding");
  if (body.string === undefined && unknown !== undefined) {
    return missing(`the body is an object with "${unknown.slice(0, 40)}", which tells no text`);
  }
  return contentOf(body.string, `${pointer}/string`);
}

function contentOf(content: unknown, pointer: string): Body {
  if (content === undefined || content === null) return noBody;
  if (typeof content === "string") return textBody(content);
  if (content instanceof Uint8Array) return content.length === 0 ? noBody : { kind: "bytes", bytes: content };
  throw new UnreadableEntry(pointer, content, "a string");
}

function bodyPlace(body: unknown, pointer: string): string {
  if (!isRecord(body) || body instanceof Uint8Array) return pointer;
  if (Array.isArray(body.state)) return `${pointer}/state/0`;
  return `${pointer}/${body.base64_string === undefined ? "string" : "base64_string"}`;
}

/** VCR writes times as HTTP does: "Tue, 01 Nov 2011 04:58:44 GMT". */
function timeOf(recordedAt: unknown): string | undefined {
  const time = typeof recordedAt === "string" ? Date.parse(recordedAt) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

/** Ruby writes bytes with a tag of its own. */
const rubyBinary: ScalarTag = {
  tag: "!binary",
  resolve: (text, onError) => {
    const bytes = base64Bytes(text);
    if (bytes === undefined) onError("!binary is not whole base64");
    return bytes ?? new Uint8Array();
  },
};

// The tree of a YAML text takes many times its size in memory.
const maxYamlLength = 8 * 1024 * 1024;
