/** Limits of a call. Those of the client are the defaults. */
export type RetryLimits = {
  /** Timeout of an attempt including sign-in, in milliseconds; 30 000 by default. */
  readonly timeout?: number | undefined;
  /** Timeout of a call with all attempts and the waits between them, in milliseconds; 120 000 by default. */
  readonly totalTimeout?: number | undefined;
  /** Maximum number of retries, for calls that are safe to retry; 2 by default. */
  readonly retries?: number | undefined;
};

/** Settings of any call. */
export type CallSettings = RetryLimits & {
  /** Aborts the call, including its waits. */
  readonly signal?: AbortSignal | undefined;
  /** Additional headers that the spec does not define. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Headers of the parts of a multipart body, where the spec has headers of parts. */
  readonly partHeaders?: PartHeaders | undefined;
};

export type CallParamValues = Readonly<Record<string, unknown>>;

/** Parameters as passed by the caller. */
export type CallParams = {
  readonly path?: CallParamValues;
  readonly query?: CallParamValues;
  readonly header?: CallParamValues;
  readonly cookie?: CallParamValues;
};

/** Headers of the parts of a multipart body, by the JSON Pointers of the parts in the body: `{ "/1": { "X-Part": 3 } }`. */
export type PartHeaders = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Writes a body, or returns undefined if it is JSON. May change the headers. */
export type BodyWriter = (
  body: unknown,
  format: (value: unknown, name: string) => string,
  headers: Headers,
  settings?: Pick<CallSettings, "headers" | "partHeaders">,
) => RequestBodyInit | undefined;

/** What fetch sends. */
export type RequestBodyInit = NonNullable<RequestInit["body"]>;

/**
 * Reads the body of a successful response, or returns undefined if it is JSON or of an unknown type. The signal is that of
 * the call.
 */
export type ResponseReader = (response: Response, signal: AbortSignal | undefined) => object | undefined;

/** Returns the parameters with some of them written. */
export type ParameterSetWriter = (params: CallParams, encode: (value: unknown, name: string) => string) => CallParams;
