import { isPreflight } from "../../checks/index.js";
import type { Json } from "../../document/index.js";
import type { Exchange } from "../../exchange/index.js";
import { classifyUnmatched } from "../../gate/index.js";
import { splitUrl } from "../../match/index.js";
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

/** Collects the paths in a first pass over the traffic. Inferring path templates needs all paths. */
export type PathCollector = {
  readonly add: (exchange: Exchange) => void;
  readonly size: () => number;
  /** Creates a sampler for the second pass, which records observations by path template. */
  readonly createSampler: (known: readonly string[], components?: ComponentMatcher) => PathSampler;
};

export type PathSampler = {
  readonly add: (exchange: Exchange) => void;
  readonly paths: () => readonly UndocumentedPath[];
};

export function createPathCollector(resolveServerPath: ServerPathResolver): PathCollector {
  const methods = new Map<string, Set<string>>();
  return {
    add: (exchange) => {
      const { request, response } = exchange;
      const serverPath = resolveServerPath(request.url);
      if (
        serverPath === undefined ||
        INFRASTRUCTURE_STATUSES.has(response.status) ||
        !OPERATION_METHODS.includes(request.method)
      )
        return;
      if (!isServiceTraffic(exchange)) return;
      const pathMethods = methods.get(serverPath.path) ?? new Set();
      methods.set(serverPath.path, pathMethods.add(request.method));
    },
    size: () => methods.size,
    createSampler: (known, components) => {
      const templates = inferTemplates(methods.keys(), known);
      return createPathSampler({
        resolveServerPath,
        templates,
        components,
        wanted: listObservedOperations(methods, templates),
      });
    },
  };
}

/** Whether the checker would report the exchange as undocumented instead of skipping it as foreign traffic. */
export function isServiceTraffic(exchange: Exchange): boolean {
  if (exchange.webhook !== undefined || exchange.incomplete !== undefined) return false;
  const { path } = splitUrl(exchange.request.url);
  return classifyUnmatched(exchange, { kind: "path", path }).kind === "undocumented";
}

/** Lists method and template of all observed operations. */
function listObservedOperations(
  methods: ReadonlyMap<string, Set<string>>,
  templates: PathTemplates,
): ReadonlySet<string> {
  const operations = [...methods].flatMap(([path, pathMethods]) =>
    [...pathMethods].map((method) => `${method} ${templates.match(path)?.template}`),
  );
  return new Set(operations);
}

type SamplerContext = {
  readonly resolveServerPath: (url: string) => ServerPath | undefined;
  readonly templates: PathTemplates;
  readonly components: ComponentMatcher | undefined;
  readonly wanted: ReadonlySet<string>;
};

function createPathSampler({ resolveServerPath, templates, components, wanted }: SamplerContext): PathSampler {
  const paths = new Map<string, UndocumentedPath>();
  return {
    add: (exchange) => {
      const { method, url } = exchange.request;
      if (exchange.webhook !== undefined || exchange.incomplete !== undefined || isPreflight(exchange)) return;
      const serverPath = resolveServerPath(url);
      const match = serverPath && templates.match(serverPath.path);
      if (serverPath === undefined || match === undefined || !wanted.has(`${method} ${match.template}`)) return;
      const { template, values } = match;
      const path = paths.get(template) ?? { template, servers: new Map(), operations: new Map() };
      paths.set(template, path);
      path.servers.set(JSON.stringify(serverPath.servers ?? null), serverPath.servers);
      const observations = path.operations.get(method) ?? createOperationObservations();
      path.operations.set(method, observations);
      recordExchangeObservation(observations, exchange, values, components);
    },
    paths: () => [...paths.values()].toSorted((a, b) => (a.template < b.template ? -1 : 1)),
  };
}

/** The methods of a Path Item Object, in conventional order. */
export const OPERATION_METHODS: readonly string[] = [
  "GET",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "HEAD",
  "OPTIONS",
  "TRACE",
];
