/** A request of an attempt. Its headers can be changed. */
export type HookedRequest = { readonly url: string; readonly init: RequestInit; readonly headers: Headers };

export type FetchHooks = {
  /** Called before each attempt. May change the headers, or throw to prevent the request. */
  readonly onRequest?: (request: HookedRequest) => unknown;
  /** Called with each response before its body is read. May return another response. */
  readonly onResponse?: (response: Response, request: HookedRequest) => unknown;
  /** Called when an attempt gets no response. */
  readonly onError?: (error: unknown, request: HookedRequest) => unknown;
  /** Called with the bytes that have arrived, and the total if the response has a `Content-Length`. */
  readonly onDownload?: (received: number, total: number | undefined) => void;
  /**
   * Called with the bytes of the request that the platform has taken, and the total unless the body is a stream. The body is sent
   * as a stream, which browsers allow for HTTP/2 only.
   */
  readonly onUpload?: (sent: number, total: number | undefined) => void;
  /** The fetch function; the global one by default. */
  readonly fetch?: typeof fetch;
};

/** Creates a fetch function with hooks, for the option `fetch` of a client. They see every attempt, with its credentials. */
export function createHookedFetch(hooks: FetchHooks): typeof fetch {
  const { onRequest, onResponse, onError, onDownload, onUpload, fetch: send = fetch } = hooks;
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const request = { url: String(input), init, headers };
    await onRequest?.(request);
    const body = onUpload && init.body != null ? await trackUpload(init.body, headers, onUpload) : {};
    const response = await send(input, { ...init, headers, ...body }).catch(async (error: unknown) => {
      await onError?.(error, request);
      throw error;
    });
    const result = await onResponse?.(response, request);
    const replaced = result instanceof Response ? result : response;
    return onDownload === undefined ? replaced : trackDownload(replaced, onDownload);
  };
}

/** The body as a stream that is counted. A form keeps the type with its boundary. */
async function trackUpload(
  body: NonNullable<RequestInit["body"]>,
  headers: Headers,
  onUpload: NonNullable<FetchHooks["onUpload"]>,
): Promise<RequestInit> {
  const isStream = body instanceof ReadableStream;
  const whole = isStream ? undefined : await readBody(body, headers);
  const source = isStream ? (body as ReadableStream<Uint8Array>) : new Blob([whole as ArrayBuffer]).stream();
  const counted = source.pipeThrough(createCounter((sent) => onUpload(sent, whole?.byteLength)));
  // The types of some platforms lack `duplex`, which a stream needs.
  return { body: counted as NonNullable<RequestInit["body"]>, duplex: "half" } as RequestInit;
}

/** Reads the body as a request does: some servers replace `Response` by one that has a type of its own for each body. */
function readBody(body: NonNullable<RequestInit["body"]>, headers: Headers): Promise<ArrayBuffer> {
  const encoded = new Request("http://localhost/", { method: "POST", body });
  const type = encoded.headers.get("content-type");
  if (type !== null && !headers.has("content-type")) headers.set("content-type", type);
  return encoded.arrayBuffer();
}

function createCounter(report: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      report(bytes);
      controller.enqueue(chunk);
    },
  });
}

function trackDownload(response: Response, onDownload: NonNullable<FetchHooks["onDownload"]>): Response {
  if (response.body === null) return response;
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  const counted = response.body.pipeThrough(
    createCounter((received) => onDownload(received, Number.isNaN(length) ? undefined : length)),
  );
  const { status, statusText, headers } = response;
  const tracked = new Response(counted as ReadableStream<Uint8Array<ArrayBuffer>>, { status, statusText, headers });
  // The client reads it to resolve links and redirects.
  return Object.defineProperty(tracked, "url", { value: response.url });
}
