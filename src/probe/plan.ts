import type { Operation } from "../document/index.js";
import type { Contract } from "../gate/index.js";
import { coerce } from "../schema/index.js";
import { buildExampleRequests, type ParameterValues as ExampleValues } from "./cases/example-requests.js";
import { type CaseSource, generateCases } from "./cases/generate-cases.js";
import { getGenerationContext } from "./cases/generation-context.js";
import { createUuidGenerator } from "./deterministic-uuid.js";
import type { CaseRequest, Phase, ProbeCase } from "./requests/probe-case.js";
import { isSafeMethod } from "./requests/safe-method.js";
import { createServerUrls } from "./server-urls.js";
import { createKnownValues, type KnownValues } from "./tasks/known-values.js";
import { createSeedRequests, type SeedRequests } from "./tasks/seed-requests.js";

export type ProbePlanOptions = {
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
export type ProbePlan = {
  readonly urlOf: (operation: Operation) => string | undefined;
  /** The operations of which it is said where they are served. */
  readonly reachable: readonly Operation[];
  readonly unreachable: readonly Operation[];
  readonly known: KnownValues;
  readonly seeds: SeedRequests;
  readonly createId: (name: string) => string;
  /** Requests as the contract shows them, with the values that are known until then. */
  readonly getExamples: (operation: Operation) => readonly CaseRequest[];
  /** What cases are made of, by what the examples have shown until then. */
  readonly listSources: () => readonly CaseSource[];
};

export function createProbePlan(options: ProbePlanOptions): ProbePlan {
  const { contract, operations, parameters, seed, safe } = options;
  const described = contract.operations.filter(({ kind }) => kind === "path");
  const { urlOf } = createServerUrls(described, options.baseUrl, options.servers);
  const asked = operations.filter(({ kind }) => kind === "path");
  const reachable = asked.filter((it) => urlOf(it) !== undefined);
  const unreachable = asked.filter((it) => urlOf(it) === undefined);
  const known = createKnownValues(parameters);
  const createId = createUuidGenerator(seed);
  // What the user has said is text, and stands for a value of the parameter's type.
  const valuesFor: ExampleValues["get"] = ({ path }, { name, in: place, schema }) =>
    (place === "path" ? known.forPath({ path }, name) : known.getGiven(name)).map((value) =>
      typeof value === "string" ? coerce(getGenerationContext(contract).schemas, schema, value) : value,
    );
  const getExamples = (operation: Operation): readonly CaseRequest[] =>
    buildExampleRequests(contract, operation, { get: valuesFor }).map(({ request }) => request);
  const seeds = createSeedRequests({ operations: reachable, known, examplesOf: getExamples, createId, safe });
  const listSources = (): readonly CaseSource[] =>
    reachable.flatMap((operation) => {
      const base = seeds.get(operation);
      return base === undefined ? [] : [{ operation, base: base.request }];
    });
  return { urlOf, reachable, unreachable, known, seeds, createId, getExamples, listSources };
}

/** A case that a run would go through. */
export type PlannedCase = Pick<ProbeCase, "id" | "expect"> & { readonly what: string };

/**
 * The cases of a run, without a request: what is known beforehand stands in them. Stories are told by what a service answers,
 * and are not known before.
 */
export function* listPlannedCases(options: ProbePlanOptions): Iterable<PlannedCase> {
  const { contract, phases, safe } = options;
  const { reachable, getExamples } = createProbePlan(options);
  const asked = reachable.filter(({ method }) => !safe || isSafeMethod(method));
  const examples = asked.map((operation) => ({ operation, requests: getExamples(operation) }));
  if (phases.includes("examples"))
    for (const { operation, requests } of examples)
      yield { id: `examples/${operation.id}`, expect: "accepted", what: `${requests.length} requests of the contract` };
  const sources = examples.flatMap(({ operation, requests: [base] }) =>
    base === undefined ? [] : [{ operation, base }],
  );
  const made = phases.filter((phase) => phase === "boundaries" || phase === "negatives");
  if (made.length > 0)
    for (const { id, expect, edit, method } of generateCases(contract, sources, made))
      if (!safe || isSafeMethod(method)) yield { id, expect, what: edit?.what ?? "" };
  if (phases.includes("random"))
    for (const { id } of asked) yield { id: `random/${id}`, expect: "accepted", what: "requests at random" };
}
