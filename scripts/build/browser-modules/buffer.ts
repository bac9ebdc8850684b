/** The parts of Node's `buffer` that the checker uses, for browsers. */
export class Buffer extends Uint8Array {
  static override from(source: unknown, encodingOrOffset?: unknown, length?: number): Buffer {
    if (typeof source === "string") return wrap(encodeText(source, encodingOrOffset));
    if (source instanceof ArrayBuffer) return new Buffer(source, Number(encodingOrOffset ?? 0), length);
    return wrap(Uint8Array.from(source as ArrayLike<number>));
  }

  static alloc(size: number): Buffer {
    return new Buffer(size);
  }

  static concat(parts: readonly Uint8Array[]): Buffer {
    return wrap(Uint8Array.from(parts.flatMap((part) => [...part])));
  }

  override toString(encoding = "utf8", start = 0, end = this.length): string {
    const bytes = this.subarray(start, end);
    if (encoding !== "latin1") return new TextDecoder().decode(bytes);
    return Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  }
}

function encodeText(text: string, encoding: unknown): Uint8Array {
  return encoding === "latin1"
    ? Uint8Array.from(text, (character) => character.charCodeAt(0))
    : new TextEncoder().encode(text);
}

function wrap({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return new Buffer(buffer as ArrayBuffer, byteOffset, byteLength);
}

export function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

export function isAscii(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte < 128);
}
