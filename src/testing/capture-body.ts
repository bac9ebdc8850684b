import type { Exchange } from "../exchange/index.js";

type WritableMessage = { write: (...args: never[]) => boolean; end: (...args: never[]) => unknown };

/** Copies the chunks written to a node:http message into `chunks`, and calls `onEnd` after `end()`. */
export function captureWrites(message: WritableMessage, chunks: Uint8Array[], onEnd: () => void): void {
  const { write, end } = message;
  const copy = (chunk: unknown, encoding: unknown): void => {
    if (typeof chunk === "string")
      chunks.push(Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8"));
    else if (chunk instanceof Uint8Array) chunks.push(chunk);
  };
  message.write = (...args: never[]) => {
    copy(args[0], args[1]);
    return write.apply(message, args);
  };
  message.end = (...args: never[]) => {
    copy(args[0], args[1]);
    const result = end.apply(message, args);
    onEnd();
    return result;
  };
}

export function toBody(chunks: readonly Uint8Array[]): Exchange["request"]["body"] {
  const bytes = Buffer.concat(chunks);
  return bytes.length === 0 ? { kind: "none" } : { kind: "bytes", bytes };
}
