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
  /** The fetch function; the global one by default. */
  readonly fetch?: typeof fetch;
};

/** Creates a fetch function with hooks, for the option `fetch` of a client. They see every attempt, with its credentials. */
export function createHookedFetch(hooks: FetchHooks): typeof fetch {
  const { onRequest, onResponse, onError, onDownload, fetch: send = fetch } = hooks;
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const request = { url: String(input), init, headers };
    await onRequest?.(request);
    const response = await send(input, { ...init, headers }).catch(async (error: unknown) => {
      await onError?.(error, request);
      throw error;
    });
    const result = await onResponse?.(response, request);
    const replaced = result instanceof Response ? result : response;
    return onDownload === undefined ? replaced : trackDownload(replaced, onDownload);
  };
}

function trackDownload(response: Response, onDownload: NonNullable<FetchHooks["onDownload"]>): Response {
  if (response.body === null) return response;
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  let received = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        received += chunk.byteLength;
        onDownload(received, Number.isNaN(length) ? undefined : length);
        controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  const tracked = new Response(counted as ReadableStream<Uint8Array<ArrayBuffer>>, { status, statusText, headers });
  // The client reads it to resolve links and redirects.
  return Object.defineProperty(tracked, "url", { value: response.url });
}
