import type { Exchange, RawBodyValidator, RawJsonString } from "../../exchange/exchange.js";
import type { EntryFormat, EntryOrigin } from "./entry-format.js";
import { EntryTemplateCache, type TemplateMatch } from "./entry-template-cache.js";
import { TemplateMemory } from "./template-memory.js";

/** Checks the entries of a recording that are like earlier ones, from their bytes. */
export type FastEntries<Outcome> = {
  /** Holds the current bytes of the recording. */
  readonly memory: TemplateMemory;
  /**
   * Checks an entry; `isExcluded` decides about one that is like an earlier one. `unknown` entries are like none, so that `learn` may
   * be called. `failed` entries have to be checked in full.
   *
   * @param item a range of `memory.window`
   */
  readonly check: (
    item: RawJsonString,
    origin: EntryOrigin,
    isExcluded?: (match: TemplateMatch) => boolean,
  ) => "unknown" | "failed" | { readonly match: TemplateMatch; readonly outcome: Outcome };
  readonly learn: (item: RawJsonString, exchange: Exchange) => void;
};

/** Returns undefined without a validator, or if WebAssembly or its memory is not available. */
export function createFastEntries<Outcome>(
  format: EntryFormat,
  validate: RawBodyValidator<Outcome> | undefined,
): FastEntries<Outcome> | undefined {
  const memory = validate && createTemplateMemory();
  if (validate === undefined || memory === undefined) return undefined;
  const templates = new EntryTemplateCache(memory, format);
  const check: FastEntries<Outcome>["check"] = (item, origin, isExcluded = () => false) => {
    const template = templates.find(item);
    if (template === undefined) return "unknown";
    if (!template.backoff.isWorthTrying()) return "failed";
    const match = templates.build(template, item, origin);
    // The regular reader may reject a negative duration.
    if (match === undefined || (match.entry.time ?? 0) < 0 || isExcluded(match)) return "failed";
    const outcome = validate(match.exchange, match.body, match.requestBody);
    template.backoff.count(outcome !== undefined);
    return outcome === undefined ? "failed" : { match, outcome };
  };
  return {
    memory,
    check: (...entry) => {
      const checked = check(...entry);
      templates.count(typeof checked === "object");
      return checked;
    },
    learn: (item, exchange) => templates.learn(item, exchange),
  };
}

function createTemplateMemory(): TemplateMemory | undefined {
  try {
    return new TemplateMemory();
  } catch {
    return undefined;
  }
}
