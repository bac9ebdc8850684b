import { isObject, type Json, type Operation } from "../document/index.js";
import type { CaseRequest } from "./case.js";
import { judgeAnswer } from "./judges/answer.js";
import type { KnownValues } from "./known-values.js";
import { itemsOf } from "./listing.js";
import type { Unit } from "./run-units.js";
import { isSafe } from "./safe.js";
import type { Asking } from "./session.js";
import { type Asked, answerOf, isAccepted } from "./story.js";

/** A request of an operation that other cases are made of. */
export type Base = {
  readonly request: CaseRequest;
  /** What came of it when it was accepted; undefined as long as no request of the operation was. */
  readonly accepted?: Asked;
};

export type Bases = {
  readonly of: (operation: Operation) => Base | undefined;
  /** The units that look for them, in the order in which one teaches the next its values. */
  readonly units: readonly Unit[];
};

export type BaseMeans = {
  readonly operations: readonly Operation[];
  readonly known: KnownValues;
  readonly examplesOf: (operation: Operation) => readonly CaseRequest[];
  /** An identifier that nothing has yet, always the same for one name. */
  readonly fresh: (name: string) => string;
  readonly safe: boolean;
};

/** More examples than an operation has. */
const MOST_EXAMPLES = 12;

/**
 * Sends what the contract gives as examples, with identifiers that the service knows, until a request of each operation was
 * accepted. Listings come first, for their items have the identifiers that other paths ask for.
 */
export function findBases(means: BaseMeans): Bases {
  const bases = new Map<string, Base>();
  const units = [...means.operations]
    .sort((a, b) => rank(a) - rank(b))
    .filter(({ method }) => !means.safe || isSafe(method))
    .map(
      (operation): Unit => ({ id: `examples/${operation.id}`, run: (asking) => find(means, bases, operation, asking) }),
    );
  return { of: ({ id }) => bases.get(id), units };
}

async function find(means: BaseMeans, bases: Map<string, Base>, operation: Operation, asking: Asking): Promise<void> {
  for (const example of means.examplesOf(operation).slice(0, MOST_EXAMPLES)) {
    for (const request of variants(operation, example, means.known, means.fresh)) {
      const asked = await asking.ask({ operation, request });
      asking.tell(asked, judgeAnswer(asked));
      const found = bases.get(operation.id);
      if (found === undefined) bases.set(operation.id, { request });
      if (!isAccepted(asked)) continue;
      if (operation.method === "GET") means.known.learn(operation, itemsOf(asked) ?? [], answerOf(asked));
      if (found?.accepted === undefined) bases.set(operation.id, { request, accepted: asked });
      break;
    }
  }
}

/** Reading before writing, few identifiers before many. */
function rank({ method, path }: Operation): number {
  return path.split("{").length + (method === "GET" ? 0 : 10);
}

/** An example as it stands with known identifiers, and once more as something new, where it writes. */
function* variants(
  operation: Operation,
  example: CaseRequest,
  known: KnownValues,
  fresh: BaseMeans["fresh"],
): Iterable<CaseRequest> {
  const path = Object.fromEntries(
    Object.entries(example.path).map(([name, value]) => [
      name,
      typedAs(value, known.forPath(operation, name)[0] ?? value),
    ]),
  );
  const names = { ...known.given, ...path };
  if (operation.method === "PUT") {
    const last = /\{([^{}]+)\}$/.exec(operation.path)?.[1];
    if (last !== undefined && known.said(last).length === 0) {
      const own = { ...path, [last]: fresh(operation.id) };
      yield alignedTo({ ...example, path: own }, { ...names, ...own }, fresh);
    }
  }
  yield alignedTo({ ...example, path }, names, undefined);
  if (example.body !== undefined) yield alignedTo({ ...example, path }, names, fresh);
}

/** What the user has said is text. */
function typedAs(example: unknown, known: unknown): unknown {
  return typeof example === "number" && typeof known === "string" && Number.isFinite(Number(known))
    ? Number(known)
    : known;
}

/** A body that says of itself what the path says: the properties called as its parameters, and its own id. */
export function alignedTo(
  request: CaseRequest,
  names: Readonly<Record<string, unknown>>,
  fresh: BaseMeans["fresh"] | undefined,
): CaseRequest {
  const { body } = request;
  if (body === undefined || !("value" in body)) return request;
  const id = Object.values(request.path).at(-1);
  const value = alignedValue(body.value as Json, { names, fresh });
  const own = isObject(value) && value.id !== undefined && id !== undefined ? { ...value, id: id as Json } : value;
  return { ...request, body: { contentType: body.contentType, value: own } };
}

type Alignment = { readonly names: Readonly<Record<string, unknown>>; readonly fresh: BaseMeans["fresh"] | undefined };

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function alignedValue(value: Json, alignment: Alignment): Json {
  if (Array.isArray(value)) return value.map((item) => alignedValue(item, alignment));
  if (!isObject(value)) return value;
  const { names, fresh } = alignment;
  return Object.fromEntries(
    Object.entries(value).map(([name, it]): [string, Json] => {
      if (Object.hasOwn(names, name) && typeof it === typeof names[name]) return [name, names[name] as Json];
      // What refers to another thing of the example has to lead to it still.
      if (fresh !== undefined && typeof it === "string" && UUID.test(it) && /^(parentI|i)d$|^href$/.test(name))
        return [name, fresh(it)];
      return [name, alignedValue(it, alignment)];
    }),
  );
}
