import { isObject, type Json, parsePointer } from "../../../document/index.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { getRequestLocations } from "../../cases/request-locations.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import { listAbsentValues, putValues } from "../../round-trip/telling-values.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { buildInState } from "../state-writes.js";
import type { WebhookScenarioContext } from "./webhook-listener.js";

/** An event may be sent a moment after its write. */
const EVENT_PAUSE_MS = 300;
/** Objects that were added may lack properties too. */
const MAX_GROWTH = 2;

/**
 * Writes a resource with all properties, and right after it another one with only those that the spec requires. Its event must not have what
 * the first resource had.
 *
 * @param preferred The names of states of which a service sends events.
 */
export async function writeFullAndLess(
  context: WebhookScenarioContext,
  preferred: readonly string[],
  { sendChecked }: TaskSession,
): Promise<readonly ProbeExchange[]> {
  const writes: ProbeExchange[] = [];
  for (const operation of context.operations.filter(({ method }) => method === "PUT")) {
    const accepted = context.seeds.get(operation)?.accepted?.request;
    if (accepted === undefined || !isObject(readWrittenBody(accepted))) continue;
    const build = (name: string) =>
      buildInState(
        context,
        operation,
        buildNewResource(operation, accepted, context, `${name} ${operation.id}`),
        preferred,
      );
    const { request, at } = build("full");
    if (request.path === accepted.path) continue;
    const isValid = (it: CaseRequest): boolean => context.isValid(operation, it);
    const sendOne = async (own: CaseRequest): Promise<boolean> => {
      const result = await sendChecked({ operation, request: own });
      writes.push(result);
      return isAccepted(result);
    };
    // Other ids in a body may refer to nothing.
    const createId = (place: string): string => context.createId(`full ${operation.id} ${place}`);
    const full = { document: context.document, operation, isValid };
    if (!(await sendOne(fill(full, request, createId))) && !(await sendOne(fill(full, request, undefined)))) continue;
    await context.pause(EVENT_PAUSE_MS);
    await sendOne(dropOptional(build("less").request, parsePointer(at ?? "")[0], isValid));
  }
  return writes;
}

type FilledOperation = Pick<ProbeExchange, "document" | "operation"> & {
  readonly isValid: (request: CaseRequest) => boolean;
};

/** Adds what a body lacks, as far as it stays valid, and references to other resources if ids are given. */
function fill(
  { document, operation, isValid }: FilledOperation,
  base: CaseRequest,
  createId: ((place: string) => string) | undefined,
): CaseRequest {
  const generation = getGenerationContext({ document });
  let filled = base;
  for (let round = 0; round < MAX_GROWTH; round += 1) {
    const locations = getRequestLocations(generation, operation, filled);
    for (const { at, values } of listAbsentValues(generation, locations, readWrittenBody(filled), createId)) {
      const value = putValues(readWrittenBody(filled), [{ at, value: values[0] ?? null }]);
      const next = { ...filled, body: { contentType: base.body?.contentType ?? "", value } };
      if (isValid(next)) filled = next;
    }
  }
  return filled;
}

/** Leaves out all properties that the spec does not require, except the one that has the state. */
function dropOptional(
  request: CaseRequest,
  state: string | undefined,
  isValid: (request: CaseRequest) => boolean,
): CaseRequest {
  const without = ({ body, ...others }: CaseRequest, name: string): CaseRequest => {
    const entries = Object.entries(readWrittenBody({ body, ...others } as CaseRequest) ?? {});
    const value = Object.fromEntries(entries.filter(([it]) => it !== name)) as Json;
    return { ...others, body: { contentType: body?.contentType ?? "", value } };
  };
  const names = Object.keys(readWrittenBody(request) ?? {}).filter((it) => it !== state);
  return names.reduce((left, name) => {
    const less = without(left, name);
    return isValid(less) ? less : left;
  }, request);
}
