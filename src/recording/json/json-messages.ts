/** The kind of the JSON value that starts with this byte, with an article. */
export function describeJsonKind(first: number | undefined): string {
  return JSON_KINDS[String.fromCharCode(first ?? 0)] ?? "a number";
}

/** Formats a byte for messages. */
export function formatByte(byte: number | undefined): string {
  if (byte === undefined) return "the end of the file";
  const isPrintable = byte > 0x20 && byte < 0x7f;
  return isPrintable ? `"${String.fromCharCode(byte)}"` : `the byte 0x${byte.toString(16).padStart(2, "0")}`;
}

/** Describes the start of a file that does not start with a JSON value. */
export function describeFileStart(first: number | undefined): string {
  return first === 0x3c ? "looks like HTML or XML" : `starts with ${formatByte(first)}`;
}

/** Decodes the escapes of a JSON property name; recorders may escape any character. */
export function unescapeJsonName(key: string): string {
  if (!key.includes("\\")) return key;
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    // The scanner truncates long names, possibly inside an escape. No name that callers look for is that long.
    return key;
  }
}

const JSON_KINDS: Readonly<Record<string, string>> = {
  "{": "an object",
  "[": "an array",
  '"': "a string",
  t: "true",
  f: "false",
  n: "null",
};
