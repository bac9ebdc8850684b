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

/** A path that a description lacks, by its template, with what was seen of its operations. */
export type UndocumentedPath = {
  readonly template: string;
  /** Other than those of the description, in the order in which they came. */
  readonly servers: Map<string, Json | undefined>;
  readonly operations: Map<string, OperationObservations>;
};

/** Finds out which paths there are, from a first reading of all traffic: what a path's segments are depends on all. */
export type PathCollector = {
  readonly add: (exchange: Exchange) => void;
  readonly size: () => number;
  /** For a second reading, which knows the templates: what there was of each. */
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
      const place = resolveServerPath(request.url);
      if (
        place === undefined ||
        INFRASTRUCTURE_STATUSES.has(response.status) ||
        !OPERATION_METHODS.includes(request.method)
      )
        return;
      if (!isServiceTraffic(exchange)) return;
      const known = methods.get(place.path) ?? new Set();
      methods.set(place.path, known.add(request.method));
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

/** What the gate would tell of as missing, and not what it takes for something beside the service. */
export function isServiceTraffic(exchange: Exchange): boolean {
  if (exchange.webhook !== undefined || exchange.incomplete !== undefined) return false;
  const { path } = splitUrl(exchange.request.url);
  return classifyUnmatched(exchange, { kind: "path", path }).kind === "undocumented";
}

/** The methods that the service took on each template: one that it has not is refused, and no operation. */
function listObservedOperations(
  methods: ReadonlyMap<string, Set<string>>,
  templates: PathTemplates,
): ReadonlySet<string> {
  const wanted = [...methods].flatMap(([path, asked]) =>
    [...asked].map((method) => `${method} ${templates.match(path)?.template}`),
  );
  return new Set(wanted);
}

type SamplerContext = {
  readonly resolveServerPath: (url: string) => ServerPath | undefined;
  readonly templates: PathTemplates;
  readonly components: ComponentMatcher | undefined;
  readonly wanted: ReadonlySet<string>;
};

function createPathSampler({ resolveServerPath, templates, components, wanted }: SamplerContext): PathSampler {
  const found = new Map<string, UndocumentedPath>();
  return {
    add: (exchange) => {
      const { method, url } = exchange.request;
      if (exchange.webhook !== undefined || exchange.incomplete !== undefined || isPreflight(exchange)) return;
      const place = resolveServerPath(url);
      const reading = place && templates.match(place.path);
      if (place === undefined || reading === undefined || !wanted.has(`${method} ${reading.template}`)) return;
      const { template, values } = reading;
      const path = found.get(template) ?? { template, servers: new Map(), operations: new Map() };
      found.set(template, path);
      path.servers.set(JSON.stringify(place.servers ?? null), place.servers);
      const seen = path.operations.get(method) ?? createOperationObservations();
      path.operations.set(method, seen);
      recordExchangeObservation(seen, exchange, values, components);
    },
    paths: () => [...found.values()].toSorted((a, b) => (a.template < b.template ? -1 : 1)),
  };
}

/** Those that a Path Item Object has, in the order in which they are mostly told. */
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
