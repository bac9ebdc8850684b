import type { Json, Operation } from "../../document/index.js";
import { isSameJson } from "../../samples/same-json.js";
import { readJsonPatch } from "../checks/patches/json-patch.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import { listOtherWrites } from "./other-writes.js";
import { listReplacements } from "./patches/json-patch-paths.js";
import { makeOtherValue } from "./patches/other-values.js";
import type { ScenarioContext } from "./scenario-context.js";

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
  const resource = (readResponseJson(shown) ?? null) as Json;
  if (body === undefined || readJsonPatch(request) === undefined) {
    const others = listOtherWrites(context, operation, request).map((it) => it.request);
    return operation.method === "PATCH" ? [request, ...others] : others;
  }
  return listReplacements(resource).flatMap((it): CaseRequest[] => {
    const value = makeOtherValue(it.value);
    const patch = { ...request, body: { contentType: body.contentType, value: [{ ...it, value: value ?? null }] } };
    return value !== undefined && context.isValid(operation, patch) ? [patch] : [];
  });
}

/** Whether two responses show a different resource. */
export function isChanged(before: ProbeExchange, after: ProbeExchange): boolean {
  return !isSameJson(readResponseJson(before) ?? null, readResponseJson(after) ?? null);
}
