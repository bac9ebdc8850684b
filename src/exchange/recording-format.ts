import { ByteWindow } from "./byte-window.js";
import { kindOf, seemingKind, shownByte, unescapedName } from "./har/har-wording.js";
import { JsonScanner, signal } from "./json-scanner.js";
import { type LogFormatName, logOfEntry, logOfRequest } from "./logs/log-format.js";
import { RecordingError } from "./recording-error.js";
import { isRecord } from "./unreadable-entry.js";

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
  #blanks = 0;
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
    const format = this.#isJson ? this.#scan() : this.#yaml();
    if (format !== undefined) return format;
    if (!this.#isJson && this.#window.end > maxYamlHeadBytes) throw this.#trouble();
    // What has not said by now what it is may still be HAR, which is read at constant memory.
    return this.#window.end > maxHeadBytes ? "har" : undefined;
  }

  /** The format when nothing follows; throws when the content is none of them. */
  end(): RecordingFormat {
    if (isNdjsonName(this.#source) && this.#at !== -1) return "ndjson";
    throw this.#trouble();
  }

  get #isJson(): boolean {
    return this.#requestStart !== notJson;
  }

  /** Passes over a byte order mark and blanks; says no while there is nothing else. */
  #start(): boolean {
    const hasMark = this.#window.slice(0, Math.min(3, this.#window.end)).toString("latin1") === "\xef\xbb\xbf";
    let at = Math.max(this.#blanks, hasMark ? 3 : 0);
    while (blankBytes.has(this.#window.byteAt(at) ?? -1)) at++;
    this.#blanks = at;
    const byte = this.#window.byteAt(at);
    if (byte === undefined) return false;
    this.#at = at;
    const first = String.fromCharCode(byte);
    if (first !== "{" && first !== "[") this.#requestStart = notJson;
    this.#isArray = first === "[";
    return true;
  }

  #yaml(): RecordingFormat | undefined {
    const head = this.#window.slice(0, Math.min(this.#window.end, maxYamlHeadBytes)).toString("latin1");
    return /^(["']?)(?:http_)?interactions\1[ \t]*:/m.test(head) || listOfInteractions.test(head) ? "vcr" : undefined;
  }

  #scan(): RecordingFormat | undefined {
    const { bytes, length } = this.#window;
    for (;;) {
      const found = this.#scanner.step(bytes, this.#at, length);
      this.#at = this.#scanner.position;
      if (found === signal.none || found === signal.bad) return undefined;
      const format = this.#isArray ? this.#inArray(found) : this.#inObject(found);
      if (format !== undefined) return format;
      if (found === signal.end && this.#scanner.level === 0) return this.#ofWhole();
    }
  }

  /** Entries of logs have no one property that tells them apart. */
  #ofWhole(): RecordingFormat | undefined {
    if (this.#isArray) return undefined;
    return logOfEntry(JSON.parse(this.#window.slice(this.#blanks, this.#at).toString("utf8")));
  }

  #inArray(found: number): RecordingFormat | undefined {
    const isName = found === signal.key && this.#scanner.level === 2;
    return isName ? itemNames.get(unescapedName(this.#scanner.key)) : undefined;
  }

  #inObject(found: number): RecordingFormat | undefined {
    const { level, key } = this.#scanner;
    if (level !== 1) return undefined;
    const name = unescapedName(key);
    if (found === signal.key) return rootNames.get(name);
    // The name of a value that ends is no longer at hand; where it began is.
    if (found === signal.begin) this.#requestStart = name === "request" ? this.#at - 1 : -1;
    if (found !== signal.end || this.#requestStart < 0) return undefined;
    const request: unknown = JSON.parse(this.#window.slice(this.#requestStart, this.#at).toString("utf8"));
    this.#requestStart = -1;
    // Web servers call a line of text a request.
    if (typeof request === "string") return undefined;
    const log = logOfRequest(request);
    if (log !== undefined) return log;
    return isExchangeRequest(request) || isNdjsonName(this.#source) ? "ndjson" : "wiremock";
  }

  #trouble(): RecordingError {
    const at = Math.max(0, this.#at);
    const place = this.#window.place(this.#at === -1 ? this.#window.end : at);
    const trouble = (message: string): RecordingError =>
      new RecordingError(`${message}; ${acceptedRecordings}`, { source: this.#source, place });
    const head = this.#window.slice(0, Math.min(2, this.#window.end)).toString("latin1");
    if (head === "\xff\xfe" || head === "\xfe\xff") return trouble("the file is UTF-16");
    if (this.#at === -1) return trouble("the file is empty");
    const byte = this.#window.byteAt(at);
    if (!this.#isJson) return trouble(`the file ${seemingKind(byte)} and holds no "http_interactions"`);
    const { complete, expected } = this.#scanner;
    if (complete) return trouble(`the file holds ${kindOf(this.#isArray ? 0x5b : 0x7b)} that is no recording`);
    if (byte === undefined) return trouble(`the file ends early; expected ${expected}`);
    return trouble(`${shownByte(byte)} cannot stand here; expected ${expected}`);
  }
}

/** Our exchanges have whole URLs and their headers in pairs; stubs of WireMock have a path or a pattern. */
function isExchangeRequest(request: unknown): boolean {
  if (!isRecord(request)) return false;
  const { url, headers, body } = request;
  return (typeof url === "string" && /^[a-z][a-z0-9+.-]*:/i.test(url)) || Array.isArray(headers) || body !== undefined;
}

function isNdjsonName(name: string): boolean {
  return /\.(ndjson|jsonl)(\.gz)?$/i.test(name);
}

const acceptedRecordings =
  'accepted are HAR ({ "log": { "entries": [ ... ] } }), NDJSON exchanges, WireMock mappings, nock recordings, VCR cassettes, Postman collections, and logs in JSON of Kong, nginx, Apache, Envoy, Caddy and Amazon API Gateway, in UTF-8';

const rootNames: ReadonlyMap<string, RecordingFormat> = new Map([
  ["log", "har"],
  ["mappings", "wiremock"],
  ["item", "postman"],
  ["collection", "postman"],
  ["http_interactions", "vcr"],
  ["interactions", "vcr"],
]);

/** What the items of a recording that is a list are told apart by. */
const itemNames: ReadonlyMap<string, RecordingFormat> = new Map([
  ["scope", "nock"],
  ["request", "vcr"],
]);
const listOfInteractions = /^-\s+(?:![^\s]{1,80}\s+)?request[ \t]*:/m;

const blankBytes: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d]);
const notJson = -2;
const maxHeadBytes = 64 * 1024 * 1024;
const maxYamlHeadBytes = 64 * 1024;
