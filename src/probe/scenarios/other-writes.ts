import type { Operation } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { generateBoundaryCases } from "../cases/generate-cases.js";
import { readJsonPatch } from "../checks/patches/json-patch.js";
import { readView } from "../checks/rule.js";
import { splitWords } from "../graph/path-shape.js";
import { type CaseRequest, type ProbeCase, putBody } from "../requests/probe-case.js";
import { type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import { listReplacements, makeOtherValue } from "./patches/json-patch-paths.js";
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

/**
 * Lists requests that change a resource in one place, so that a read shows the difference: PUT and PATCH with another value, and a JSON Patch
 * that replaces a number or a boolean.
 *
 * @param request An accepted request for the resource.
 * @param shown The resource now.
 */
export function listVisibleChanges(
  context: Pick<ScenarioContext, "document" | "isValid">,
  operation: Operation,
  request: CaseRequest,
  shown: ProbeExchange,
): readonly CaseRequest[] {
  const { body } = request;
  const resource = readView(shown).body;
  if (body === undefined || readJsonPatch(request) === undefined) {
    const others = listOtherWrites(context, operation, request).map((it) => it.request);
    return operation.method === "PATCH" ? [request, ...others] : others;
  }
  return listReplacements(resource).flatMap((it): CaseRequest[] => {
    const value = makeOtherValue(it.value);
    const patch = putBody(request, [{ ...it, value: value ?? null }]);
    return value !== undefined && context.isValid(operation, patch) ? [patch] : [];
  });
}

/** Whether two responses show a different resource. */
export function isChanged(before: ProbeExchange, after: ProbeExchange): boolean {
  return !isSameJson(readResponseJson(before) ?? null, readResponseJson(after) ?? null);
}
