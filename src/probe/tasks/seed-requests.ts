import { isObject, type Json, type Operation } from "../../document/index.js";
import { checkServiceResponse } from "../checks/response.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { isSafeMethod } from "../requests/safe-method.js";
import { findListedItems } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import type { KnownValues } from "./known-values.js";

/** A base request for other cases. */
export type SeedRequest = {
  readonly request: CaseRequest;
  /** The accepted exchange; undefined until a request was accepted. */
  readonly accepted?: ProbeExchange;
};

export type SeedRequests = {
  readonly get: (operation: Operation) => SeedRequest | undefined;
  /** Tasks that find the seed requests, ordered so that each can use values learned before. */
  readonly tasks: readonly ProbeTask[];
};

export type SeedRequestOptions = {
  readonly operations: readonly Operation[];
  readonly known: KnownValues;
  readonly examplesOf: (operation: Operation) => readonly CaseRequest[];
  /** Creates an unused id; the same name always gives the same id. */
  readonly createId: (name: string) => string;
  readonly safe: boolean;
};

/** Most examples to try for one operation. */
const MAX_EXAMPLES = 12;

/**
 * Sends examples with known ids until the service accepts one for each operation. Listings come first, because other
 * paths need the ids of their items.
 */
export function createSeedRequests(options: SeedRequestOptions): SeedRequests {
  const seeds = new Map<string, SeedRequest>();
  const tasks = [...options.operations]
    .sort((a, b) => getSendOrder(a) - getSendOrder(b))
    .filter(({ method }) => !options.safe || isSafeMethod(method))
    .map(
      (operation): ProbeTask => ({
        id: `examples/${operation.id}`,
        run: (session) => findSeedRequest(options, seeds, operation, session),
      }),
    );
  return { get: ({ id }) => seeds.get(id), tasks };
}

async function findSeedRequest(
  options: SeedRequestOptions,
  seeds: Map<string, SeedRequest>,
  operation: Operation,
  session: TaskSession,
): Promise<void> {
  for (const example of options.examplesOf(operation).slice(0, MAX_EXAMPLES)) {
    for (const request of buildCandidates(operation, example, options.known, options.createId)) {
      const result = await session.send({ operation, request });
      session.report(result, checkServiceResponse(result));
      const found = seeds.get(operation.id);
      if (found === undefined) seeds.set(operation.id, { request });
      if (!isAccepted(result)) continue;
      if (operation.method === "GET")
        options.known.learn(operation, findListedItems(result) ?? [], readResponseJson(result));
      if (found?.accepted === undefined) seeds.set(operation.id, { request, accepted: result });
      break;
    }
  }
}

/** Reads before writes, and paths with few parameters first. */
function getSendOrder({ method, path }: Operation): number {
  return path.split("{").length + (method === "GET" ? 0 : 10);
}

/** Yields an example with known ids, and for writes also with new ids. */
function* buildCandidates(
  operation: Operation,
  example: CaseRequest,
  known: KnownValues,
  createId: SeedRequestOptions["createId"],
): Iterable<CaseRequest> {
  const path = Object.fromEntries(
    Object.entries(example.path).map(([name, value]) => [
      name,
      convertToExampleType(value, known.forPath(operation, name)[0] ?? value),
    ]),
  );
  const names = { ...known.given, ...path };
  if (operation.method === "PUT") {
    const last = /\{([^{}]+)\}$/.exec(operation.path)?.[1];
    if (last !== undefined && known.getGiven(last).length === 0) {
      const newPath = { ...path, [last]: createId(operation.id) };
      yield alignIdentifiers({ ...example, path: newPath }, { ...names, ...newPath }, createId);
    }
  }
  yield alignIdentifiers({ ...example, path }, names, undefined);
  if (example.body !== undefined) yield alignIdentifiers({ ...example, path }, names, createId);
}

/** User values are text; convert numbers. */
function convertToExampleType(example: unknown, known: unknown): unknown {
  return typeof example === "number" && typeof known === "string" && Number.isFinite(Number(known))
    ? Number(known)
    : known;
}

/** Aligns the body with the path: properties named like path parameters, and the id. */
export function alignIdentifiers(
  request: CaseRequest,
  names: Readonly<Record<string, unknown>>,
  createId: SeedRequestOptions["createId"] | undefined,
): CaseRequest {
  const { body } = request;
  if (body === undefined || !("value" in body)) return request;
  const id = Object.values(request.path).at(-1);
  const value = alignValue(body.value as Json, { names, createId });
  const aligned = isObject(value) && value.id !== undefined && id !== undefined ? { ...value, id: id as Json } : value;
  return { ...request, body: { contentType: body.contentType, value: aligned } };
}

type Alignment = {
  readonly names: Readonly<Record<string, unknown>>;
  readonly createId: SeedRequestOptions["createId"] | undefined;
};

const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function alignValue(value: Json, alignment: Alignment): Json {
  if (Array.isArray(value)) return value.map((item) => alignValue(item, alignment));
  if (!isObject(value)) return value;
  const { names, createId } = alignment;
  return Object.fromEntries(
    Object.entries(value).map(([name, it]): [string, Json] => {
      if (Object.hasOwn(names, name) && typeof it === typeof names[name]) return [name, names[name] as Json];
      // References between objects of the example must stay consistent.
      if (
        createId !== undefined &&
        typeof it === "string" &&
        UUID_PATTERN.test(it) &&
        /^(parentI|i)d$|^href$/.test(name)
      )
        return [name, createId(it)];
      return [name, alignValue(it, alignment)];
    }),
  );
}
