import { acceptedHar, kindOf, unescapedName } from "./har-wording.js";

/** Something about the shape of the document that ends the reading. */
export type OutlineTrouble = { readonly message: string; readonly pointer: string };

/** Follows the document down to `log.entries`, wherever that stands in it, and up again. */
export class HarOutline {
  #section: "outside" | "log" | "entries" = "outside";
  #sawLog = false;
  #sawEntries = false;

  get inEntries(): boolean {
    return this.#section === "entries";
  }

  get pointer(): string {
    return { outside: "", log: "/log", entries: "/log/entries" }[this.#section];
  }

  /** Takes a value that begins with the byte `first` in `level` containers, the nearest property name being `key`. */
  begin(level: number, first: number | undefined, key: string): OutlineTrouble | undefined {
    if (level === 0 && first !== openBrace) {
      return { message: `the file holds ${kindOf(first)}; ${acceptedHar}`, pointer: "" };
    }
    if (level === 1 && unescapedName(key) === "log") {
      const seen = this.#sawLog;
      this.#sawLog = true;
      this.#section = "log";
      if (seen) return { message: `log stands here a second time; ${acceptedHar}`, pointer: "/log" };
      if (first !== openBrace) return { message: `log is ${kindOf(first)}; ${acceptedHar}`, pointer: "/log" };
    }
    if (level === 2 && this.#section === "log" && unescapedName(key) === "entries") {
      const pointer = "/log/entries";
      const seen = this.#sawEntries;
      this.#sawEntries = true;
      this.#section = "entries";
      if (seen) return { message: `log.entries stands here a second time; ${acceptedHar}`, pointer };
      if (first !== openBracket) return { message: `log.entries is ${kindOf(first)}; ${acceptedHar}`, pointer };
    }
    return undefined;
  }

  /** Takes the end of a value that stood in `level` containers. */
  end(level: number): OutlineTrouble | undefined {
    if (this.#section === "entries" && level === 2) {
      this.#section = "log";
    } else if (this.#section === "log" && level === 1) {
      this.#section = "outside";
      if (!this.#sawEntries) return { message: `log has no entries; ${acceptedHar}`, pointer: "/log" };
    } else if (level === 0 && !this.#sawLog) {
      return { message: `the document has no log; ${acceptedHar}`, pointer: "" };
    }
    return undefined;
  }

  /** Where a document stops that was cut off between its entries, after `count` of them. */
  cutOff(count: number): string {
    if (this.#section === "entries") return count === 0 ? "before the first entry" : `after entry ${count - 1}`;
    return this.#sawEntries ? "after its entries and before it is closed" : "before its entries";
  }
}

const openBrace = 0x7b;
const openBracket = 0x5b;
