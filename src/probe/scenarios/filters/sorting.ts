import { asArray, type Json, resolvePointer } from "../../../document/index.js";
import { checkSortDirection, checkSorted, findSortParameter, listSortNames } from "../../checks/lists/sorting.js";
import { checkServiceResponse } from "../../checks/response.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";
import { type FilteredListing, putParameter } from "./filter-values.js";

/** Sorts a listing by each name that the spec lists and, if it lists none, by the numbers and times of the items. */
export async function probeSorting(
  { document, isValid }: ScenarioContext,
  { send, report }: TaskSession,
  { operation, request, items }: FilteredListing,
): Promise<void> {
  const parameter = findSortParameter(operation);
  if (parameter === undefined || items.length < 3) return;
  const sort = async (value: string): Promise<ProbeExchange | undefined> => {
    const own = putParameter(request, parameter, value);
    const what = `${parameter.name}=${value}`;
    const edit = { part: "query", at: parameter.name, contract: parameter.pointer, what } as const;
    if (!isValid(operation, own)) return undefined;
    const result = await send({ operation, request: own, edit, expect: "open" });
    report(result, checkServiceResponse(result));
    return isAccepted(result) ? result : undefined;
  };
  const schema = parameter.schema === undefined ? undefined : resolvePointer(document, parameter.schema)?.value;
  const listed = [...asArray(schema?.enum), ...asArray(schema?.["x-extensible-enum"])].filter(
    (it: Json) => typeof it === "string",
  );
  const isKnown = listed.length > 0 || (await sort("none_has_this")) === undefined;
  for (const name of listed.length > 0 ? listed : listSortNames(items)) {
    const result = await sort(name);
    if (result === undefined) continue;
    report(result, checkSorted(result, parameter, isKnown));
    const opposite = /^[-+]/.test(name) || !isKnown ? undefined : await sort(`-${name}`);
    if (opposite === undefined) continue;
    report(opposite, checkSorted(opposite, parameter, isKnown) ?? checkSortDirection(result, opposite, parameter));
  }
}
