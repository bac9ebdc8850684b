import { classifyUnmatched, isJson, isPreflight, splitUrl } from "../../check/index.js";
import { getOrCreate, type Json, type OpenApiVersion } from "../../document/index.js";
import { CACHED_RESPONSE, type Exchange, getHeaderValues, parseMediaType } from "../../recording/index.js";
import type { ComponentMatcher } from "./component-matcher.js";
import {
  createOperationObservations,
  INFRASTRUCTURE_STATUSES,
  type OperationObservations,
  recordExchangeObservation,
} from "./operation-observations.js";
import { inferTemplates, type PathTemplates } from "./path-templates.js";
import type { ServerPath, ServerPathResolver } from "./server-path.js";

/** An undocumented path with the observations about its operations. */
export type UndocumentedPath = {
  readonly template: string;
  /** Servers other than the root servers of the spec, in the order of observation. */
  readonly servers: Map<string, Json | undefined>;
  readonly operations: Map<string, OperationObservations>;
};

export type PathCollectorOptions = {
  /** Whether operations are wanted that only redirected, or only returned 404 with data. */
  readonly isNewSpec?: boolean;
  /** Whether requests without a recorded response count. */
  readonly acceptsUnanswered?: boolean;
  readonly accepted?: AcceptedTraffic;
};

/**
 * `service`: what the checker would report as undocumented. `pages`: everything that a server responded with, such as pages, at
 * once or through a cache. `all`: every request, such as preflights and those that no server accepted.
 */
export type AcceptedTraffic = "service" | "pages" | "all";

/**
 * Collects the paths in a first pass over the traffic. Inferring path templates needs all paths.
 *
 * @param version the version of the spec, which decides on the methods that it can describe.
 */
export function createPathCollector(
  resolveServerPath: ServerPathResolver,
  version: OpenApiVersion,
  { isNewSpec = false, acceptsUnanswered = false, accepted = "service" }: PathCollectorOptions = {},
) {
  const methods = new Map<string, Set<string>>();
  const uncertain = new Map<string, Set<string>>();
  return {
    add: (exchange: Exchange) => {
      const { request, response } = exchange;
      const serverPath = resolveServerPath(request.url);
      if (serverPath === undefined || getMethodSteps(request.method, version) === undefined) return;
      const isInfrastructure = INFRASTRUCTURE_STATUSES.has(response.status);
      const isService = isServiceTraffic(exchange, accepted === "all" ? "pages" : accepted);
      if (isService && !isInfrastructure) addMethod(methods, serverPath.path, request.method);
      else if (isNewSpec && (isService ? response.status >= 300 : isRejectedData(exchange)))
        addMethod(uncertain, serverPath.path, request.method);
      else if (accepted === "all" || (acceptsUnanswered && isUnanswered(exchange)))
        addMethod(uncertain, serverPath.path, request.method);
    },
    size: () => methods.size + uncertain.size,
    /** Creates a sampler for the second pass, which records observations by path template. */
    createSampler: (known: readonly string[], components?: ComponentMatcher) => {
      const certain = inferTemplates(methods.keys(), known);
      // A path that was not found is often an existing path with an unknown identifier.
      const others = [...uncertain.keys()].filter((path) => certain.match(path) === undefined);
      const templates = others.length === 0 ? certain : inferTemplates([...methods.keys(), ...others], known);
      const wanted = new Set([methods, uncertain].flatMap((it) => listObservedOperations(it, templates)));
      return createPathSampler({ resolveServerPath, templates, components, wanted, acceptsUnanswered, accepted });
    },
  };
}

function addMethod(methods: Map<string, Set<string>>, path: string, method: string): void {
  methods.set(path, (methods.get(path) ?? new Set()).add(method));
}

/** Whether a new spec describes the exchange. */
export function isServiceTraffic(exchange: Exchange, accepted: AcceptedTraffic = "service"): boolean {
  if (exchange.webhook !== undefined) return false;
  if (accepted === "all") return true;
  if (exchange.incomplete !== undefined && !(accepted === "pages" && isCached(exchange))) return false;
  if (accepted === "pages") return !isPreflight(exchange) && ![404, 405, 501].includes(exchange.response.status);
  const { path } = splitUrl(exchange.request.url);
  return classifyUnmatched(exchange, { kind: "path", path }).kind === "undocumented";
}

function isCached({ incomplete }: Exchange): boolean {
  return incomplete?.startsWith(CACHED_RESPONSE) === true;
}

/** Whether the service returned 404 with JSON, and not a web server with a page. */
export function isRejectedData(exchange: Exchange): boolean {
  const { headers, status } = exchange.response;
  const type = parseMediaType(getHeaderValues(headers, "content-type")[0] ?? "");
  return status === 404 && type !== undefined && isJson(type) && isAcceptable(exchange);
}

/** Whether the recording has no response to a request of the service. */
function isUnanswered({ incomplete, ...exchange }: Exchange): boolean {
  return incomplete !== undefined && exchange.response.status === 0 && isAcceptable(exchange);
}

/** Whether a new spec would describe the exchange if the service had accepted the request. */
function isAcceptable(exchange: Exchange): boolean {
  return isServiceTraffic({ ...exchange, response: { ...exchange.response, status: 200 } });
}

/** Lists method and template of all observed operations. */
function listObservedOperations(methods: ReadonlyMap<string, Set<string>>, templates: PathTemplates): string[] {
  return [...methods].flatMap(([path, pathMethods]) =>
    [...pathMethods].map((method) => `${method} ${templates.match(path)?.template}`),
  );
}

type SamplerContext = {
  readonly resolveServerPath: (url: string) => ServerPath | undefined;
  readonly templates: PathTemplates;
  readonly components: ComponentMatcher | undefined;
  readonly wanted: ReadonlySet<string>;
  readonly acceptsUnanswered: boolean;
  readonly accepted: AcceptedTraffic;
};

function createPathSampler(context: SamplerContext) {
  const { resolveServerPath, templates, components, wanted, acceptsUnanswered, accepted } = context;
  const paths = new Map<string, UndocumentedPath>();
  return {
    add: (exchange: Exchange): void => {
      const { method, url } = exchange.request;
      if (exchange.webhook !== undefined || (accepted !== "all" && isPreflight(exchange))) return;
      const isAccepted = (acceptsUnanswered && isUnanswered(exchange)) || (accepted === "pages" && isCached(exchange));
      if (exchange.incomplete !== undefined && accepted !== "all" && !isAccepted) return;
      const serverPath = resolveServerPath(url);
      const match = serverPath && templates.match(serverPath.path);
      if (serverPath === undefined || match === undefined || !wanted.has(`${method} ${match.template}`)) return;
      const { template, values } = match;
      const path = getOrCreate(paths, template, () => ({ template, servers: new Map(), operations: new Map() }));
      path.servers.set(JSON.stringify(serverPath.servers ?? null), serverPath.servers);
      const observations = getOrCreate(path.operations, method, createOperationObservations);
      recordExchangeObservation(observations, exchange, values, components);
    },
    paths: () => [...paths.values()].toSorted((a, b) => (a.template < b.template ? -1 : 1)),
  };
}

/** Returns where a Path Item Object has the operation of a method; undefined if the version cannot describe the method. */
export function getMethodSteps(
  method: string,
  version: OpenApiVersion,
): readonly [string] | readonly [string, string] | undefined {
  if (OPERATION_METHODS.includes(method)) return [method.toLowerCase()];
  if (version !== "3.2" || method === "CONNECT") return undefined;
  return method === "QUERY" ? ["query"] : ["additionalOperations", method];
}

/** The methods of a Path Item Object in all versions, in conventional order. */
export const OPERATION_METHODS: readonly string[] = "GET POST PUT PATCH DELETE HEAD OPTIONS TRACE".split(" ");
