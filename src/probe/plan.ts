import type { Operation } from "../document/index.js";
import type { Contract } from "../gate/index.js";
import { coerce } from "../schema/index.js";
import { type Bases, findBases } from "./bases.js";
import type { CaseRequest, Phase, ProbeCase } from "./case.js";
import { casesInOrder, type Source } from "./cases.js";
import { type KnownValues as ExampleValues, exampleRequests } from "./example-requests.js";
import { createFresh } from "./fresh.js";
import { createKnownValues, type KnownValues } from "./known-values.js";
import { meansOf } from "./means.js";
import { isSafe } from "./safe.js";
import { createTargets } from "./targets.js";

export type PlanOptions = {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly baseUrl: string;
  /** `variable=URL`. */
  readonly servers: readonly string[];
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  readonly seed: number;
  readonly safe: boolean;
  readonly phases: readonly Phase[];
};

/** What a run begins with. */
export type Plan = {
  readonly urlOf: (operation: Operation) => string | undefined;
  /** The operations of which it is said where they are served. */
  readonly reached: readonly Operation[];
  readonly unreached: readonly Operation[];
  readonly known: KnownValues;
  readonly bases: Bases;
  readonly fresh: (name: string) => string;
  /** Requests as the contract shows them, with the values that are known until then. */
  readonly examplesOf: (operation: Operation) => readonly CaseRequest[];
  /** What cases are made of, by what the examples have shown until then. */
  readonly sources: () => readonly Source[];
};

export function createPlan(options: PlanOptions): Plan {
  const { contract, operations, parameters, seed, safe } = options;
  const described = contract.operations.filter(({ kind }) => kind === "path");
  const { urlOf } = createTargets(described, options.baseUrl, options.servers);
  const asked = operations.filter(({ kind }) => kind === "path");
  const reached = asked.filter((it) => urlOf(it) !== undefined);
  const unreached = asked.filter((it) => urlOf(it) === undefined);
  const known = createKnownValues(parameters);
  const fresh = createFresh(seed);
  // What the user has said is text, and stands for a value of the parameter's type.
  const valuesFor: ExampleValues["for"] = ({ path }, { name, in: place, schema }) =>
    (place === "path" ? known.forPath({ path }, name) : known.said(name)).map((value) =>
      typeof value === "string" ? coerce(meansOf(contract).schemas, schema, value) : value,
    );
  const examplesOf = (operation: Operation): readonly CaseRequest[] =>
    exampleRequests(contract, operation, { for: valuesFor }).map(({ request }) => request);
  const bases = findBases({ operations: reached, known, examplesOf, fresh, safe });
  const sources = (): readonly Source[] =>
    reached.flatMap((operation) => {
      const base = bases.of(operation);
      return base === undefined ? [] : [{ operation, base: base.request }];
    });
  return { urlOf, reached, unreached, known, bases, fresh, examplesOf, sources };
}

/** A case that a run would go through. */
export type Planned = Pick<ProbeCase, "id" | "expect"> & { readonly what: string };

/**
 * The cases of a run, without a request: what is known beforehand stands in them. Stories are told by what a service answers,
 * and are not known before.
 */
export function* plannedCases(options: PlanOptions): Iterable<Planned> {
  const { contract, phases, safe } = options;
  const { reached, examplesOf } = createPlan(options);
  const asked = reached.filter(({ method }) => !safe || isSafe(method));
  const examples = asked.map((operation) => ({ operation, requests: examplesOf(operation) }));
  if (phases.includes("examples"))
    for (const { operation, requests } of examples)
      yield { id: `examples/${operation.id}`, expect: "accepted", what: `${requests.length} requests of the contract` };
  const sources = examples.flatMap(({ operation, requests: [base] }) =>
    base === undefined ? [] : [{ operation, base }],
  );
  const made = phases.filter((phase) => phase === "boundaries" || phase === "negatives");
  if (made.length > 0)
    for (const { id, expect, edit, method } of casesInOrder(contract, sources, made))
      if (!safe || isSafe(method)) yield { id, expect, what: edit?.what ?? "" };
  if (phases.includes("random"))
    for (const { id } of asked) yield { id: `random/${id}`, expect: "accepted", what: "requests at random" };
}
