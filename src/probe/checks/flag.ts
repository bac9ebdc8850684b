import type { CheckFinding } from "../../checks/index.js";
import { isObject, type Parameter } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { toPrintable } from "../../schema/index.js";
import { splitWords } from "../graph/name-words.js";
import { findListedItems, getItemIdentity } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange } from "../session/probe-exchange.js";
import { createProbeFinding } from "./probe-finding.js";

/** Checks that a flag such as `includeNotes` with the value false leaves out the property that it includes with true. */
export function checkIncludeFlag(
  shown: ProbeExchange,
  hidden: ProbeExchange,
  { name, pointer }: Parameter,
): CheckFinding | undefined {
  const property = findIncluded(shown, name);
  const items = isAccepted(hidden) ? (findListedItems(hidden) ?? []) : [];
  const wrong = items.filter((item) => property !== undefined && isObject(item) && item[property] !== undefined).length;
  if (property === undefined || wrong === 0) return undefined;
  return createProbeFinding(hidden, {
    code: "exchange.filter.ignored",
    message: `${wrong} of ${items.length} items have ${toPrintable(property)} with ${toPrintable(name)}=false`,
    contract: pointer,
    property: `/${name}`,
    valueClass: "flag",
  });
}

/** The property of items that a flag names. */
function findIncluded(shown: ProbeExchange, flag: string): string | undefined {
  const wanted = splitWords(flag).slice(1).join(" ");
  const names = isAccepted(shown) ? (findListedItems(shown) ?? []).filter(isObject).flatMap(Object.keys) : [];
  return names.find((name) => splitWords(name).join(" ") === wanted);
}

/** Checks that a parameter has no effect beside another one that, as the spec says, overrides it. */
export function checkIgnoredParameter(
  alone: ProbeExchange,
  both: ProbeExchange,
  { parameter, other }: { readonly parameter: Parameter; readonly other: Parameter },
): CheckFinding | undefined {
  if (!isAccepted(alone) || !isAccepted(both)) return undefined;
  const [expected, found] = [alone, both].map((it) =>
    (findListedItems(it) ?? []).map((item) => getItemIdentity(item) ?? null),
  );
  if (isSameJson(expected ?? [], found ?? [])) return undefined;
  return createProbeFinding(both, {
    code: "exchange.filter.ignored",
    message: `${toPrintable(parameter.name)} changes the listing although ${toPrintable(other.name)} is present: ${found?.length} instead of ${expected?.length} items`,
    contract: parameter.pointer,
    property: `/${parameter.name}`,
    valueClass: "overridden",
  });
}
