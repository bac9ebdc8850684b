/** Bytes and the texts that stand for them, by what every runtime has. */
export const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A byte order mark stays. */
export const text = (bytes: Uint8Array | ArrayBuffer): string =>
  new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);

export const latin1 = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");

/** The low byte of every unit. */
export const latin1Bytes = (text: string): Uint8Array => Uint8Array.from(text, (unit) => unit.charCodeAt(0));

/** The lower byte of a unit first. */
export const utf16 = (text: string): Uint8Array =>
  Uint8Array.from({ length: text.length * 2 }, (_, index) => text.charCodeAt(index >> 1) >> (8 * (index & 1)));

export const hexadecimal = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

export const base64 = (bytes: Uint8Array): string => btoa(latin1(bytes));
