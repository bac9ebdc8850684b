/** What a recording has to be, said at the end of each message about one that is not. */
export const acceptedHar = 'accepted is a HAR 1.1 or 1.2 document in UTF-8: { "log": { "entries": [ ... ] } }';

/** The kind of JSON value that begins with this byte, with its article. */
export function kindOf(first: number | undefined): string {
  return kinds[String.fromCharCode(first ?? 0)] ?? "a number";
}

/** A byte as a message shows it. */
export function shownByte(byte: number | undefined): string {
  if (byte === undefined) return "the end of the file";
  const isPrintable = byte > 0x20 && byte < 0x7f;
  return isPrintable ? `"${String.fromCharCode(byte)}"` : `the byte 0x${byte.toString(16).padStart(2, "0")}`;
}

/** What a file that does not begin with a JSON value seems to be instead. */
export function seemingKind(first: number | undefined): string {
  return first === 0x3c ? "looks like HTML or XML" : `starts with ${shownByte(first)}`;
}

/** A property name as it was meant: recorders may escape any character of it. */
export function unescapedName(key: string): string {
  if (!key.includes("\\")) return key;
  try {
    return String(JSON.parse(`"${key}"`));
  } catch {
    // The scanner cuts long names, maybe within an escape: such a name is none that we look for.
    return key;
  }
}

const kinds: Readonly<Record<string, string>> = {
  "{": "an object",
  "[": "an array",
  '"': "a string",
  t: "true",
  f: "false",
  n: "null",
};
