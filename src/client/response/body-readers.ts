import type { ResponseReader } from "../calls/call-settings.js";
import { chooseByType, type ServerSentEvent } from "../calls/media-types.js";

/**
 * Creates a reader that chooses by the content type. What is declared as arbitrary bytes (RFC 2046, section 4.5.1) often has the type
 * of the file.
 */
export function createReader(readers: Readonly<Record<string, ResponseReader>>): ResponseReader {
  return (response, signal) => {
    const type = response.headers.get("content-type");
    const bytes = /json/i.test(`${type}`) ? undefined : readers["application/octet-stream"];
    return (chooseByType(readers, type) ?? bytes)?.(response, signal);
  };
}

/** Reads text: plain text, XML, HTML, CSV. */
export const readTextBody: ResponseReader = (response) => response.text();

/** Reads bytes. Responses without a body give an empty Blob. */
export const readBlob: ResponseReader = (response) => response.blob();

/** Reads a body of any type: JSON, text or bytes, by its content type. */
export const readAny: ResponseReader = (response) => {
  const type = response.headers.get("content-type") ?? "";
  // The client reads JSON, and the text of a body without a type.
  if (/^([^;]*[/+]json)?\s*(;|$)/i.test(type)) return undefined;
  return /^text\/|[/+]xml\b/i.test(type) ? response.text() : response.blob();
};

/** Reads a body of any type whose schema has text: JSON, or else text. */
export const readJsonOrText: ResponseReader = (response) =>
  response.status === 204 || /^[^;]*[/+]json\s*(;|$)/i.test(`${response.headers.get("content-type")}`)
    ? undefined
    : response.text();

/** Reads a stream of server-sent events (HTML Standard, section 9.2.6). */
export const readEvents: ResponseReader = (response, signal) => iterateEvents(response, signal);

/** Reads a stream of JSON values: JSON Lines, NDJSON, or JSON text sequences (RFC 7464). */
export const readJsonLines: ResponseReader = (response, signal) => iterateJsonLines(response, signal);

/** The fields of an event that were sent. */
type SentEvent = { event?: string; data?: string; id?: string; retry?: number };

async function* iterateEvents(response: Response, signal: AbortSignal | undefined): AsyncGenerator<ServerSentEvent> {
  let sent: SentEvent = {};
  let id = "";
  for await (const line of iterateLines(response, signal)) {
    if (line === "") {
      if (sent.data !== undefined) yield createEvent(sent, sent.data, id);
      sent = {};
      continue;
    }
    const [, field = line, value = ""] = /^([^:]*):? ?(.*)$/s.exec(line) ?? [];
    if (field === "data") sent.data = sent.data === undefined ? value : `${sent.data}\n${value}`;
    if (field === "event") sent.event = value;
    if (field === "id" && !value.includes("\0")) id = sent.id = value;
    if (field === "retry" && /^\d+$/.test(value)) sent.retry = Number(value);
  }
}

function createEvent(sent: SentEvent, data: string, id: string): ServerSentEvent {
  const received = { event: sent.event || "message", data: parseData(data), id };
  // `validateCalls` needs the event as it was sent.
  return Object.defineProperty(received, "~sent", { value: sent });
}

async function* iterateJsonLines(response: Response, signal: AbortSignal | undefined): AsyncGenerator<unknown> {
  for await (const line of iterateLines(response, signal)) {
    // Values of JSON text sequences begin with the character RS.
    const text = line.replaceAll("\u001e", "").trim();
    if (text) yield JSON.parse(text);
  }
}

/** The lines of a body, without their ends. The body is cancelled when the caller stops reading or aborts. */
async function* iterateLines(response: Response, signal: AbortSignal | undefined): AsyncGenerator<string> {
  const reader = response.body?.getReader();
  if (!reader) return;
  const cancel = () => reader.cancel(signal?.reason).catch(() => {});
  signal?.addEventListener("abort", cancel);
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      signal?.throwIfAborted();
      rest += decoder.decode(value, { stream: !done });
      // A CR at the end may be the first half of CRLF.
      const lines = rest.split(done ? /\r\n|\n|\r/ : /\r\n|\n|\r(?!$)/);
      rest = lines.pop() ?? "";
      yield* lines;
      if (done) break;
    }
    if (rest) yield rest;
  } finally {
    signal?.removeEventListener("abort", cancel);
    await cancel();
  }
}

function parseData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
