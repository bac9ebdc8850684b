import { isPreflight } from "../../checks/index.js";
import type { Json } from "../../document/index.js";
import type { Exchange } from "../../exchange/index.js";
import { unmatched } from "../../gate/index.js";
import { splitUrl } from "../../match/index.js";
import type { FittingComponents } from "./fitting-components.js";
import { INFRASTRUCTURE, noExchanges, noteExchange, type OperationSeen } from "./operation-seen.js";
import { inferTemplates, type PathTemplates } from "./path-templates.js";
import type { Place, ReadPlace } from "./places.js";

/** A path that a description lacks, by its template, with what was seen of its operations. */
export type NewPath = {
  readonly template: string;
  /** Other than those of the description, in the order in which they came. */
  readonly servers: Map<string, Json | undefined>;
  readonly operations: Map<string, OperationSeen>;
};

/** Finds out which paths there are, from a first reading of all traffic: what a path's segments are depends on all. */
export type PathsFound = {
  readonly add: (exchange: Exchange) => void;
  readonly size: () => number;
  /** For a second reading, which knows the templates: what there was of each. */
  readonly sampler: (known: readonly string[], components?: FittingComponents) => PathSampler;
};

export type PathSampler = { readonly add: (exchange: Exchange) => void; readonly paths: () => readonly NewPath[] };

export function createPathsFound(placeOf: ReadPlace): PathsFound {
  const methods = new Map<string, Set<string>>();
  return {
    add: (exchange) => {
      const { request, response } = exchange;
      const place = placeOf(request.url);
      if (place === undefined || INFRASTRUCTURE.has(response.status) || !METHODS.includes(request.method)) return;
      if (!isOfService(exchange)) return;
      const known = methods.get(place.path) ?? new Set();
      methods.set(place.path, known.add(request.method));
    },
    size: () => methods.size,
    sampler: (known, components) => {
      const templates = inferTemplates(methods.keys(), known);
      return createSampler({ placeOf, templates, components, wanted: wantedIn(methods, templates) });
    },
  };
}

/** What the gate would tell of as missing, and not what it takes for something beside the service. */
export function isOfService(exchange: Exchange): boolean {
  if (exchange.webhook !== undefined || exchange.incomplete !== undefined) return false;
  const { path } = splitUrl(exchange.request.url);
  return unmatched(exchange, { kind: "path", path }).kind === "undocumented";
}

/** The methods that the service took on each template: one that it has not is refused, and no operation. */
function wantedIn(methods: ReadonlyMap<string, Set<string>>, templates: PathTemplates): ReadonlySet<string> {
  const wanted = [...methods].flatMap(([path, asked]) =>
    [...asked].map((method) => `${method} ${templates.read(path)?.template}`),
  );
  return new Set(wanted);
}

type Sampling = {
  readonly placeOf: (url: string) => Place | undefined;
  readonly templates: PathTemplates;
  readonly components: FittingComponents | undefined;
  readonly wanted: ReadonlySet<string>;
};

function createSampler({ placeOf, templates, components, wanted }: Sampling): PathSampler {
  const found = new Map<string, NewPath>();
  return {
    add: (exchange) => {
      const { method, url } = exchange.request;
      if (exchange.webhook !== undefined || exchange.incomplete !== undefined || isPreflight(exchange)) return;
      const place = placeOf(url);
      const reading = place && templates.read(place.path);
      if (place === undefined || reading === undefined || !wanted.has(`${method} ${reading.template}`)) return;
      const { template, values } = reading;
      const path = found.get(template) ?? { template, servers: new Map(), operations: new Map() };
      found.set(template, path);
      path.servers.set(JSON.stringify(place.servers ?? null), place.servers);
      const seen = path.operations.get(method) ?? noExchanges();
      path.operations.set(method, seen);
      noteExchange(seen, exchange, values, components);
    },
    paths: () => [...found.values()].toSorted((a, b) => (a.template < b.template ? -1 : 1)),
  };
}

/** Those that a Path Item Object has, in the order in which they are mostly told. */
export const METHODS: readonly string[] = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE"];
