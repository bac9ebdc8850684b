import {
  describeFileStart,
  describeJsonKind,
  formatByte,
  JSON_SIGNAL,
  JsonScanner,
  unescapeJsonName,
} from "../document/json-scanner.js";
import { detectLogByEntry, detectLogByRequest, type LogFormatName } from "./formats/logs/log-formats.js";
import { ByteWindow } from "./reader/byte-window.js";
import { isPlainObject } from "./reader/parsed-entry.js";
import { RecordingError } from "./reader/recording-source.js";

export type RecordingFormat = "har" | "ndjson" | "wiremock" | "nock" | "vcr" | "postman" | LogFormatName;

/**
 * Detects the format of a recording from its first bytes, which it keeps.
 *
 * Each format has a distinctive property near its root. The file name is used only if the content is ambiguous: a
 * malformed first line of an `.ndjson` file is still an NDJSON line.
 */
export class FormatDetector {
  readonly #source: string;
  readonly #window = new ByteWindow();
  readonly #scanner = new JsonScanner(2);
  /** The position of the scanner, or -1 before the first byte that is not white space. */
  #at = -1;
  #whitespaceEnd = 0;
  #isArray = false;
  #requestStart = -1;

  constructor(source: string) {
    this.#source = source;
  }

  /** All bytes pushed so far. */
  get head(): Uint8Array {
    return this.#window.slice(0, this.#window.end);
  }

  /** Returns undefined while more bytes are needed. */
  push(chunk: Uint8Array): RecordingFormat | undefined {
    this.#window.append(chunk, 0);
    if (this.#at === -1 && !this.#start()) return undefined;
    const format = this.#isJson ? this.#scan() : this.#detectYaml();
    if (format !== undefined) return format;
    if (!this.#isJson && this.#window.end > MAX_YAML_HEAD_BYTES) throw this.#createError();
    // HAR is the default for a long undetected head, because it is read in constant memory.
    return this.#window.end > MAX_HEAD_BYTES ? "har" : undefined;
  }

  /**
   * Returns the format at the end of the input.
   *
   * @throws RecordingError if the format is unknown.
   */
  end(): RecordingFormat {
    if (isNdjsonName(this.#source) && this.#at !== -1) return "ndjson";
    throw this.#createError();
  }

  get #isJson(): boolean {
    return this.#requestStart !== NOT_JSON;
  }

  /** Skips the byte order mark and white space. Returns false while there are no other bytes. */
  #start(): boolean {
    const head = this.#window.slice(0, Math.min(3, this.#window.end)).toString("latin1");
    if (head !== BYTE_ORDER_MARK && BYTE_ORDER_MARK.startsWith(head)) return false;
    let at = Math.max(this.#whitespaceEnd, head === BYTE_ORDER_MARK ? 3 : 0);
    while (WHITESPACE_BYTES.has(this.#window.byteAt(at) ?? -1)) at++;
    this.#whitespaceEnd = at;
    const byte = this.#window.byteAt(at);
    if (byte === undefined) return false;
    this.#at = at;
    const first = String.fromCharCode(byte);
    if (first !== "{" && first !== "[") this.#requestStart = NOT_JSON;
    this.#isArray = first === "[";
    return true;
  }

  #detectYaml(): RecordingFormat | undefined {
    const head = this.#window.slice(0, Math.min(this.#window.end, MAX_YAML_HEAD_BYTES)).toString("latin1");
    return /^(["']?)(?:http_)?interactions\1[ \t]*:/m.test(head) || INTERACTION_LIST.test(head) ? "vcr" : undefined;
  }

  #scan(): RecordingFormat | undefined {
    const { bytes, length } = this.#window;
    for (;;) {
      const signal = this.#scanner.step(bytes, this.#at, length);
      this.#at = this.#scanner.position;
      if (signal === JSON_SIGNAL.none || signal === JSON_SIGNAL.bad) return undefined;
      const format = this.#isArray ? this.#detectInArray(signal) : this.#detectInObject(signal);
      if (format !== undefined) return format;
      if (signal === JSON_SIGNAL.end && this.#scanner.level === 0) return this.#detectLogEntry();
    }
  }

  /** Log entries have no single distinctive property, so the whole entry is inspected. */
  #detectLogEntry(): RecordingFormat | undefined {
    if (this.#isArray) return undefined;
    return detectLogByEntry(JSON.parse(this.#window.slice(this.#whitespaceEnd, this.#at).toString("utf8")));
  }

  #detectInArray(signal: number): RecordingFormat | undefined {
    const isName = signal === JSON_SIGNAL.key && this.#scanner.level === 2;
    return isName ? ITEM_PROPERTY_FORMATS.get(unescapeJsonName(this.#scanner.key)) : undefined;
  }

  #detectInObject(signal: number): RecordingFormat | undefined {
    const { level, key } = this.#scanner;
    if (level !== 1) return undefined;
    const name = unescapeJsonName(key);
    if (signal === JSON_SIGNAL.key) return ROOT_PROPERTY_FORMATS.get(name);
    // At the end of a value, `key` may have changed, so remember where the request begins.
    if (signal === JSON_SIGNAL.begin) this.#requestStart = name === "request" ? this.#at - 1 : -1;
    if (signal !== JSON_SIGNAL.end || this.#requestStart < 0) return undefined;
    const request: unknown = JSON.parse(this.#window.slice(this.#requestStart, this.#at).toString("utf8"));
    this.#requestStart = -1;
    // In web server logs, "request" is the request line.
    if (typeof request === "string") return undefined;
    const log = detectLogByRequest(request);
    if (log !== undefined) return log;
    return isExchangeRequest(request) || isNdjsonName(this.#source) ? "ndjson" : "wiremock";
  }

  #createError(): RecordingError {
    const at = Math.max(0, this.#at);
    const position = this.#window.positionAt(this.#at === -1 ? this.#window.end : at);
    const toError = (message: string): RecordingError =>
      new RecordingError(`${message}; ${EXPECTED_RECORDINGS}`, { source: this.#source, position });
    const head = this.#window.slice(0, Math.min(2, this.#window.end)).toString("latin1");
    if (head === "\xff\xfe" || head === "\xfe\xff") return toError("the file is UTF-16");
    if (this.#at === -1) return toError("the file is empty");
    const byte = this.#window.byteAt(at);
    const start = this.#window.slice(0, Math.min(this.#window.end, MAX_YAML_HEAD_BYTES)).toString("latin1");
    if (OPENAPI_FIELD.test(start)) return toError("the file is an OpenAPI document, which --spec names");
    if (ACCESS_LOG_LINE.test(start)) return toError(TEXT_LOG);
    if (!this.#isJson) return toError(`the file ${describeFileStart(byte)} and has no "http_interactions"`);
    const { isComplete, expected } = this.#scanner;
    if (isComplete)
      return toError(`the file contains ${describeJsonKind(this.#isArray ? 0x5b : 0x7b)} that is not a recording`);
    if (byte === undefined) return toError(`the file ends early; expected ${expected}`);
    return toError(`${formatByte(byte)} is not allowed here; expected ${expected}`);
  }
}

/** NDJSON exchanges have absolute URLs and header pairs; WireMock mappings have a path or a pattern. */
function isExchangeRequest(request: unknown): boolean {
  if (!isPlainObject(request)) return false;
  const { url, headers, body } = request;
  return (typeof url === "string" && /^[a-z][a-z0-9+.-]*:/i.test(url)) || Array.isArray(headers) || body !== undefined;
}

function isNdjsonName(name: string): boolean {
  return /\.(ndjson|jsonl)(\.gz)?$/i.test(name);
}

const OPENAPI_FIELD = /^(?:\xef\xbb\xbf)?\s*\{?\s*["']?(?:openapi|swagger)["']?\s*:/m;

/** A line of the common or combined format of Apache and nginx. */
const ACCESS_LOG_LINE = /^[^\n"{]*\[\d\d\/\w{3}\/\d{4}:[^\]\n]*\] "[A-Z]+ /;
const TEXT_LOG =
  "the file is an access log in the common or combined format; let the server write JSON, with log_format … escape=json in nginx or LogFormat in Apache (docs/recordings.md)";

const EXPECTED_RECORDINGS =
  'expected HAR ({ "log": { "entries": [ ... ] } }), NDJSON, WireMock, nock, VCR, Postman, or a JSON log of Kong, nginx, Apache, Envoy, Caddy or Amazon API Gateway, in UTF-8';

const ROOT_PROPERTY_FORMATS: ReadonlyMap<string, RecordingFormat> = new Map([
  ["log", "har"],
  ["mappings", "wiremock"],
  ["item", "postman"],
  ["collection", "postman"],
  ["http_interactions", "vcr"],
  ["interactions", "vcr"],
]);

/** Distinctive properties of the items, for recordings that are an array. */
const ITEM_PROPERTY_FORMATS: ReadonlyMap<string, RecordingFormat> = new Map([
  ["scope", "nock"],
  ["request", "vcr"],
]);
const INTERACTION_LIST = /^-\s+(?:![^\s]{1,80}\s+)?request[ \t]*:/m;

const WHITESPACE_BYTES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const BYTE_ORDER_MARK = "\xef\xbb\xbf";
const NOT_JSON = -2;
const MAX_HEAD_BYTES = 64 * 1024 * 1024;
const MAX_YAML_HEAD_BYTES = 64 * 1024;
