import { isScalar } from "../../document/index.js";
import { isPlainObject } from "../reader/parsed-entry.js";

/** A resolved text and the first variable in it without a value. */
type ResolvedText = { readonly text: string; readonly unknown?: string };

/** The variables of a collection and its folders. A collection does not contain environment variables. */
export class PostmanVariables {
  readonly #own: ReadonlyMap<string, string>;
  readonly #outer: PostmanVariables | undefined;

  constructor(own: ReadonlyMap<string, string> = new Map(), outer?: PostmanVariables) {
    this.#own = own;
    this.#outer = outer;
  }

  /** Returns a new scope in which the declared variables override these variables. */
  with(declared: unknown): PostmanVariables {
    if (!Array.isArray(declared)) return this;
    const own = new Map<string, string>();
    for (const variable of declared) {
      if (!isPlainObject(variable) || variable.disabled === true) continue;
      const name = variable.key ?? variable.id;
      const { value } = variable;
      // Exports replace secret values with empty ones.
      if (typeof name === "string" && isScalar(value) && value !== "") own.set(name, String(value));
    }
    return own.size === 0 ? this : new PostmanVariables(own, this);
  }

  get(name: string): string | undefined {
    return this.#own.get(name) ?? this.#outer?.get(name);
  }

  /** Replaces `{{name}}` by its value, which can contain further variables. */
  resolve(text: string): ResolvedText {
    if (!text.includes("{{")) return { text };
    // No real template is this long, and resolving it could exhaust the memory.
    const [, first = ""] = text.length > MAX_RESOLVED_LENGTH ? (new RegExp(PLACEHOLDER.source).exec(text) ?? []) : [];
    if (first !== "") return { text, unknown: first.trim().slice(0, 40) };
    let resolved = text;
    let remaining = MAX_RESOLVED_LENGTH;
    const fill = (placeholder: string, name: string): string => {
      const value = this.get(name.trim());
      remaining -= value?.length ?? 0;
      return value === undefined || remaining < 0 ? placeholder : value;
    };
    for (let round = 0; round < MAX_ROUNDS && resolved.includes("{{"); round++) {
      const next = resolved.replace(PLACEHOLDER, fill);
      if (next === resolved) break;
      resolved = next;
    }
    const unknown = new RegExp(PLACEHOLDER.source).exec(resolved)?.[1]?.trim();
    return unknown === undefined ? { text: resolved } : { text: resolved, unknown: unknown.slice(0, 40) };
  }
}

const PLACEHOLDER = /\{\{([^{}]{1,200})\}\}/g;
const MAX_ROUNDS = 10;
const MAX_RESOLVED_LENGTH = 1024 * 1024;
