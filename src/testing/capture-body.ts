import type { Exchange } from "../exchange/index.js";

type WritableMessage = { write: (...given: never[]) => boolean; end: (...given: never[]) => unknown };

/** Keeps what is written to a message of node:http, on its way. */
export function captureWrites(message: WritableMessage, chunks: Uint8Array[], over: () => void): void {
  const { write, end } = message;
  const take = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk === "string")
      chunks.push(Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8"));
    else if (chunk instanceof Uint8Array) chunks.push(chunk);
  };
  message.write = (...given: never[]) => {
    take(given[0], given[1]);
    return write.apply(message, given);
  };
  message.end = (...given: never[]) => {
    take(given[0], given[1]);
    const ended = end.apply(message, given);
    over();
    return ended;
  };
}

export function toBody(chunks: readonly Uint8Array[]): Exchange["request"]["body"] {
  const bytes = Buffer.concat(chunks);
  return bytes.length === 0 ? { kind: "none" } : { kind: "bytes", bytes };
}
