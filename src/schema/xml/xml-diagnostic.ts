import type { Pointer } from "../../document/index.js";

/** Something about a part of a document that no schema of its value can say. */
export type XmlDiagnostic = {
  /** What keeps the contract not, what it has not heard of, and what it does not say, so that nobody can tell. */
  readonly kind: "invalid" | "undeclared" | "unsure";
  /** From the value that it is about to the place in it. */
  readonly tokens: readonly (string | number)[];
  readonly reason: string;
  readonly contract: Pointer;
  readonly valueClass: string;
  readonly name?: string;
  readonly occurrences: number;
};

export const NO_XML_DIAGNOSTICS: readonly XmlDiagnostic[] = [];

/** The notes of parts as those of the whole, the same of several parts as one. */
export class XmlDiagnostics {
  readonly #notes = new Map<string, XmlDiagnostic>();

  add(notes: readonly XmlDiagnostic[], token?: string | number): void {
    for (const note of notes) {
      const key = `${note.kind} ${note.contract} ${note.valueClass}`;
      const known = this.#notes.get(key);
      if (known === undefined && this.#notes.size >= MAX_DIAGNOSTICS) continue;
      const tokens = token === undefined ? note.tokens : [token, ...note.tokens];
      const occurrences = (known?.occurrences ?? 0) + note.occurrences;
      this.#notes.set(key, known === undefined ? { ...note, tokens } : { ...known, occurrences });
    }
  }

  list(): readonly XmlDiagnostic[] {
    return this.#notes.size === 0 ? NO_XML_DIAGNOSTICS : [...this.#notes.values()];
  }
}

/** As many different names in one place as a report tells apart. */
const MAX_DIAGNOSTICS = 100;
