import type { RecordedBody } from "../exchange.js";

type WritableMessage = { write: (...args: never[]) => boolean; end: (...args: never[]) => unknown };

/** Collects the chunks of a body up to a limit. */
export type BodyCollector = {
  readonly add: (chunk: Uint8Array) => void;
  readonly finish: () => RecordedBody;
};

export function createBodyCollector(maxBytes = Number.POSITIVE_INFINITY): BodyCollector {
  const chunks: Uint8Array[] = [];
  let size = 0;
  return {
    add: (chunk) => {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
    },
    finish: () => {
      if (size === 0) return { kind: "none" };
      if (size > maxBytes) return { kind: "missing", reason: `the body is larger than ${maxBytes} bytes` };
      return { kind: "bytes", bytes: Buffer.concat(chunks) };
    },
  };
}

/** Collects the chunks written to a message of node:http, and calls `onEnd` after `end()`. */
export function captureWrites(message: WritableMessage, body: BodyCollector, onEnd: () => void): void {
  const { write, end } = message;
  // In HTTP/2, end() calls write().
  let isEnding = false;
  const copy = (chunk: unknown, encoding: unknown): void => {
    if (isEnding) return;
    if (typeof chunk === "string")
      body.add(Buffer.from(chunk, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8"));
    else if (chunk instanceof Uint8Array) body.add(chunk);
  };
  message.write = (...args: never[]) => {
    copy(args[0], args[1]);
    return write.apply(message, args);
  };
  message.end = (...args: never[]) => {
    copy(args[0], args[1]);
    isEnding = true;
    const result = end.apply(message, args);
    onEnd();
    return result;
  };
}
