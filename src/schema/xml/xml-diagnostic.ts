import type { Pointer } from "../../document/index.js";

/** A diagnostic about the XML form of a value, which validation of the value cannot find. */
export type XmlDiagnostic = {
  /** Whether the part violates the spec, is undocumented, or cannot be checked because the spec does not define it. */
  readonly kind: "invalid" | "undeclared" | "unsure";
  /** The path within the value. */
  readonly tokens: readonly (string | number)[];
  readonly reason: string;
  readonly contract: Pointer;
  readonly valueClass: string;
  readonly name?: string;
  readonly occurrences: number;
};

export const NO_XML_DIAGNOSTICS: readonly XmlDiagnostic[] = [];

/** Collects the diagnostics of parts for the whole, and counts equal ones. */
export class XmlDiagnostics {
  readonly #diagnostics = new Map<string, XmlDiagnostic>();

  add(diagnostics: readonly XmlDiagnostic[], token?: string | number): void {
    for (const diagnostic of diagnostics) {
      const tokens = token === undefined ? diagnostic.tokens : [token, ...diagnostic.tokens];
      const place = tokens.map((it) => (typeof it === "number" ? "*" : it)).join("/");
      const key = `${diagnostic.kind} ${diagnostic.contract} ${diagnostic.valueClass} ${place}`;
      const existing = this.#diagnostics.get(key);
      if (existing === undefined && this.#diagnostics.size >= MAX_DIAGNOSTICS) continue;
      const occurrences = (existing?.occurrences ?? 0) + diagnostic.occurrences;
      this.#diagnostics.set(key, existing === undefined ? { ...diagnostic, tokens } : { ...existing, occurrences });
    }
  }

  list(): readonly XmlDiagnostic[] {
    return this.#diagnostics.size === 0 ? NO_XML_DIAGNOSTICS : [...this.#diagnostics.values()];
  }
}

/** The number of different names at one location that a report distinguishes. */
const MAX_DIAGNOSTICS = 100;
