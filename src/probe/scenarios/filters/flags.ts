import {
  asArray,
  type Document,
  isObject,
  type Json,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../../../document/index.js";
import { inferList, isIncluded, listItemSchemas, splitWords } from "../../../resources/index.js";
import { getSchemas, toPrintable } from "../../../schema/index.js";
import { type ProbeExchange, placeOf, type Rule } from "../../session/probe-exchange.js";
import type { ScenarioRun } from "../scenario-context.js";
import { putFlags, putParameter } from "./filter-values.js";

/**
 * Lists with each flag, such as `includeNotes` or `include_archived`, as false beside the others: no item has what it includes. And with
 * each flag that items have as a property, such as `archived`, as true and as false.
 */
export async function probeFlags(
  { document, sendChecked, report }: ScenarioRun,
  { operation, request, items }: Pick<ProbeExchange, "operation" | "request" | "items">,
): Promise<void> {
  for (const flag of listFlags(document, operation)) {
    const property = findNamed(items, splitWords(flag.name));
    if (property === undefined || !isMixed(items, property)) continue;
    const shown = await sendChecked({ operation, request: putParameter(request, flag, true) });
    const hidden = await sendChecked({ operation, request: putParameter(request, flag, false) });
    report(hidden, checkPropertyFlag(shown, hidden, flag, property));
  }
  const flags = listIncludeFlags(document, operation);
  if (flags.length === 0) return;
  const all = await sendChecked({ operation, request: putFlags(request, flags) });
  for (const flag of flags) {
    const hidden = await sendChecked({ operation, request: putParameter(request, flag, false) });
    report(hidden, checkIncludeFlag(all, hidden, flag));
  }
}

/** The boolean parameters of a listing that include more of each item, such as `includeNotes`. */
export function listIncludeFlags(document: Document, operation: Operation): readonly Parameter[] {
  return listFlags(document, operation).filter(({ name }) => /^(include|with|show|expand)/i.test(name));
}

function listFlags(document: Document, { parameters }: Operation): readonly Parameter[] {
  return parameters.filter(
    ({ in: place, schema }) =>
      place === "query" && schema !== undefined && resolvePointer(document, schema)?.value.type === "boolean",
  );
}

/** Whether some items have a property as true, and others as false. */
function isMixed(items: readonly Json[], property: string): boolean {
  const values = items.map((it) => (isObject(it) ? it[property] : undefined));
  return values.includes(true) && values.includes(false);
}

/** Checks that a flag leaves some items out as true or as false: it may show more items, or only those that have the property. */
const checkPropertyFlag: Rule<2, [Parameter, string]> = (shown, hidden, { name, pointer }, property) => {
  if (![shown, hidden].every((it) => isMixed(listItems(it), property))) return undefined;
  const message = `with ${toPrintable(name)}=true as with ${toPrintable(name)}=false, some items have ${toPrintable(property)}: true and others false`;
  return hidden.fail("exchange.filter.ignored", message, "flag", placeOf({ name, pointer }));
};

/**
 * Checks that a flag such as `includeNotes` with the value false leaves out the property that it includes with true.
 *
 * @param all The listing with all flags.
 */
const checkIncludeFlag: Rule<2, [Parameter]> = (all, hidden, { name, pointer }) => {
  const property = findNamed(listItems(all), splitWords(name).slice(1));
  const items = listItems(hidden);
  if (property === undefined || isRequired(hidden, property)) return undefined;
  const wrong = items.filter((item) => isObject(item) && isIncluded(item[property]));
  if (wrong.length === 0) return undefined;
  const message = `${wrong.length} of ${items.length} items have ${toPrintable(property)} with ${toPrintable(name)}=false`;
  return hidden.fail("exchange.filter.ignored", message, "flag", placeOf({ name, pointer }));
};

function listItems(result: ProbeExchange): readonly Json[] {
  return result.isAccepted ? result.items : [];
}

/** The property of items that has the words of a flag. */
function findNamed(items: readonly Json[], words: readonly string[]): string | undefined {
  const names = items.filter(isObject).flatMap(Object.keys);
  return names.find((name) => splitWords(name).join(" ") === words.join(" "));
}

/** Whether the spec requires a property of all items, so that no flag leaves it out. */
function isRequired({ document, operation }: ProbeExchange, property: string): boolean {
  const { model } = getSchemas(document);
  const schemas = listItemSchemas(document, operation, inferList(document, operation));
  return schemas.some((it) => model.possible(it).some(({ schema }) => asArray(schema.required).includes(property)));
}
