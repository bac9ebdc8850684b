import { isObject, type Json, joinPointer, type Pointer, valueAt } from "../../../document/index.js";
import {
  checkListingFilter,
  checkWrittenFilter,
  inferListingFilter,
  type ListingFilter,
} from "../../checks/lists/filter.js";
import { UUID_PATTERN } from "../../deterministic-uuid.js";
import { groupByResource, type ResourceOperations } from "../../graph/operation-order.js";
import { readPathShape } from "../../graph/path-shape.js";
import { openEnvelope } from "../../graph/response-values.js";
import { type CaseRequest, readWrittenBody } from "../../requests/probe-case.js";
import { putValues } from "../../round-trip/telling-values.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { areAccepted, getItemIdentity, type ProbeExchange } from "../../session/probe-exchange.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { walkPages } from "../paging.js";
import { findAccepted, planReadScenarios, type ScenarioContext, type ScenarioRun } from "../scenario-context.js";
import { buildLargeListing, setFilter } from "./filter-values.js";
import { listListedValues } from "./written-filters.js";

const MAX_FILTERS = 10;
const MAX_PAGES = 12;

/** A filter, and the place of its property in the body of a write. */
type FilterPlace = { readonly filter: ListingFilter; readonly at: Pointer };

type NestedProbe = {
  readonly writer: ProbeExchange;
  readonly listing: ProbeExchange;
  /** The place of the listed item in the body; empty for the body itself. */
  readonly item: Pointer;
  readonly places: readonly FilterPlace[];
};

/**
 * Creates scenarios that write values inside of a resource, and then filter by them. The listing is that of the resource, such as orders by
 * the card of a payment, or that of what the resource contains, such as payments of orders.
 */
export function createNestedFilterScenarios(context: ScenarioContext): ProbeTask[] {
  return planReadScenarios(context, "nested-filters", (listing) => {
    const probe = findWriter(context, listing);
    return probe === undefined ? undefined : (run) => probeNested(run, probe);
  });
}

function findWriter(context: ScenarioContext, listing: ProbeExchange): NestedProbe | undefined {
  const filters = listing.operation.parameters.flatMap((it) => {
    const filter = inferListingFilter(context.document, listing.operation, it);
    return filter?.isSingle === true ? [filter] : [];
  });
  for (const resource of filters.length === 0 ? [] : groupByResource(context.operations)) {
    const writer = findAccepted(context, resource.put, resource.create);
    const item = writer && findItemPlace(resource, writer, listing);
    if (writer === undefined || item === undefined) continue;
    const written = valueAt(writer.sent, item) as Json;
    const places = filters.flatMap((filter): FilterPlace[] => {
      const at = findPlace(written, filter.path, item);
      // What the body has outside of lists is tested one by one.
      return at === undefined || (item === "" && !/\/\d+\//.test(at)) ? [] : [{ filter, at }];
    });
    if (places.length > 0) return { writer, listing, item, places: places.slice(0, MAX_FILTERS) };
  }
  return undefined;
}

/** Where the body of a write has an item of the listing: the body itself, or the first of a property such as `payments` for `/payments`. */
function findItemPlace(
  { list }: ResourceOperations,
  writer: ProbeExchange,
  { operation, request }: ProbeExchange,
): Pointer | undefined {
  if (list === operation) return "";
  const name =
    operation.path
      .split("/")
      .filter((it) => it !== "" && !it.startsWith("{"))
      .at(-1) ?? "";
  const items = valueAt(writer.sent, joinPointer("", name));
  const isBelow = readPathShape(operation.path).steps.every(
    (it) => request.path[it.name] === writer.request.path[it.name],
  );
  return isBelow && Array.isArray(items) && isObject(items[0]) ? joinPointer("", name, 0) : undefined;
}

/** Follows names through objects, and through the first item of each list. */
function findPlace(value: Json | undefined, names: readonly string[], at: Pointer): Pointer | undefined {
  if (Array.isArray(value)) return findPlace(value[0], names, joinPointer(at, 0));
  const [name, ...rest] = names;
  if (name !== undefined) return isObject(value) ? findPlace(value[name], rest, joinPointer(at, name)) : undefined;
  return value === undefined || value === null || isObject(value) ? undefined : at;
}

/** Values that a service may decode or compare wrongly. The first one that is valid is plain. */
function listValues(context: ScenarioContext, { filter }: FilterPlace, value: Json): readonly Json[] {
  const id = context.createId(`nested ${filter.parameter.name}`);
  const tag = id.slice(0, 6);
  const digits = String(Number.parseInt(tag, 16)).padStart(8, "7");
  if (typeof value === "boolean") return [true];
  if (typeof value !== "string") return [7, 11];
  const listed = listListedValues(context, filter);
  if (listed.length > 0) return listed.slice(0, 2);
  if (UUID_PATTERN.test(value)) return [id, context.createId(`nested second ${filter.parameter.name}`)];
  const texts = [`plain${tag}`, `Jörg Ñandú ${tag}`, `A+B ${tag}`, `50%41 & ${tag}`];
  return [...texts, `7${digits}`.slice(0, value.length), `00${digits}`.slice(0, value.length)];
}

/** The values that both the write and the filter may have. */
function listValid(context: ScenarioContext, { writer, listing }: NestedProbe, place: FilterPlace): readonly Json[] {
  const values = listValues(context, place, valueAt(writer.sent, place.at) as Json);
  return values.filter(
    (value) =>
      context.isValid(writer.operation, putInBody(writer.request, [{ at: place.at, value }])) &&
      context.isValid(listing.operation, setFilter(listing.request, place.filter, value)),
  );
}

function putInBody(request: CaseRequest, values: Parameters<typeof putValues>[1]): CaseRequest {
  const { body } = request;
  return body === undefined
    ? request
    : { ...request, body: { ...body, value: putValues(readWrittenBody(request), values) } };
}

/** Writes one resource for each round of values, and filters by each of them. Only a filter that finds a value may miss another one. */
async function probeNested(run: ScenarioRun, probe: NestedProbe): Promise<void> {
  const { places, writer } = probe;
  const values = new Map(places.map((place) => [place, listValid(run, probe, place)]));
  const rounds = Math.max(...[...values.values()].map((it) => it.length));
  const isFlag = ({ filter, at }: FilterPlace): boolean =>
    filter.isOwn && typeof valueAt(writer.sent, at) === "boolean";
  const found = new Set(places.filter(isFlag));
  for (let round = 0; round < rounds; round += 1) {
    const chosen = places.flatMap((place) => {
      const value = values.get(place)?.[round];
      return value === undefined ? [] : [{ ...place, place, value }];
    });
    // A PUT changes the same resource again, so that a list must not keep what it had before.
    const name = `nested ${probe.item}${writer.operation.method === "PUT" ? "" : round}`;
    const fresh = buildNewResource(writer.operation, writer.request, run, name);
    const write = await run.sendChecked({ operation: writer.operation, request: putInBody(fresh, chosen) });
    for (const { place, value } of chosen.filter((it) => isShown(write, it))) {
      const result = await findWritten(run, { ...probe, ...place, write, value });
      if (result?.isFound === true) found.add(place);
      else if (result !== undefined && found.has(place))
        run.report(result.last, checkWrittenFilter(result.last, write, place.filter));
    }
  }
}

/** A service may set another value. */
function isShown(write: ProbeExchange, { at, value }: { readonly at: Pointer; readonly value: Json }): boolean {
  return write.isAccepted && valueAt(openEnvelope(write.body), at) === value;
}

type WrittenItem = NestedProbe & {
  readonly filter: ListingFilter;
  readonly write: ProbeExchange;
  readonly value: Json;
};

/** Looks for the written item in the filtered listing; undefined if it has more pages than are read. */
async function findWritten(
  run: ScenarioRun,
  { listing, filter, write, value, item }: WrittenItem,
): Promise<{ readonly isFound: boolean; readonly last: ProbeExchange } | undefined> {
  const shown = valueAt(openEnvelope(write.body), item);
  const id = shown === undefined ? undefined : getItemIdentity(shown);
  const request = setFilter(buildLargeListing(run, listing), filter, value);
  const pages = await walkPages(run, listing.operation, request, MAX_PAGES);
  // A list may show the property with a flag only.
  const isVisible = (page: ProbeExchange): boolean => page.items.every((it) => filter.getValues(it).length > 0);
  for (const page of pages.filter(isVisible)) run.report(page, checkListingFilter(page, filter, undefined));
  const last = pages.at(-1);
  if (id === undefined || last === undefined || !areAccepted(...pages) || pages.length >= MAX_PAGES) return undefined;
  return {
    isFound: pages.some((page) => page.items.some((it) => getItemIdentity(it) === id)),
    last,
  };
}
