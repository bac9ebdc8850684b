import {
  type Document,
  isObject,
  type Json,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../../../document/index.js";
import { isIncluded, splitWords } from "../../../resources/index.js";
import { toPrintable } from "../../../schema/index.js";
import { type ProbeExchange, placeOf, type Rule } from "../../session/probe-exchange.js";
import type { ScenarioRun } from "../scenario-context.js";
import { putFlags, putParameter } from "./filter-values.js";

/** Lists with each flag, such as `includeNotes` or `include_archived`, as false beside the others: no item has what it includes. */
export async function probeFlags(
  { document, sendChecked, report }: ScenarioRun,
  { operation, request }: Pick<ProbeExchange, "operation" | "request">,
): Promise<void> {
  const flags = listIncludeFlags(document, operation);
  if (flags.length === 0) return;
  const all = await sendChecked({ operation, request: putFlags(request, flags) });
  for (const flag of flags) {
    const hidden = await sendChecked({ operation, request: putParameter(request, flag, false) });
    report(hidden, checkIncludeFlag(all, hidden, flag));
  }
}

/** The boolean parameters of a listing that include more of each item, such as `includeNotes`. */
export function listIncludeFlags(document: Document, { parameters }: Operation): readonly Parameter[] {
  return parameters.filter(
    ({ in: place, name, schema }) =>
      place === "query" &&
      /^(include|with|show|expand)/i.test(name) &&
      schema !== undefined &&
      resolvePointer(document, schema)?.value.type === "boolean",
  );
}

/**
 * Checks that a flag such as `includeNotes` with the value false leaves out the property that it includes with true.
 *
 * @param all The listing with all flags.
 */
const checkIncludeFlag: Rule<2, [Parameter]> = (all, hidden, { name, pointer }) => {
  const property = findIncluded(all, name);
  const items = listItems(hidden);
  if (property === undefined) return undefined;
  const wrong = items.filter((item) => isObject(item) && isIncluded(item[property]));
  if (wrong.length === 0) return undefined;
  const message = `${wrong.length} of ${items.length} items have ${toPrintable(property)} with ${toPrintable(name)}=false`;
  return hidden.fail("exchange.filter.ignored", message, "flag", placeOf({ name, pointer }));
};

function listItems(result: ProbeExchange): readonly Json[] {
  return result.isAccepted ? result.items : [];
}

/** The property of items that a flag names. */
function findIncluded(shown: ProbeExchange, flag: string): string | undefined {
  const wanted = splitWords(flag).slice(1).join(" ");
  const names = listItems(shown).filter(isObject).flatMap(Object.keys);
  return names.find((name) => splitWords(name).join(" ") === wanted);
}
