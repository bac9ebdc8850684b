/** Encodings of bytes as text, with APIs that every runtime has. */
export const encodeUtf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Keeps a byte order mark. */
export const decodeUtf8 = (bytes: Uint8Array | ArrayBuffer): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

const decodeLatin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** Encodes the low byte of every UTF-16 code unit. */
export const encodeLatin1 = (text: string): Uint8Array => Uint8Array.from(text, (unit) => unit.charCodeAt(0));

export const encodeHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const encodeBase64 = (bytes: Uint8Array): string => btoa(decodeLatin1(bytes));
