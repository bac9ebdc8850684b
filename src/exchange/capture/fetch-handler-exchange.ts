import type { Exchange, RecordedBody } from "../exchange.js";
import { createBodyCollector } from "./capture-body.js";
import type { CapturedExchange } from "./server-exchange.js";

/** A request to a server of fetch handlers. */
export type FetchCall = {
  readonly request: Request;
  readonly respond: () => Response | Promise<Response>;
  /** Reads the body again if it was read earlier. */
  readonly readAgain?: () => Promise<ArrayBuffer>;
};

/**
 * Responds to a request and captures the exchange. It is complete before the client sees the end of the response, which streams
 * as before.
 */
export async function captureFetchCall(
  { request, respond, readAgain }: FetchCall,
  onExchange: (exchange: CapturedExchange) => void,
): Promise<Response> {
  const readSentBody = captureSentBody(request, readAgain);
  const body = createBodyCollector();
  let response = Response.error();
  let isOver = false;
  const finish = (end: Pick<Exchange, "incomplete">): void => {
    if (isOver) return;
    isOver = true;
    const { method, url, headers } = request;
    const { status } = response;
    onExchange({
      request: { method, url: url.replace(/#.*$/s, ""), headers: [...headers], body: readSentBody() },
      response: {
        ...{ status, headers: [...response.headers] },
        body: method === "HEAD" ? { kind: "none" } : body.finish(),
      },
      ...end,
    });
  };
  try {
    response = await respond();
  } catch (error) {
    finish({ incomplete: "the handler threw an error" });
    throw error;
  }
  // Bodies that are in memory arrive in this turn.
  const turn = new Promise((resolve) => setImmediate(resolve));
  const reader = response.body?.getReader();
  if (reader === undefined) {
    await turn;
    finish({});
    return response;
  }
  const pull = async (controller: ReadableStreamDefaultController<Uint8Array>): Promise<void> => {
    const part = await reader.read().catch((error: unknown) => {
      finish(CLOSED);
      throw error;
    });
    if (!part.done) {
      body.add(part.value);
      controller.enqueue(part.value);
      return;
    }
    finish({});
    controller.close();
  };
  const cancel = (reason: unknown): Promise<void> => {
    finish(CLOSED);
    return reader.cancel(reason);
  };
  // Without a limit, the body is read although the client does not.
  const observed = new ReadableStream({ pull, cancel }, { highWaterMark: Number.POSITIVE_INFINITY });
  await turn;
  return new Response(observed, response);
}

const CLOSED = { incomplete: "the connection closed before the response ended" };

function captureSentBody(request: Request, readAgain: FetchCall["readAgain"]): () => RecordedBody {
  if (request.body === null) return () => ({ kind: "none" });
  let body: RecordedBody = { kind: "missing", reason: "the body was read before it could be recorded" };
  const reading = request.bodyUsed ? readAgain?.() : request.clone().arrayBuffer();
  reading?.then(
    (bytes) => {
      body = bytes.byteLength === 0 ? { kind: "none" } : { kind: "bytes", bytes: new Uint8Array(bytes) };
    },
    () => undefined,
  );
  return () => body;
}
