import type { CallParams, CallSettings } from "./call-settings.js";

/** Writes a body. May change the headers. */
export type BodyWriter = (
  body: unknown,
  format: (value: unknown, name: string) => string,
  headers: Headers,
  settings?: Pick<CallSettings, "partHeaders">,
) => RequestBodyInit;

/** What fetch sends. */
export type RequestBodyInit = NonNullable<RequestInit["body"]>;

/**
 * Reads the body of a successful response, or returns undefined if it is JSON or of an unknown type. The signal is that of
 * the call.
 */
export type ResponseReader = (response: Response, signal: AbortSignal | undefined) => object | undefined;

/** Returns the parameters with some of them written. */
export type ParameterSetWriter = (params: CallParams, encode: (value: unknown, name: string) => string) => CallParams;
