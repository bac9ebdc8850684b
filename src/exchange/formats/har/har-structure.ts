import { describeJsonKind, unescapeJsonName } from "../../json/json-messages.js";

/** The end of each message about an invalid HAR document. */
export const EXPECTED_HAR = 'expected a HAR 1.1 or 1.2 document in UTF-8: { "log": { "entries": [ ... ] } }';

/** An error in the structure of the document; reading stops. */
export type HarStructureError = { readonly message: string; readonly pointer: string };

/** Tracks the position in the document relative to `log.entries`. */
export class HarStructureValidator {
  #section: "outside" | "log" | "entries" = "outside";
  #hasLog = false;
  #hasEntries = false;
  #hasPages = false;

  get isInEntries(): boolean {
    return this.#section === "entries";
  }

  get pointer(): string {
    return { outside: "", log: "/log", entries: "/log/entries" }[this.#section];
  }

  /** Handles the start of a value: its first byte, the number of containers around it, and the last property name. */
  begin(level: number, first: number | undefined, key: string): HarStructureError | undefined {
    if (level === 0 && first !== OPEN_BRACE) {
      return { message: `the file contains ${describeJsonKind(first)}; ${EXPECTED_HAR}`, pointer: "" };
    }
    if (level === 1 && unescapeJsonName(key) === "log") {
      const seen = this.#hasLog;
      this.#hasLog = true;
      this.#section = "log";
      if (seen) return { message: `duplicate property log; ${EXPECTED_HAR}`, pointer: "/log" };
      if (first !== OPEN_BRACE)
        return { message: `log is ${describeJsonKind(first)}; ${EXPECTED_HAR}`, pointer: "/log" };
    }
    if (level === 2 && this.#section === "log" && unescapeJsonName(key) === "pages") this.#hasPages = true;
    if (level === 2 && this.#section === "log" && unescapeJsonName(key) === "entries") {
      const pointer = "/log/entries";
      const seen = this.#hasEntries;
      this.#hasEntries = true;
      this.#section = "entries";
      if (seen) return { message: `duplicate property log.entries; ${EXPECTED_HAR}`, pointer };
      if (first !== OPEN_BRACKET)
        return { message: `log.entries is ${describeJsonKind(first)}; ${EXPECTED_HAR}`, pointer };
    }
    return undefined;
  }

  /** Handles the end of a value inside `level` containers. */
  end(level: number): HarStructureError | undefined {
    if (this.#section === "entries" && level === 2) {
      this.#section = "log";
    } else if (this.#section === "log" && level === 1) {
      this.#section = "outside";
      // A recorder that was stopped before the first request writes only the pages.
      if (!this.#hasEntries && !this.#hasPages)
        return { message: `log has no entries; ${EXPECTED_HAR}`, pointer: "/log" };
    } else if (level === 0 && !this.#hasLog) {
      return { message: `the document has no log; ${EXPECTED_HAR}`, pointer: "" };
    }
    return undefined;
  }

  /** Describes where a truncated document ends, after `count` complete entries. */
  describeCutOff(count: number): string {
    if (this.#section === "entries") return count === 0 ? "before the first entry" : `after entry ${count - 1}`;
    return this.#hasEntries ? "after its entries, before the closing bracket" : "before its entries";
  }
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
