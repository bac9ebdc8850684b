import { describeJsonKind, unescapeJsonName } from "../../json/json-messages.js";

/** What a recording has to be, said at the end of each message about one that is not. */
export const ACCEPTED_HAR = 'accepted is a HAR 1.1 or 1.2 document in UTF-8: { "log": { "entries": [ ... ] } }';

/** Something about the shape of the document that ends the reading. */
export type HarStructureDiagnostic = { readonly message: string; readonly pointer: string };

/** Follows the document down to `log.entries`, wherever that stands in it, and up again. */
export class HarStructureValidator {
  #section: "outside" | "log" | "entries" = "outside";
  #hasLog = false;
  #hasEntries = false;

  get isInEntries(): boolean {
    return this.#section === "entries";
  }

  get pointer(): string {
    return { outside: "", log: "/log", entries: "/log/entries" }[this.#section];
  }

  /** Takes a value that begins with the byte `first` in `level` containers, the nearest property name being `key`. */
  begin(level: number, first: number | undefined, key: string): HarStructureDiagnostic | undefined {
    if (level === 0 && first !== OPEN_BRACE) {
      return { message: `the file holds ${describeJsonKind(first)}; ${ACCEPTED_HAR}`, pointer: "" };
    }
    if (level === 1 && unescapeJsonName(key) === "log") {
      const seen = this.#hasLog;
      this.#hasLog = true;
      this.#section = "log";
      if (seen) return { message: `log stands here a second time; ${ACCEPTED_HAR}`, pointer: "/log" };
      if (first !== OPEN_BRACE)
        return { message: `log is ${describeJsonKind(first)}; ${ACCEPTED_HAR}`, pointer: "/log" };
    }
    if (level === 2 && this.#section === "log" && unescapeJsonName(key) === "entries") {
      const pointer = "/log/entries";
      const seen = this.#hasEntries;
      this.#hasEntries = true;
      this.#section = "entries";
      if (seen) return { message: `log.entries stands here a second time; ${ACCEPTED_HAR}`, pointer };
      if (first !== OPEN_BRACKET)
        return { message: `log.entries is ${describeJsonKind(first)}; ${ACCEPTED_HAR}`, pointer };
    }
    return undefined;
  }

  /** Takes the end of a value that stood in `level` containers. */
  end(level: number): HarStructureDiagnostic | undefined {
    if (this.#section === "entries" && level === 2) {
      this.#section = "log";
    } else if (this.#section === "log" && level === 1) {
      this.#section = "outside";
      if (!this.#hasEntries) return { message: `log has no entries; ${ACCEPTED_HAR}`, pointer: "/log" };
    } else if (level === 0 && !this.#hasLog) {
      return { message: `the document has no log; ${ACCEPTED_HAR}`, pointer: "" };
    }
    return undefined;
  }

  /** Where a document stops that was cut off between its entries, after `count` of them. */
  describeCutOff(count: number): string {
    if (this.#section === "entries") return count === 0 ? "before the first entry" : `after entry ${count - 1}`;
    return this.#hasEntries ? "after its entries and before it is closed" : "before its entries";
  }
}

const OPEN_BRACE = 0x7b;
const OPEN_BRACKET = 0x5b;
