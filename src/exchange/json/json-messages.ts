/** The kind of JSON value that begins with this byte, with its article. */
export function describeJsonKind(first: number | undefined): string {
  return JSON_KINDS[String.fromCharCode(first ?? 0)] ?? "a number";
}

/** A byte as a message shows it. */
export function formatByte(byte: number | undefined): string {
  if (byte === undefined) return "the end of the file";
  const isPrintable = byte > 0x20 && byte < 0x7f;
  return isPrintable ? `"${String.fromCharCode(byte)}"` : `the byte 0x${byte.toString(16).padStart(2, "0")}`;
}

/** What a file that does not begin with a JSON value seems to be instead. */
export function describeFileStart(first: number | undefined): string {
  return first === 0x3c ? "looks like HTML or XML" : `starts with ${formatByte(first)}`;
}

/** A property name as it was meant: recorders may escape any character of it. */
export function unescapeJsonName(key: string): string {
  if (!key.includes("\\")) return key;
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    // The scanner cuts long names, maybe within an escape: such a name is none that we look for.
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
