import type { CheckFinding } from "../../../check/index.js";
import {
  isObject,
  type Json,
  lastToken,
  type Pointer,
  parentPointer,
  parsePointer,
  valueAt,
} from "../../../document/index.js";
import { isEqual, toPrintable } from "../../../schema/index.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import { hasContent } from "../../round-trip/list-changes.js";
import { listNullablePlaces, listTellingValues } from "../../round-trip/telling-values.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { type ProbeExchange, whenAccepted } from "../../session/probe-exchange.js";
import { restoreBeforePatch } from "../resources.js";
import {
  findReadAt,
  planScenarios,
  type ScenarioContext,
  type ScenarioRun,
  type WriteTarget,
} from "../scenario-context.js";
import { createPatchSender, type PatchSender } from "./patcher.js";

/** Creates scenarios for operations that accept a JSON Merge Patch (RFC 7396): null removes a member. */
export function createMergePatchScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "merge", (base) => {
    const { operation } = base;
    const shown = findReadAt(context, operation.path);
    const isMerge = operation.method === "PATCH" && base?.request.body?.contentType.includes("merge-patch") === true;
    if (!isMerge || shown === undefined) return undefined;
    const places = listRemovable(context, base);
    return places.length === 0 ? undefined : (run) => removeMembers(run, { base, shown, places });
  });
}

/** Each costs two requests, and four if the resource does not have it. */
const MAX_MEMBERS = 6;

type Removable = {
  readonly at: Pointer;
  /** Values that the member may have: that of the example first. */
  readonly values: readonly Json[];
};

function listRemovable(context: ScenarioContext, { operation, request }: ProbeExchange): Removable[] {
  const locations = getRequestLocations(context, operation, request);
  const body = readWrittenBody(request);
  const tag = context.createId(`merge ${operation.id}`).slice(0, 8);
  const telling = listTellingValues(locations, { kind: "plain", body, tag });
  return listNullablePlaces(locations, body)
    .map(({ location }) => location)
    .filter(({ at }) => !/\/\d+(\/|$)/.test(at))
    .map(({ at, value }) => ({
      at,
      values: [value as Json, ...(telling.find((it) => it.at === at)?.values ?? [])].filter(hasContent),
    }))
    .slice(0, MAX_MEMBERS);
}

async function removeMembers(
  run: ScenarioRun,
  { places, ...target }: WriteTarget & { readonly places: readonly Removable[] },
): Promise<void> {
  const { operation, request } = target.base;
  const sender = createPatchSender(run, target);
  await restoreBeforePatch(run, target.base);
  for (const place of places) await removeMember(sender, place);
  if (places.length > 0) await run.send({ operation, request });
}

/** A kept value may be the default of the service, so it counts if another value is kept too. */
async function removeMember({ run, isValid, sendPatch, read }: PatchSender, { at, values }: Removable): Promise<void> {
  /** Returns undefined if the patch is not valid by the spec, or not accepted. */
  const patch = async (value: Json): Promise<ProbeExchange | undefined> => {
    const own = buildPatch(at, value);
    const result = isValid(own) ? await sendPatch(own) : undefined;
    return result?.isAccepted ? result : undefined;
  };
  let shown = await read();
  const kept: Json[] = [];
  for (const value of [undefined, ...values]) {
    const isNew = value !== undefined && !kept.some((it) => isEqual(it, value));
    if (isNew && (await patch(value)) !== undefined) shown = await read();
    const old = valueAt(shown.body, at) ?? null;
    if (!hasContent(old) || kept.some((it) => isEqual(it, old))) continue;
    const removed = await patch(null);
    if (removed === undefined) return;
    const before = shown;
    shown = await read();
    const finding = checkNullRemoves(before, removed, shown, at);
    if (kept.length > 0 || finding?.valueClass === OTHERS_LOST) run.report(removed, finding);
    if (finding === undefined || kept.length > 0) return;
    kept.push(old);
  }
}

/** A merge patch of one place alone. */
function buildPatch(at: Pointer, value: Json): Json {
  return parsePointer(at).reduceRight((inner: Json, name) => ({ [name]: inner }), value);
}

/** The kind of a finding that does not depend on defaults. */
const OTHERS_LOST = "null removes others";

/**
 * Checks that null in a merge patch removes a member, and nothing else of its object (RFC 7396, section 2). A service may set a default
 * instead, so only a kept value counts.
 */
const checkNullRemoves = whenAccepted<3, [Pointer]>((before, patch, after, at) => {
  if (patch.status === 202) return undefined;
  const [old, now] = [before, after].map((it) => valueAt(it.body, at));
  const createFinding = (message: string, valueClass: string): CheckFinding =>
    patch.fail("exchange.patch.differs", `${message} (RFC 7396, section 2)`, valueClass);
  if (hasContent(old) && isEqual(old ?? null, now ?? null))
    return createFinding(
      `${toPrintable(at)} has the same value after a merge patch with null for it; expected that null removes it`,
      "null keeps a member",
    );
  const parent = parentPointer(at);
  const others = countOthers(before, at);
  if (parent === "" || others < MIN_OTHERS || countOthers(after, at) > 0) return undefined;
  return createFinding(
    `the other members of ${toPrintable(parent)} are gone after a merge patch with null for ${toPrintable(at)} alone; expected that they are kept`,
    OTHERS_LOST,
  );
});

/** A single other member may depend on the removed one. */
const MIN_OTHERS = 2;

function countOthers(result: ProbeExchange, at: Pointer): number {
  const object = valueAt(result.body, parentPointer(at));
  return isObject(object)
    ? Object.entries(object).filter(([name, it]) => name !== lastToken(at) && hasContent(it)).length
    : 0;
}
