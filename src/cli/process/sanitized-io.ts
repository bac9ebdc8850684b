import type { Io } from "./io.js";

/** Characters that move a cursor, colour text or turn its direction; tabs and ends of lines are text. */
const CONTROL_CHARACTERS =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/;

/** What this program itself writes to a terminal: colours, and the line that tells of progress. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ALLOWED_SEQUENCES = /\u001b\[[0-9;]*[mK]|\r/;

/**
 * The machine, with no way for what a recording or a description says to reach the terminal as a command. Messages are free
 * of it where they are made; this is for what was forgotten, such as names of files and of options.
 */
export function createSanitizedIo(io: Io): Io {
  const kept = io.isTerminal ? `(${ALLOWED_SEQUENCES.source})|` : "(?!)()|";
  const unsafe = new RegExp(kept + CONTROL_CHARACTERS.source, "g");
  const safe = (text: string): string =>
    CONTROL_CHARACTERS.test(text)
      ? text.replaceAll(unsafe, (found, own: string | undefined) => own ?? escapeCharacter(found))
      : text;
  return { ...io, stdout: (text) => io.stdout(safe(text)), stderr: (text) => io.stderr(safe(text)) };
}

/** As JSON escapes it, so that a report in JSON says the same as before. */
function escapeCharacter(char: string): string {
  return `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
