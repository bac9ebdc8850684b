import type { Operation } from "../../document/index.js";
import { generateBoundaryCases } from "../cases/generate-cases.js";
import { splitWords } from "../graph/name-words.js";
import type { CaseRequest, ProbeCase } from "../requests/probe-case.js";
import type { ScenarioContext } from "./scenario-context.js";

const IDENTIFYING_WORDS = new Set(["id", "uuid", "guid", "key"]);

/**
 * Lists valid requests whose bodies differ from a body in one place, first one for each place. Identifiers stay, because another one is often
 * rejected, or not written.
 */
export function listOtherWrites(
  context: Pick<ScenarioContext, "document">,
  operation: Operation,
  request: CaseRequest,
): readonly ProbeCase[] {
  const cases = [...generateBoundaryCases(context, operation, request)].filter(
    ({ expect, edit }) => expect === "accepted" && edit?.part === "body" && !isIdentifier(edit.at),
  );
  const isFirst = (it: ProbeCase): boolean => cases.find(({ edit }) => edit?.at === it.edit?.at) === it;
  return [...cases.filter(isFirst), ...cases.filter((it) => !isFirst(it))];
}

function isIdentifier(at: string): boolean {
  return IDENTIFYING_WORDS.has(splitWords(at.slice(at.lastIndexOf("/") + 1)).at(-1) ?? "");
}
