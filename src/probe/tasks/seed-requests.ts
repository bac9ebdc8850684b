import { isObject, type Json, type Operation } from "../../document/index.js";
import { checkServiceResponse } from "../checks/response.js";
import type { CaseRequest } from "../requests/probe-case.js";
import { isSafeMethod } from "../requests/safe-method.js";
import { findListedItems } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import type { KnownValues } from "./known-values.js";

/** A request of an operation that other cases are made of. */
export type SeedRequest = {
  readonly request: CaseRequest;
  /** What came of it when it was accepted; undefined as long as no request of the operation was. */
  readonly accepted?: ProbeExchange;
};

export type SeedRequests = {
  readonly get: (operation: Operation) => SeedRequest | undefined;
  /** The units that look for them, in the order in which one teaches the next its values. */
  readonly tasks: readonly ProbeTask[];
};

export type SeedRequestOptions = {
  readonly operations: readonly Operation[];
  readonly known: KnownValues;
  readonly examplesOf: (operation: Operation) => readonly CaseRequest[];
  /** An identifier that nothing has yet, always the same for one name. */
  readonly createId: (name: string) => string;
  readonly safe: boolean;
};

/** More examples than an operation has. */
const MAX_EXAMPLES = 12;

/**
 * Sends what the contract gives as examples, with identifiers that the service knows, until a request of each operation was
 * accepted. Listings come first, for their items have the identifiers that other paths ask for.
 */
export function createSeedRequests(means: SeedRequestOptions): SeedRequests {
  const bases = new Map<string, SeedRequest>();
  const tasks = [...means.operations]
    .sort((a, b) => getSendOrder(a) - getSendOrder(b))
    .filter(({ method }) => !means.safe || isSafeMethod(method))
    .map(
      (operation): ProbeTask => ({
        id: `examples/${operation.id}`,
        run: (asking) => findSeedRequest(means, bases, operation, asking),
      }),
    );
  return { get: ({ id }) => bases.get(id), tasks };
}

async function findSeedRequest(
  means: SeedRequestOptions,
  bases: Map<string, SeedRequest>,
  operation: Operation,
  asking: TaskSession,
): Promise<void> {
  for (const example of means.examplesOf(operation).slice(0, MAX_EXAMPLES)) {
    for (const request of buildCandidates(operation, example, means.known, means.createId)) {
      const asked = await asking.send({ operation, request });
      asking.report(asked, checkServiceResponse(asked));
      const found = bases.get(operation.id);
      if (found === undefined) bases.set(operation.id, { request });
      if (!isAccepted(asked)) continue;
      if (operation.method === "GET")
        means.known.learn(operation, findListedItems(asked) ?? [], readResponseJson(asked));
      if (found?.accepted === undefined) bases.set(operation.id, { request, accepted: asked });
      break;
    }
  }
}

/** Reading before writing, few identifiers before many. */
function getSendOrder({ method, path }: Operation): number {
  return path.split("{").length + (method === "GET" ? 0 : 10);
}

/** An example as it stands with known identifiers, and once more as something new, where it writes. */
function* buildCandidates(
  operation: Operation,
  example: CaseRequest,
  known: KnownValues,
  fresh: SeedRequestOptions["createId"],
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
      const own = { ...path, [last]: fresh(operation.id) };
      yield alignIdentifiers({ ...example, path: own }, { ...names, ...own }, fresh);
    }
  }
  yield alignIdentifiers({ ...example, path }, names, undefined);
  if (example.body !== undefined) yield alignIdentifiers({ ...example, path }, names, fresh);
}

/** What the user has said is text. */
function convertToExampleType(example: unknown, known: unknown): unknown {
  return typeof example === "number" && typeof known === "string" && Number.isFinite(Number(known))
    ? Number(known)
    : known;
}

/** A body that says of itself what the path says: the properties called as its parameters, and its own id. */
export function alignIdentifiers(
  request: CaseRequest,
  names: Readonly<Record<string, unknown>>,
  createId: SeedRequestOptions["createId"] | undefined,
): CaseRequest {
  const { body } = request;
  if (body === undefined || !("value" in body)) return request;
  const id = Object.values(request.path).at(-1);
  const value = alignValue(body.value as Json, { names, createId });
  const own = isObject(value) && value.id !== undefined && id !== undefined ? { ...value, id: id as Json } : value;
  return { ...request, body: { contentType: body.contentType, value: own } };
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
      // What refers to another thing of the example has to lead to it still.
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
