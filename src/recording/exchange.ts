/**
 * One request and its response, from any recorder.
 *
 * Every source (a HAR entry, a live response, a proxied call) is converted to this type, so all get the same result.
 * This module does not depend on OpenAPI.
 */
export type Exchange = {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
  readonly origin: ExchangeOrigin;
  /** Why the exchange cannot be checked (aborted, blocked, served from a cache); absent if it is complete. */
  readonly incomplete?: string;
  /** What is missing from recorded parts; absent if they are complete. */
  readonly gaps?: readonly RecordingGap[];
  /**
   * The parts that the recording does not contain, such as the bodies of uploads; absent if all are there. If a body in the list is
   * `none`, it is unknown whether there was one.
   */
  readonly notLogged?: readonly LogPart[];
  /** The time from the request to the end of the response in milliseconds, if it is recorded. */
  readonly durationMs?: number;
  /** Present for a webhook delivery: the service sent the request and a listener responded. */
  readonly webhook?: RecordedWebhook;
  /** The program that sent the request, if the recorder has a rule to find it. It contains no secret. */
  readonly consumer?: string;
};

/**
 * How `incomplete` begins if the service or the recorder lost a response that the client waited for. Such an exchange is not
 * checked, and not skipped either.
 */
export const UNPAIRED_REQUEST = "no complete response was recorded";

/** Why a recorder left out a body, or the check of an exchange. Such an exchange is not skipped either. */
export const UNREDACTABLE = "its secrets cannot be redacted without changing the result of the check";

/** Whether the reason in `incomplete` is one for which the exchange counts as not checked. */
export function isUncheckedReason(incomplete: string): boolean {
  return incomplete.startsWith(UNPAIRED_REQUEST) || incomplete === UNREDACTABLE;
}

/** Explains an error that a recorder wrote, as `incomplete` of an exchange. */
export function explainRecorderError(error: string): string {
  if (isUncheckedReason(error)) return error;
  return LOST_RESPONSE.test(error) ? `${UNPAIRED_REQUEST}: ${error}` : `the recorder reported an error: ${error}`;
}

/** Errors of Chromium, Firefox and Node.js for responses that the service did not send, or not to the end. */
const LOST_RESPONSE = new RegExp(
  [
    /^net::ERR_(CONNECTION_(RESET|CLOSED|REFUSED|TIMED_OUT)|TIMED_OUT|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH)$/,
    /^net::ERR_(INVALID_HTTP_RESPONSE|IN(COMPLETE|VALID)_CHUNKED_ENCODING|(HTTP2|QUIC)_PROTOCOL_ERROR)$/,
    /^NS_ERROR_(CONNECTION_REFUSED|NET_(RESET|INTERRUPT|TIMEOUT|EMPTY_RESPONSE|PARTIAL_TRANSFER))$/,
    /\bE(CONNRESET|CONNREFUSED|TIMEDOUT)\b|\bsocket hang up\b/,
  ]
    .map(({ source }) => source)
    .join("|"),
);

/** What the recorder knows about a webhook delivery. */
export type RecordedWebhook = {
  /** The name of the webhook in the spec; if absent, the event is matched by its content. */
  readonly name?: string;
  /** Why the signature is invalid; absent if it is valid or was not verified. */
  readonly wrongSignature?: string;
  /** Whether the recorder verified the signature and found it valid. */
  readonly isVerified?: boolean;
};

/**
 * A recorded part that is incomplete. The recorded values are correct, but a value that is not recorded may have been
 * sent, so checks must not report it as missing.
 */
export type RecordingGap = {
  readonly part: "request.url" | "request.headers" | "response.headers";
  /** `certain`: a value was sent but is not recorded. `possible`: more values may have been sent. */
  readonly certainty: "certain" | "possible";
  readonly reason: string;
};

/**
 * A part that a log or a recording does not contain, or contains only partially. Recorded values are correct; checks must not
 * report other values as missing. For `request.path`, the log contains only the path template.
 */
export type LogPart =
  | "request.path"
  | "request.query"
  | "request.headers"
  | "request.body"
  | "response.headers"
  | "response.body";

/** What requests and responses have in common. */
export type RecordedMessage = { readonly headers: readonly HeaderField[]; readonly body: RecordedBody };

export type RecordedRequest = RecordedMessage & {
  /** Upper case, as HTTP methods are compared. */
  readonly method: string;
  /** Absolute URL as recorded: percent-encoded, with the query. */
  readonly url: string;
};

export type RecordedResponse = RecordedMessage & { readonly status: number };

/** Replaces the headers or the body of both messages of an exchange. */
export function mapMessages<Recorded extends Pick<Exchange, "request" | "response">>(
  exchange: Recorded,
  map: (message: RecordedMessage, side: "request" | "response") => Partial<RecordedMessage>,
): Recorded {
  const { request, response } = exchange;
  return {
    ...exchange,
    request: { ...request, ...map(request, "request") },
    response: { ...response, ...map(response, "response") },
  };
}

/** The statuses that send a client to another URL. */
export const REDIRECT_STATUSES: readonly number[] = [301, 302, 303, 307, 308];

/** Whether the response says that the request succeeded. */
export function isSuccess({ response: { status } }: Pick<Exchange, "response">): boolean {
  return status >= 200 && status < 300;
}

/** A header as sent: original order and case of names, with repeated headers as separate fields. */
export type HeaderField = readonly [name: string, value: string];

/**
 * The escaped content of a JSON string, as UTF-8 bytes inside the buffer of the recording. The closing quotation mark is
 * at `end`. The bytes are valid only until the next chunk of the recording is read.
 */
export type RawJsonString = {
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
};

/**
 * Validates an exchange with `body` as the raw response body, without parsing the body. Returns undefined if the exchange
 * needs full validation.
 *
 * @param requestBody the raw text of the request body, if it is known
 */
export type RawBodyValidator<Outcome> = (
  exchange: Exchange,
  body: RawJsonString,
  requestBody?: RawJsonString,
) => Outcome | undefined;

/** A recorded body. In text, the transfer, content and character encodings are already decoded. */
export type RecordedBody =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /**
   * The message had a body, but it is not recorded. `isUnreadable`: the recording refers to it, but it cannot be read.
   * `invalidEncoding`: it is recorded, but its bytes are not valid in this character encoding.
   */
  | {
      readonly kind: "missing";
      readonly reason: string;
      readonly isUnreadable?: true;
      readonly invalidEncoding?: string;
    };

/** The body of a message that was received whole. */
export function toRecordedBody(bytes: Uint8Array = new Uint8Array()): RecordedBody {
  return bytes.length === 0 ? { kind: "none" } : { kind: "bytes", bytes };
}

/** The location of an exchange in its source. */
export type ExchangeOrigin = {
  /** The file name as given by the user, `<stdin>`, or a base URL. */
  readonly source: string;
  /** Zero-based position among the exchanges of the source. */
  readonly index: number;
  /** JSON Pointer of the exchange in the source, such as `/log/entries/4`. */
  readonly pointer: string;
  /** The recorded time of the request (RFC 3339); absent if not recorded. */
  readonly startedAt?: string;
  /** JSON Pointers of the parts, relative to `pointer`, so that findings can name the location in the recording. */
  readonly parts: PartPointers;
  /**
   * JSON Pointers of the headers, relative to their part; absent if they are `/0`, `/1`, ... A pointer that starts with `1/` is
   * relative to the parent of the part.
   */
  readonly headerPointers?: HeaderPointers;
};

export type HeaderPointers = { readonly request?: readonly string[]; readonly response?: readonly string[] };

/** The parts of an exchange that a finding can be about. */
export type ExchangePart =
  | "request.method"
  | "request.url"
  | "request.headers"
  | "request.body"
  | "response.status"
  | "response.headers"
  | "response.body";

export type PartPointers = Readonly<Record<ExchangePart, string>>;

/** An entry of a recording that cannot be read as an exchange. It is counted and fails the run. */
export type UnreadableEntry = {
  readonly source: string;
  readonly pointer: string;
  /** What is wrong and what was expected. */
  readonly reason: string;
};

/** The result of reading one entry of a recording. */
export type ReadResult<Outcome = never> =
  | { readonly kind: "exchange"; readonly exchange: Exchange }
  /** Already validated from the raw bytes of the recording; its response body is not extracted. */
  | { readonly kind: "settled"; readonly exchange: Exchange; readonly outcome: Outcome }
  | { readonly kind: "unreadable"; readonly unreadable: UnreadableEntry };

/** JSON Pointers of the parts of an exchange in the native exchange format. */
export const EXCHANGE_PART_POINTERS: PartPointers = Object.freeze({
  "request.method": "/request/method",
  "request.url": "/request/url",
  "request.headers": "/request/headers",
  "request.body": "/request/body",
  "response.status": "/response/status",
  "response.headers": "/response/headers",
  "response.body": "/response/body",
});
