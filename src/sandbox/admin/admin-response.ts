/** A request to the admin address, read whole. */
export type AdminRequest = {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** By their names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
};

export type AdminResponse =
  | {
      readonly kind: "answer";
      readonly status: number;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string | Uint8Array;
    }
  /** Server-Sent Events (HTML, section 9.2): each text is written as it comes, until the client goes away. */
  | {
      readonly kind: "events";
      readonly status: 200;
      readonly headers: Readonly<Record<string, string>>;
      readonly events: (gone: AbortSignal) => AsyncIterable<string>;
    };

/** Said of everything: nothing is kept, sniffed, framed or told to other sites. */
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
): AdminResponse {
  return {
    kind: "answer",
    status,
    headers: { ...COMMON_HEADERS, ...NO_SCRIPT_POLICY, "Content-Type": contentType, ...headers },
    body,
  };
}

export function createEventStream(source: (gone: AbortSignal) => AsyncIterable<string>): AdminResponse {
  const headers = { ...COMMON_HEADERS, ...NO_SCRIPT_POLICY, "Content-Type": "text/event-stream" };
  return { kind: "events", status: 200, headers, events: source };
}

/** What was wrong with a request to the admin address, to be thrown wherever it is found. */
export class AdminError extends Error {
  override readonly name = "AdminError" as const;
  readonly status: 400 | 401 | 403 | 404 | 405;
  readonly code: string;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: 400 | 401 | 403 | 404 | 405,
    code: string,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  /** In the shape of the service's own errors. */
  toResponse(): AdminResponse {
    const { status, code, message } = this;
    const body = `${JSON.stringify({ status, code, message })}\n`;
    return createTextResponse(body, "application/json", { status, headers: this.headers });
  }
}
