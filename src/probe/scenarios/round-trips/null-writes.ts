import { type Pointer, valueAt } from "../../../document/index.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import type { CaseEdit, CaseRequest } from "../../requests/probe-case.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import { listNullablePlaces } from "../../round-trip/nullable-places.js";
import { putValues } from "../../round-trip/telling-values.js";
import type { WriteStep } from "../../round-trip/write-telling-values.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";
import { removeFromBody } from "./put-inner-less.js";

export type NullWrites = {
  readonly context: ScenarioContext;
  readonly operation: ProbeExchange["operation"];
  /** Builds the request of the example, for a new resource if each write creates one. */
  readonly build: (name: string) => CaseRequest;
  readonly send: (request: CaseRequest, edit?: CaseEdit) => Promise<WriteStep>;
};

/** Properties to try one by one, if the service rejects all together. */
const MAX_ALONE = 3;

/**
 * Writes null for each optional property that may be null, and then the same body without these properties. The spec does not say whether
 * both mean the same, so only the responses to the writes and to the reads after them are checked.
 */
export async function writeNulls(
  { context, operation, build, send }: NullWrites,
  { discard }: Pick<TaskSession, "discard">,
): Promise<void> {
  const base = build("null");
  const locations = getRequestLocations(getGenerationContext(context), operation, base);
  const edits = listNullablePlaces(locations, readWrittenBody(base)).map(({ edit }) => edit);
  if (edits.length === 0) return;
  const places = edits.map(({ at }) => at);
  const write = async (request: CaseRequest, edit?: CaseEdit): Promise<ProbeExchange | undefined> =>
    context.isValid(operation, request) ? (await send(request, edit)).write : undefined;
  const all = await write(putNulls(base, places));
  if (all === undefined || !isAccepted(all)) {
    // A write of one property names it.
    if (all !== undefined) discard(all);
    for (const edit of edits.slice(0, MAX_ALONE)) await write(putNulls(build(`null ${edit.at}`), [edit.at]), edit);
  }
  const whole = build("absent");
  const isPresent = places.some((at) => valueAt(readWrittenBody(whole), at) !== undefined);
  if (isPresent) await write(removeFromBody(whole, places));
}

function putNulls(request: CaseRequest, places: readonly Pointer[]): CaseRequest {
  const nulls = places.map((at) => ({ at, value: null }));
  const value = putValues(readWrittenBody(request), nulls);
  return { ...request, body: { contentType: request.body?.contentType ?? "", value } };
}
