import { detectLogByEntry, detectLogByRequest, type LogFormatName } from "../formats/logs/detect-log-format.js";
import { describeFileStart, describeJsonKind, formatByte, unescapeJsonName } from "../json/json-messages.js";
import { JSON_SIGNAL, JsonScanner } from "../json/json-scanner.js";
import { ByteWindow } from "../reader/byte-window.js";
import { isPlainObject } from "../reader/entry-error.js";
import { RecordingError } from "../reader/recording-error.js";

export type RecordingFormat = "har" | "ndjson" | "wiremock" | "nock" | "vcr" | "postman" | LogFormatName;

/**
 * Tells the format of a recording from its first bytes, which it keeps.
 *
 * Each format has a property near its root that no other one has. The name of the file says something only where the
 * content does not: a broken first line of an `.ndjson` file is still a line.
 */
export class FormatDetector {
  readonly #source: string;
  readonly #window = new ByteWindow();
  readonly #scanner = new JsonScanner(2);
  /** Where the scanner stands, or -1 before anything was found. */
  #at = -1;
  #whitespaceEnd = 0;
  #isArray = false;
  #requestStart = -1;

  constructor(source: string) {
    this.#source = source;
  }

  /** What was pushed so far. */
  get head(): Uint8Array {
    return this.#window.slice(0, this.#window.end);
  }

  /** Undefined as long as more has to be seen. */
  push(chunk: Uint8Array): RecordingFormat | undefined {
    this.#window.append(chunk, 0);
    if (this.#at === -1 && !this.#start()) return undefined;
    const format = this.#isJson ? this.#scan() : this.#detectYaml();
    if (format !== undefined) return format;
    if (!this.#isJson && this.#window.end > MAX_YAML_HEAD_BYTES) throw this.#createError();
    // What has not said by now what it is may still be HAR, which is read at constant memory.
    return this.#window.end > MAX_HEAD_BYTES ? "har" : undefined;
  }

  /** The format when nothing follows; throws when the content is none of them. */
  end(): RecordingFormat {
    if (isNdjsonName(this.#source) && this.#at !== -1) return "ndjson";
    throw this.#createError();
  }

  get #isJson(): boolean {
    return this.#requestStart !== NOT_JSON;
  }

  /** Passes over a byte order mark and blanks; says no while there is nothing else. */
  #start(): boolean {
    const hasMark = this.#window.slice(0, Math.min(3, this.#window.end)).toString("latin1") === "\xef\xbb\xbf";
    let at = Math.max(this.#whitespaceEnd, hasMark ? 3 : 0);
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
      const found = this.#scanner.step(bytes, this.#at, length);
      this.#at = this.#scanner.position;
      if (found === JSON_SIGNAL.none || found === JSON_SIGNAL.bad) return undefined;
      const format = this.#isArray ? this.#detectInArray(found) : this.#detectInObject(found);
      if (format !== undefined) return format;
      if (found === JSON_SIGNAL.end && this.#scanner.level === 0) return this.#detectLogEntry();
    }
  }

  /** Entries of logs have no one property that tells them apart. */
  #detectLogEntry(): RecordingFormat | undefined {
    if (this.#isArray) return undefined;
    return detectLogByEntry(JSON.parse(this.#window.slice(this.#whitespaceEnd, this.#at).toString("utf8")));
  }

  #detectInArray(found: number): RecordingFormat | undefined {
    const isName = found === JSON_SIGNAL.key && this.#scanner.level === 2;
    return isName ? ITEM_PROPERTY_FORMATS.get(unescapeJsonName(this.#scanner.key)) : undefined;
  }

  #detectInObject(found: number): RecordingFormat | undefined {
    const { level, key } = this.#scanner;
    if (level !== 1) return undefined;
    const name = unescapeJsonName(key);
    if (found === JSON_SIGNAL.key) return ROOT_PROPERTY_FORMATS.get(name);
    // The name of a value that ends is no longer at hand; where it began is.
    if (found === JSON_SIGNAL.begin) this.#requestStart = name === "request" ? this.#at - 1 : -1;
    if (found !== JSON_SIGNAL.end || this.#requestStart < 0) return undefined;
    const request: unknown = JSON.parse(this.#window.slice(this.#requestStart, this.#at).toString("utf8"));
    this.#requestStart = -1;
    // Web servers call a line of text a request.
    if (typeof request === "string") return undefined;
    const log = detectLogByRequest(request);
    if (log !== undefined) return log;
    return isExchangeRequest(request) || isNdjsonName(this.#source) ? "ndjson" : "wiremock";
  }

  #createError(): RecordingError {
    const at = Math.max(0, this.#at);
    const place = this.#window.positionAt(this.#at === -1 ? this.#window.end : at);
    const trouble = (message: string): RecordingError =>
      new RecordingError(`${message}; ${ACCEPTED_RECORDINGS}`, { source: this.#source, position: place });
    const head = this.#window.slice(0, Math.min(2, this.#window.end)).toString("latin1");
    if (head === "\xff\xfe" || head === "\xfe\xff") return trouble("the file is UTF-16");
    if (this.#at === -1) return trouble("the file is empty");
    const byte = this.#window.byteAt(at);
    if (!this.#isJson) return trouble(`the file ${describeFileStart(byte)} and holds no "http_interactions"`);
    const { isComplete, expected } = this.#scanner;
    if (isComplete)
      return trouble(`the file holds ${describeJsonKind(this.#isArray ? 0x5b : 0x7b)} that is no recording`);
    if (byte === undefined) return trouble(`the file ends early; expected ${expected}`);
    return trouble(`${formatByte(byte)} cannot stand here; expected ${expected}`);
  }
}

/** Our exchanges have whole URLs and their headers in pairs; stubs of WireMock have a path or a pattern. */
function isExchangeRequest(request: unknown): boolean {
  if (!isPlainObject(request)) return false;
  const { url, headers, body } = request;
  return (typeof url === "string" && /^[a-z][a-z0-9+.-]*:/i.test(url)) || Array.isArray(headers) || body !== undefined;
}

function isNdjsonName(name: string): boolean {
  return /\.(ndjson|jsonl)(\.gz)?$/i.test(name);
}

const ACCEPTED_RECORDINGS =
  'accepted are HAR ({ "log": { "entries": [ ... ] } }), NDJSON exchanges, WireMock mappings, nock recordings, VCR cassettes, Postman collections, and logs in JSON of Kong, nginx, Apache, Envoy, Caddy and Amazon API Gateway, in UTF-8';

const ROOT_PROPERTY_FORMATS: ReadonlyMap<string, RecordingFormat> = new Map([
  ["log", "har"],
  ["mappings", "wiremock"],
  ["item", "postman"],
  ["collection", "postman"],
  ["http_interactions", "vcr"],
  ["interactions", "vcr"],
]);

/** What the items of a recording that is a list are told apart by. */
const ITEM_PROPERTY_FORMATS: ReadonlyMap<string, RecordingFormat> = new Map([
  ["scope", "nock"],
  ["request", "vcr"],
]);
const INTERACTION_LIST = /^-\s+(?:![^\s]{1,80}\s+)?request[ \t]*:/m;

const WHITESPACE_BYTES: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const NOT_JSON = -2;
const MAX_HEAD_BYTES = 64 * 1024 * 1024;
const MAX_YAML_HEAD_BYTES = 64 * 1024;
