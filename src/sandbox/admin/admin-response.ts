/** A complete request to the admin API. */
export type AdminRequest = {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** Keyed by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

export type AdminResponse =
  | {
      readonly kind: "response";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | Uint8Array;
    }
  /**
   * Server-Sent Events (HTML, section 9.2): each text is written as soon as it is yielded, until the client
   * disconnects.
   */
  | {
      readonly kind: "events";
      readonly status: 200;
      readonly headers: Readonly<Record<string, string>>;
      readonly events: (disconnected: AbortSignal) => AsyncIterable<string>;
    };

export type CompleteResponse = Extract<AdminResponse, { kind: "response" }>;

/** Sent with every response: no caching, content sniffing, framing or disclosure to other sites. */
const COMMON_HEADERS: Readonly<Record<string, string>> = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
  "Cross-Origin-Opener-Policy": "same-origin",
};
const NO_SCRIPT_POLICY = { "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'" };

export function createJsonResponse(value: unknown, status = 200): AdminResponse {
  return createTextResponse(`${JSON.stringify(value, undefined, 2)}\n`, "application/json", { status });
}

export function createTextResponse(
  body: string | Uint8Array,
  contentType: string,
  {
    status = 200,
    headers = {},
  }: { readonly status?: number; readonly headers?: Readonly<Record<string, string>> } = {},
): CompleteResponse {
  return {
    kind: "response",
    status,
    headers: { ...COMMON_HEADERS, ...NO_SCRIPT_POLICY, "Content-Type": contentType, ...headers },
    body,
  };
}

export function createEventStream(source: (disconnected: AbortSignal) => AsyncIterable<string>): AdminResponse {
  const headers = { ...COMMON_HEADERS, ...NO_SCRIPT_POLICY, "Content-Type": "text/event-stream" };
  return { kind: "events", status: 200, headers, events: source };
}

/** An error response to a request to the admin API. Route handlers throw it. */
export class AdminError extends Error {
  override readonly name = "AdminError" as const;
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 503;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: 400 | 401 | 403 | 404 | 405 | 409 | 503,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  /** The body has the shape of the service's error responses. */
  toResponse(): CompleteResponse {
    const { status, code, message } = this;
    const body = `${JSON.stringify({ status, code, message })}\n`;
    return createTextResponse(body, "application/json", { status, headers: this.headers });
  }
}
