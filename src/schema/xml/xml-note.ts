import { joinPointer } from "../../document/index.js";
import { createPartViolation, type Violation } from "../validation/violation.js";

/** A note about the XML form of a value, which validation of the value cannot find. */
export type XmlNote = Required<Pick<Violation, "pointer" | "instance" | "reason" | "valueClass" | "occurrences">> & {
  /** Whether the part violates the spec, is undocumented, or cannot be checked because the spec does not define it. */
  readonly kind: "violation" | "undeclared" | "undecided";
  /** The name of an undocumented part. */
  readonly name?: string;
};

export const NO_XML_NOTES: readonly XmlNote[] = [];

/** Creates a note about the whole value; `XmlNotes` adds its location in the values around it. */
export function createXmlNote(
  kind: XmlNote["kind"],
  about: Pick<XmlNote, "pointer" | "reason" | "valueClass" | "name">,
): XmlNote {
  return { kind, instance: "", occurrences: 1, ...about };
}

/** Collects the notes of parts for the whole, and counts equal ones. */
export class XmlNotes {
  readonly #notes = new Map<string, XmlNote>();

  add(notes: readonly XmlNote[], token?: string | number): void {
    for (const note of notes) {
      const instance = token === undefined ? note.instance : joinPointer("", token) + note.instance;
      const place = instance.replaceAll(/\/\d+(?=\/|$)/g, "/*");
      const key = `${note.kind} ${note.pointer} ${note.valueClass} ${place}`;
      const existing = this.#notes.get(key);
      if (existing === undefined && this.#notes.size >= MAX_NOTES) continue;
      const occurrences = (existing?.occurrences ?? 0) + note.occurrences;
      this.#notes.set(key, existing === undefined ? { ...note, instance } : { ...existing, occurrences });
    }
  }

  list(): readonly XmlNote[] {
    return this.#notes.size === 0 ? NO_XML_NOTES : [...this.#notes.values()];
  }
}

/** The violations among the notes of a document. */
export function listXmlViolations(notes: readonly XmlNote[]): Violation[] {
  return notes.flatMap(({ kind, occurrences, ...part }) =>
    kind === "violation" ? [{ ...createPartViolation(part), occurrences }] : [],
  );
}

/** The number of different names at one location that a report distinguishes. */
const MAX_NOTES = 100;
