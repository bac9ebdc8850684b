import type { Report } from "../../check/index.js";
import { pluralize } from "../formatting/pluralize.js";

/** One line per consumer, with the most frequent ones first. `text` contains text from traffic, which is not escaped. */
export function describeConsumers({ consumers }: Report, limit: number): readonly string[] {
  if (consumers === undefined) return [];
  const { listed, unlisted, unknown } = consumers;
  const others = listed.slice(limit);
  const rest = others.reduce((sum, { exchanges }) => sum + exchanges, unlisted);
  return [
    ...listed
      .slice(0, limit)
      .map(({ name, exchanges, failed }) => `${name}: ${pluralize(exchanges, "exchange")}, ${failed} with errors`),
    ...(rest === 0 ? [] : [`other consumers: ${pluralize(rest, "exchange")}`]),
    ...(unknown === 0 ? [] : [`no consumer recorded: ${pluralize(unknown, "exchange")}`]),
  ];
}

export const CONSUMERS_TITLE = "Consumers";
