import { isObject, type Json, joinPointer, type Operation, parsePointer } from "../../document/index.js";
import { getGenerationContext } from "../cases/generation-context.js";
import type { RequestLocation } from "../cases/request-location.js";
import { getRequestLocations } from "../cases/request-locations.js";
import { checkServiceResponse } from "../checks/response.js";
import { readPathShape, splitWords } from "../graph/path-shape.js";
import { type CaseRequest, putBody, readWrittenBody } from "../requests/probe-case.js";
import { listAbsentValues, putValues } from "../round-trip/telling-values.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import type { TaskSession } from "../session/session.js";
import { buildNewResource } from "../tasks/seed-requests.js";
import { removeFromBody } from "./round-trips/write-series.js";
import { findAccepted, type ScenarioContext, type ScenarioRun } from "./scenario-context.js";
import type { WebhookRun } from "./webhooks/registration.js";

const MAX_STATES = 8;

/**
 * Writes a fresh resource in every state that the spec lists, and changes it to every other state once: a service
 * sends different events for different states.
 */
export async function writeStates(run: ScenarioRun, operation: Operation): Promise<readonly ProbeExchange[]> {
  const accepted = findPut(run, operation);
  if (accepted === undefined) return [];
  const states = listStates(run, operation, buildNewResource(operation, accepted, run, `states ${operation.id}`));
  const writes: ProbeExchange[] = [];
  for (const { location, value } of states) {
    const name = `state ${operation.id} ${String(value)}`;
    const created = buildNewResource(operation, location.put(value), run, name);
    const others = states.filter((it) => it.value !== value).map((it) => move(it, created));
    for (const request of [created, ...others])
      if (run.isValid(operation, request)) writes.push(await run.sendChecked({ operation, request }));
  }
  return writes;
}

/** An accepted PUT of one resource. */
function findPut(context: ScenarioContext, operation: Operation): CaseRequest | undefined {
  const isPut = operation.method === "PUT" && readPathShape(operation.path).isItem;
  return isPut ? findAccepted(context, operation)?.request : undefined;
}

/** The writes of one resource: its creation in one state, and its change to another one. */
export type StateChange = readonly [ProbeExchange, ProbeExchange];

/**
 * Creates two resources and changes the state of each: of the first one after a pause, and of the second one at once.
 *
 * @param preferred The names of states of which a service sends events.
 */
export async function writeStateChanges(
  run: ScenarioContext & { readonly pause: (ms: number) => Promise<void> } & TaskSession,
  operation: Operation,
  preferred: readonly string[],
): Promise<readonly StateChange[]> {
  const { send, report } = run;
  const accepted = findPut(run, operation);
  if (accepted === undefined) return [];
  const changes: StateChange[] = [];
  for (const pauseMs of [CHANGE_PAUSE_MS, 0]) {
    const base = buildNewResource(operation, accepted, run, `changed after ${pauseMs} ${operation.id}`);
    const [first, second] = listPreferred(run, operation, base, preferred);
    if (first === undefined || second === undefined) return [];
    const created = await send({ operation, request: first.location.put(first.value) });
    await run.pause(pauseMs);
    const changed = await send({ operation, request: move(second, first.location.put(first.value)) });
    for (const it of [created, changed]) report(it, checkServiceResponse(it));
    changes.push([created, changed]);
  }
  return changes;
}

/** The request with a preferred state, if the spec lists states, and the place of the state. */
function buildInState(
  context: ScenarioContext,
  operation: Operation,
  base: CaseRequest,
  preferred: readonly string[],
): { readonly request: CaseRequest; readonly at?: string } {
  const [state] = listPreferred(context, operation, base, preferred);
  return state === undefined ? { request: base } : { request: state.location.put(state.value), at: state.location.at };
}

function listPreferred(
  context: ScenarioContext,
  operation: Operation,
  base: CaseRequest,
  preferred: readonly string[],
): readonly State[] {
  const isPreferred = ({ value }: State): boolean => preferred.includes(String(value).toLowerCase());
  return [...listStates(context, operation, base)].sort((a, b) => Number(isPreferred(b)) - Number(isPreferred(a)));
}

const CHANGE_PAUSE_MS = 1500;

type State = { readonly location: RequestLocation; readonly value: Json };

/** The same resource in another state. */
function move({ location, value }: State, created: CaseRequest): CaseRequest {
  return putBody(created, putValues(readWrittenBody(created), [{ at: location.at, value }]));
}

/** The listed values of the outermost property that names a state. */
function listStates({ document }: ScenarioContext, operation: Operation, base: CaseRequest): readonly State[] {
  const generation = getGenerationContext({ document });
  const location = getRequestLocations(generation, operation, base).find(
    ({ part, at, node }) =>
      part === "body" &&
      !/\/\d+(\/|$)/.test(at) &&
      ["status", "state", "phase"].includes(splitWords(at.slice(at.lastIndexOf("/") + 1)).at(-1) ?? "") &&
      listValues(node).length > 1,
  );
  return location === undefined
    ? []
    : listValues(location.node)
        .slice(0, MAX_STATES)
        .map((value) => ({ location, value }));
}

function listValues({ extensible, applicableSchemas }: RequestLocation["node"]): readonly Json[] {
  return (
    extensible?.values ?? applicableSchemas.flatMap(({ schema }) => (Array.isArray(schema.enum) ? schema.enum : []))
  );
}

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
  run: WebhookRun,
  preferred: readonly string[],
): Promise<readonly ProbeExchange[]> {
  const writes: ProbeExchange[] = [];
  for (const operation of run.operations.filter(({ method }) => method === "PUT")) {
    const accepted = findAccepted(run, operation)?.request;
    if (accepted === undefined || !isObject(readWrittenBody(accepted))) continue;
    const build = (name: string) =>
      buildInState(run, operation, buildNewResource(operation, accepted, run, `${name} ${operation.id}`), preferred);
    const { request, at } = build("full");
    if (request.path === accepted.path) continue;
    const sendOne = async (own: CaseRequest): Promise<boolean> => {
      const result = await run.sendChecked({ operation, request: own });
      writes.push(result);
      return result.isAccepted;
    };
    // Other ids in a body may refer to nothing.
    const createId = (place: string): string => run.createId(`full ${operation.id} ${place}`);
    const isWritten = await sendOne(fill(run, operation, request, createId));
    if (!isWritten && !(await sendOne(fill(run, operation, request, undefined)))) continue;
    await run.pause(EVENT_PAUSE_MS);
    await sendOne(dropOptional(run, operation, build("less").request, parsePointer(at ?? "")[0]));
  }
  return writes;
}

/** Adds what a body lacks, as far as it stays valid, and references to other resources if ids are given. */
function fill(
  context: ScenarioContext,
  operation: Operation,
  base: CaseRequest,
  createId: ((place: string) => string) | undefined,
): CaseRequest {
  const generation = getGenerationContext(context);
  let filled = base;
  for (let round = 0; round < MAX_GROWTH; round += 1) {
    const locations = getRequestLocations(generation, operation, filled);
    for (const { at, values } of listAbsentValues(generation, locations, readWrittenBody(filled), createId)) {
      const next = putBody(filled, putValues(readWrittenBody(filled), [{ at, value: values[0] ?? null }]));
      if (context.isValid(operation, next)) filled = next;
    }
  }
  return filled;
}

/** Leaves out all properties that the spec does not require, except the one that has the state. */
function dropOptional(
  { isValid }: ScenarioContext,
  operation: Operation,
  request: CaseRequest,
  state: string | undefined,
): CaseRequest {
  const names = Object.keys(readWrittenBody(request) ?? {}).filter((it) => it !== state);
  return names.reduce((left, name) => {
    const less = removeFromBody(left, [joinPointer("", name)]);
    return isValid(operation, less) ? less : left;
  }, request);
}
