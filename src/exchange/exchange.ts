/**
 * One request and the answer it got, whoever recorded it.
 *
 * Every source (a HAR entry, a live answer, a proxied call) becomes this one shape, so that it gets the same verdict.
 * Nothing here knows OpenAPI.
 */
export type Exchange = {
  readonly request: RecordedRequest;
  readonly response: RecordedResponse;
  readonly origin: ExchangeOrigin;
  /** Why the capture cannot be judged at all (aborted, blocked, answered from cache); absent when it is complete. */
  readonly incomplete?: string;
  /** What the recording leaves out of parts that it otherwise holds; absent when it holds them whole. */
  readonly gaps?: readonly RecordingGap[];
  /** The parts that a log does not hold, and that nobody expects of it; absent in recordings, which hold all. */
  readonly notLogged?: readonly LogPart[];
  /** There when the service asked and a listener answered: the delivery of an event. */
  readonly webhook?: RecordedWebhook;
};

/** What whoever recorded the delivery of an event knows of it. */
export type RecordedWebhook = {
  /** The name of the webhook in the contract; without it, the event itself has to tell. */
  readonly name?: string;
  /** Why the signature is wrong; absent when it is right, or was not verified. */
  readonly wrongSignature?: string;
};

/**
 * Something that a recording does not tell of a part whose rest it tells. What stands in the part is true; what does not
 * stand in it means nothing, so that nobody may call it missing.
 */
export type RecordingGap = {
  readonly part: "request.url" | "request.headers" | "response.headers";
  /** `certain`: something was there that has no value here. `possible`: there may have been more. */
  readonly certainty: "certain" | "possible";
  readonly reason: string;
};

/**
 * A part of which a log tells nothing, or not all: what stands in it is true, and what does not stand in it means nothing.
 * Of `request.path` it tells the template alone.
 */
export type LogPart =
  | "request.path"
  | "request.query"
  | "request.headers"
  | "request.body"
  | "response.headers"
  | "response.body";

export type RecordedRequest = {
  /** Upper case, as HTTP methods are compared. */
  readonly method: string;
  /** Absolute URL exactly as recorded: still percent-encoded, query included. */
  readonly url: string;
  readonly headers: readonly HeaderField[];
  readonly body: RecordedBody;
};

export type RecordedResponse = {
  readonly status: number;
  readonly headers: readonly HeaderField[];
  readonly body: RecordedBody;
};

/** In the order of the wire; names in the case of the wire; a repeated header stands repeated. */
export type HeaderField = readonly [name: string, value: string];

/**
 * A text that has not been taken out of its recording: the content of a JSON string, escapes and all, in UTF-8. The
 * quotation mark that ends it stands at `end`. The bytes are there only until the recording is read on.
 */
export type RawJsonString = { readonly bytes: Buffer; readonly start: number; readonly end: number };

/** What exchanges have in common that differ in nothing but their URL, their bodies and the values of these headers. */
export type ExchangeTemplate = { readonly varyingHeaders: readonly string[] };

/**
 * Judges an exchange whose answer has this text as its body, without the body being read; undefined when that does not do.
 */
export type RawBodyValidator<Outcome> = (
  exchange: Exchange,
  body: RawJsonString,
  alike?: ExchangeTemplate,
) => Outcome | undefined;

/** A body as its recorder left it. Text has already been decoded from its transfer, content and character encodings. */
export type RecordedBody =
  | { readonly kind: "none" }
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "bytes"; readonly bytes: Uint8Array }
  /** There was a body, but the recording does not hold it. */
  | { readonly kind: "missing"; readonly reason: string };

/** Where an exchange stood in its source. */
export type ExchangeOrigin = {
  /** The file as the user named it, or `<stdin>`, or a base URL. */
  readonly source: string;
  /** Zero-based position among the exchanges of the source. */
  readonly index: number;
  /** JSON Pointer of the exchange in the source, such as `/log/entries/4`. */
  readonly pointer: string;
  /** When the request was made, as recorded (RFC 3339); absent when the recording does not say. */
  readonly startedAt?: string;
  /** Where the parts of the exchange stand below `pointer`, so that a finding can name the place in the recording. */
  readonly parts: PartPointers;
  /** Where each header stands below its part; absent when the headers are one list and stand at `/0`, `/1`, ... */
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

/** Something in a source that should have been an exchange and could not be read as one. The gate counts it and fails. */
export type EntryDiagnostic = {
  readonly source: string;
  readonly pointer: string;
  /** What was wrong and what would have been accepted. */
  readonly reason: string;
};

/** What a reader yields. */
export type ReadResult<Outcome = never> =
  | { readonly kind: "exchange"; readonly exchange: Exchange }
  /** Judged while its answer's body still stood in the recording: here the body is missing. */
  | { readonly kind: "settled"; readonly exchange: Exchange; readonly outcome: Outcome }
  | { readonly kind: "unreadable"; readonly unreadable: EntryDiagnostic };
