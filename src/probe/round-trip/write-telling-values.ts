import type { GenerationContext } from "../cases/generation-context.js";
import { getRequestLocations } from "../cases/request-locations.js";
import { type CaseRequest, readWrittenBody } from "../requests/probe-case.js";
import type { ProbeExchange } from "../session/probe-exchange.js";
import {
  listAbsentValues,
  listTellingValues,
  putValues,
  type TellingValue,
  VALUE_KINDS,
  type ValueKind,
} from "./telling-values.js";

/** A write, the read after it, and the lists below the resource. */
export type WriteStep = {
  readonly write: ProbeExchange;
  readonly shown: ProbeExchange | undefined;
  readonly parts: readonly ProbeExchange[];
};

export type TellingWrites = {
  readonly context: GenerationContext;
  readonly operation: ProbeExchange["operation"];
  /** Builds the request of the example, for a new resource if each write creates one. */
  readonly build: (name: string) => CaseRequest;
  readonly isValid: (request: CaseRequest) => boolean;
  readonly createTag: (name: string) => string;
  readonly send: (request: CaseRequest) => Promise<WriteStep>;
};

/** Each costs a request, and another one to read. */
const MAX_WRITES = 48;
const MAX_REJECTED = 12;
/** Objects and lists that were added may lack properties too. */
const MAX_GROWTH = 2;
const MAX_GROWTH_REJECTED = 4;

/**
 * Writes all properties with values of each kind at once. If the service rejects a body, it may be for one property, so halves
 * of it are tried, and then other values. Returns the accepted writes.
 */
export async function writeTellingValues(given: TellingWrites): Promise<readonly WriteStep[]> {
  const steps: WriteStep[] = [];
  let left = MAX_WRITES;
  const writes = await addAbsentValues(given, steps);
  for (const kind of VALUE_KINDS) {
    let rejected = 0;
    let groups = [listValues(writes, kind)];
    while (groups.length > 0 && rejected <= MAX_REJECTED && left > 0) {
      const [values = [], ...others] = groups;
      const request = fill(writes, values, `${kind} ${rejected} ${others.length}`);
      groups = others;
      if (request === undefined) continue;
      left -= 1;
      const step = await writes.send(request);
      if (step.write.isAccepted) steps.push(step);
      else {
        rejected += 1;
        groups = [...others, ...split(values)];
      }
    }
  }
  return steps;
}

/** Adds to the body what it lacks, as far as the service accepts it. */
async function addAbsentValues(given: TellingWrites, steps: WriteStep[]): Promise<TellingWrites> {
  let writes = given;
  for (let round = 0; round < MAX_GROWTH; round += 1) {
    let rejected = 0;
    const request = writes.build(`whole ${round}`);
    const locations = getRequestLocations(writes.context, writes.operation, request);
    let groups = [listAbsentValues(writes.context, locations, readWrittenBody(request))];
    while (groups.length > 0 && rejected <= MAX_GROWTH_REJECTED) {
      const [values = [], ...others] = groups;
      const whole = fill(writes, values, `whole ${round} ${rejected}`);
      groups = others;
      if (whole === undefined) continue;
      const step = await writes.send(whole);
      if (step.write.isAccepted) {
        steps.push(step);
        writes = { ...writes, build: buildWith(writes, values) };
      } else {
        rejected += 1;
        groups = [...others, ...split(values)];
      }
    }
  }
  return writes;
}

function buildWith(writes: TellingWrites, values: readonly TellingValue[]): TellingWrites["build"] {
  return (name) => fill(writes, values, name) ?? writes.build(name);
}

function listValues({ context, operation, build, createTag }: TellingWrites, kind: ValueKind): readonly TellingValue[] {
  const request = build(kind);
  const locations = getRequestLocations(context, operation, request);
  return listTellingValues(context, locations, { kind, body: readWrittenBody(request), tag: createTag(kind) });
}

/** Undefined if none of the values is valid together with the others. */
function fill(writes: TellingWrites, values: readonly TellingValue[], name: string): CaseRequest | undefined {
  const base = writes.build(name);
  const { body } = base;
  if (body === undefined || values.length === 0) return undefined;
  const put = (whole: CaseRequest, own: readonly TellingValue[]): CaseRequest => ({
    ...whole,
    body: {
      contentType: body.contentType,
      value: putValues(
        readWrittenBody(whole),
        own.map(({ at, values: [value = null] }) => ({ at, value })),
      ),
    },
  });
  const all = put(base, values);
  if (writes.isValid(all)) return all;
  let filled = base;
  for (const value of values) {
    const next = put(filled, [value]);
    if (writes.isValid(next)) filled = next;
  }
  return filled === base ? undefined : filled;
}

/** Properties that the example lacks are rejected more often, so they are the first to part. */
function split(values: readonly TellingValue[]): readonly (readonly TellingValue[])[] {
  const [first] = values;
  if (first === undefined) return [];
  if (values.length === 1) return first.values.length > 1 ? [[{ ...first, values: first.values.slice(1) }]] : [];
  const present = values.filter(({ isPresent }) => isPresent);
  const added = values.filter(({ isPresent }) => !isPresent);
  if (present.length > 0 && added.length > 0) return [present, added];
  const half = Math.ceil(values.length / 2);
  return [values.slice(0, half), values.slice(half)];
}
