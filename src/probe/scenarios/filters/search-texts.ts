import { resolvePointer } from "../../../document/index.js";
import { inferListingFilter } from "../../checks/lists/filter.js";
import { checkWildcard } from "../../checks/lists/filtered-pages.js";
import { checkServiceResponse } from "../../checks/response.js";
import { splitWords } from "../../graph/name-words.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";
import { type FilteredListing, putParameter } from "./filter-values.js";

const SEARCH_WORDS = new Set([
  "search",
  "query",
  "q",
  "text",
  "term",
  "terms",
  "keyword",
  "keywords",
  "find",
  "filter",
]);
/** The wildcards of SQL. */
const WILDCARDS = ["%", "_"];

/** Searches for the wildcards of SQL by parameters that search several properties, if an unknown word finds nothing. */
export async function probeSearchTexts(
  { document, isValid, createId }: ScenarioContext,
  { send, report }: TaskSession,
  { operation, request, items }: FilteredListing,
): Promise<void> {
  if (items.length === 0) return;
  for (const parameter of operation.parameters) {
    const type = parameter.schema === undefined ? undefined : resolvePointer(document, parameter.schema)?.value.type;
    const isSearch = splitWords(parameter.name).some((word) => SEARCH_WORDS.has(word));
    if (parameter.in !== "query" || type !== "string" || !isSearch) continue;
    if (inferListingFilter(document, operation, parameter) !== undefined) continue;
    const unknown = await send({ operation, request: putParameter(request, parameter, createId("no text")) });
    for (const wildcard of WILDCARDS) {
      const own = putParameter(request, parameter, wildcard);
      if (!isValid(operation, own)) continue;
      const result = await send({ operation, request: own });
      report(result, checkServiceResponse(result));
      report(result, checkWildcard(unknown, result, { parameter, wildcard }));
    }
  }
}
