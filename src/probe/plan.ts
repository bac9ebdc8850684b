import type { Contract } from "../check/index.js";
import { buildServerUrl, findMostCommon, getBaseVariable, type Operation } from "../document/index.js";
import { isValidAtPointer } from "../samples/make-value.js";
import { coerce } from "../schema/index.js";
import { buildExampleRequests, type ParameterValues as ExampleValues } from "./cases/example-requests.js";
import { type CaseSource, generateCases } from "./cases/generate-cases.js";
import { createRequestTest, getGenerationContext } from "./cases/generation-context.js";
import { getRequestLocations } from "./cases/request-locations.js";
import { createUuidGenerator } from "./deterministic-uuid.js";
import { createKnownValues } from "./graph/known-values.js";
import { readParameterName, readPathShape } from "./graph/path-shape.js";
import type { CandidateOptions } from "./graph/request-candidates.js";
import { type CaseRequest, isSafeMethod, type Phase, type ProbeCase } from "./requests/probe-case.js";
import { createSeedRequests, type SeedRequests } from "./tasks/seed-requests.js";

export type ProbePlanOptions = {
  readonly contract: Contract;
  readonly operations: readonly Operation[];
  readonly baseUrl: string;
  /** Server variables as `variable=URL`. */
  readonly servers: readonly string[];
  readonly parameters: Readonly<Record<string, readonly string[]>>;
  readonly seed: number;
  /** Makes ids new if the service has those of the seed from an earlier run. */
  readonly nonce?: string;
  readonly safe: boolean;
  readonly phases: readonly Phase[];
};

/** The state at the start of a run. */
export type ProbePlan = CandidateOptions & {
  readonly getBaseUrl: (operation: Operation) => string | undefined;
  /** Operations with a known base URL. */
  readonly reachable: readonly Operation[];
  readonly unreachable: readonly Operation[];
  readonly seeds: SeedRequests;
  /** Builds the example requests of an operation with the values known so far. */
  readonly getExamples: (operation: Operation) => readonly CaseRequest[];
  /** Lists the base requests for case generation, from the accepted examples so far. */
  readonly listSources: () => readonly CaseSource[];
};

export function createProbePlan(options: ProbePlanOptions): ProbePlan {
  const { contract, operations, parameters, seed, safe } = options;
  const pathOperations = contract.operations.filter(({ kind }) => kind === "path");
  const { getBaseUrl } = createServerUrls(pathOperations, options.baseUrl, options.servers);
  const selected = operations.filter(({ kind }) => kind === "path");
  const reachable = selected.filter((it) => getBaseUrl(it) !== undefined);
  const unreachable = selected.filter((it) => getBaseUrl(it) === undefined);
  const known = createKnownValues(parameters, pathOperations);
  const createFromSeed = createUuidGenerator(seed);
  let suffix = "";
  const createId = (name: string): string => createFromSeed(name + suffix);
  const valuesFor: ExampleValues["get"] = ({ path }, { name, in: place, schema, required }) => {
    const context = getGenerationContext(contract);
    // Values from the command line are text; convert them to the type of the parameter.
    const convert = (value: unknown): unknown =>
      typeof value === "string" ? coerce(context.schemas, schema, value) : value;
    const given = known.getGiven(name);
    if (given.length > 0 || place === "path" || !required) return given.map(convert);
    const reference = readParameterName(name, readPathShape(path).resource);
    const learned = known.findReferences(name, reference).map(convert);
    return learned.filter((value) => schema === undefined || isValidAtPointer(context, schema, value));
  };
  const isValid = createRequestTest(contract);
  const getExamples = (operation: Operation): readonly CaseRequest[] =>
    buildExampleRequests(contract, operation, { get: valuesFor }).map(({ request }) => request);
  const seeds = createSeedRequests({
    ...{ operations: reachable, known, createId, isValid, safe },
    onConflict: () => {
      suffix = ` ${options.nonce ?? ""}`;
    },
    examplesOf: getExamples,
    locationsOf: (operation, request) => getRequestLocations(contract, operation, request),
  });
  const listSources = (): readonly CaseSource[] =>
    reachable.flatMap((operation) => {
      const base = seeds.get(operation);
      return base === undefined ? [] : [{ operation, base: base.request }];
    });
  return { getBaseUrl, reachable, unreachable, known, seeds, createId, isValid, getExamples, listSources };
}

/** A case of a run, without its request. */
export type PlannedCase = Pick<ProbeCase, "id" | "expect"> & { readonly what: string };

/** Lists the cases of a run without sending requests. Scenarios are missing, because they depend on responses. */
export function* listPlannedCases(options: ProbePlanOptions): Iterable<PlannedCase> {
  const { contract, phases, safe } = options;
  const { reachable, getExamples } = createProbePlan(options);
  const selected = reachable.filter(({ method }) => !safe || isSafeMethod(method));
  const examples = selected.map((operation) => ({ operation, requests: getExamples(operation) }));
  if (phases.includes("examples"))
    for (const { operation, requests } of examples)
      yield {
        id: `examples/${operation.id}`,
        expect: "accepted",
        what: `${requests.length} example requests from the spec`,
      };
  const sources = examples.flatMap(({ operation, requests: [base] }) =>
    base === undefined ? [] : [{ operation, base }],
  );
  const made = phases.filter((phase) => phase === "boundaries" || phase === "negatives");
  if (made.length > 0)
    for (const { id, expect, edit, method } of generateCases(contract, sources, made))
      if (!safe || isSafeMethod(method)) yield { id, expect, what: edit?.what ?? "" };
  if (phases.includes("random"))
    for (const { id } of selected) yield { id: `random/${id}`, expect: "accepted", what: "random requests" };
}

/**
 * Maps the most common server to the base URL. If a variable holds the base URL of that server, servers that have another
 * such variable need a URL of their own. Otherwise every operation uses the base URL.
 *
 * @param given Server variables as `variable=URL`.
 * @returns Replacements for the servers of the spec, to create a contract with, and the base URL of an operation without a trailing slash;
 * undefined if it is unknown.
 */
export function createServerUrls(operations: readonly Operation[], baseUrl: string, given: readonly string[]) {
  const whole = trimTrailingSlash(baseUrl);
  const used = operations.flatMap((it) => it.servers.slice(0, 1));
  const common = findMostCommon(used, ({ url }) => url);
  const main = common === undefined ? undefined : getBaseVariable(common);
  if (common === undefined || main === undefined)
    return { servers: [whole], getBaseUrl: (_: Operation): string | undefined => whole };
  // The URL of the whole server is understood too: what follows the variable is not added again.
  const rest = trimTrailingSlash(buildServerUrl(common, new Map([[main, ""]])));
  const base = rest !== "" && whole.endsWith(rest) ? whole.slice(0, -rest.length) : whole;
  const servers = [...given.filter((it) => !it.startsWith(`${main}=`)), `${main}=${base}`].map(trimTrailingSlash);
  const values = new Map(servers.map((it) => [it.slice(0, it.indexOf("=")), it.slice(it.indexOf("=") + 1)]));
  return {
    servers,
    getBaseUrl: ({ servers: own }: Operation): string | undefined => {
      const reachableServer = own.find((it) => values.has(getBaseVariable(it) ?? main));
      if (reachableServer === undefined) return undefined;
      const url = buildServerUrl(reachableServer, values);
      return URL.canParse(url, base) ? trimTrailingSlash(new URL(url, base).href) : base;
    },
  };
}

function trimTrailingSlash(url: string): string {
  return url.replace(/\/+$/, "");
}
