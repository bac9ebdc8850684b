import { isRecord } from "./unreadable-entry.js";

/** What a text became, and the first variable in it that has no value here. */
export type Resolved = { readonly text: string; readonly unknown?: string };

/** The variables of a collection and of the folders in it; those of environments are not part of a collection. */
export class PostmanVariables {
  readonly #values: ReadonlyMap<string, string>;

  constructor(values: ReadonlyMap<string, string> = new Map()) {
    this.#values = values;
  }

  /** These variables, with those of an inner place before them. */
  with(declared: unknown): PostmanVariables {
    if (!Array.isArray(declared)) return this;
    const values = new Map(this.#values);
    for (const variable of declared) {
      if (!isRecord(variable) || variable.disabled === true) continue;
      const name = variable.key ?? variable.id;
      const { value } = variable;
      // An empty value is what an export leaves of a secret.
      if (typeof name === "string" && isScalar(value) && value !== "") values.set(name, String(value));
    }
    return new PostmanVariables(values);
  }

  /** Fills in `{{name}}`; a value may hold variables again. */
  resolve(text: string): Resolved {
    let resolved = text;
    let room = maxGrowth;
    const fill = (whole: string, name: string): string => {
      const value = this.#values.get(name.trim());
      room -= value?.length ?? 0;
      return value === undefined || room < 0 ? whole : value;
    };
    for (let round = 0; round < maxRounds && resolved.includes("{{"); round++) {
      const next = resolved.replace(placeholder, fill);
      if (next === resolved) break;
      resolved = next;
    }
    const unknown = new RegExp(placeholder.source).exec(resolved)?.[1]?.trim();
    return unknown === undefined ? { text: resolved } : { text: resolved, unknown: unknown.slice(0, 40) };
  }
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

const placeholder = /\{\{([^{}]{1,200})\}\}/g;
const maxRounds = 10;
const maxGrowth = 1024 * 1024;
