import { type Json, lastToken, type Operation } from "../../../document/index.js";
import { splitWords } from "../../../resources/index.js";
import type { RequestLocation } from "../../cases/request-location.js";
import type { ResourceOperations } from "../../graph/operation-order.js";
import { parseWords, readPathShape } from "../../graph/path-shape.js";
import { findCreatedPath } from "../../graph/response-values.js";
import { type CaseRequest, EMPTY_REQUEST } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { getItemIdentity, type ProbeExchange, type Rule } from "../../session/probe-exchange.js";
import type { PlainRequest, TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { buildLargeListing } from "../filters/filter-values.js";
import { isCompleteListing, walkPages } from "../paging.js";
import { writeWhole } from "../round-trips/write-series.js";
import {
  findAccepted,
  findCreator,
  findReadAt,
  planScenarios,
  replacePath,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";

export type Creation = {
  readonly resource: ResourceOperations;
  readonly creator: Operation;
  readonly base: ProbeExchange;
  /** That of `base`, for another resource. */
  readonly request: CaseRequest;
};

/** Creates a resource with the optional content that the service accepts, so that a change can lose some of it. */
export async function createResource(run: ScenarioRun, creation: Creation): Promise<ProbeExchange> {
  const { creator, base, request } = creation;
  const isNamed = creator.method === "PUT";
  const { steps } = await writeWhole({
    ...{ run, operation: creator, isWanted: isContent },
    build: (name) => (isNamed ? request : buildNewResource(base, run, `lifecycle ${creator.id} ${name}`)),
    send: async (it) => ({ write: await sendCreation(run, creation, it), shown: undefined }),
  });
  return steps.at(-1)?.write ?? sendCreation(run, creation, request);
}

/** Flags, choices, states and times may decide how long a resource is there, and whether lists show it. */
function isContent({ at, value, node: { constraints } }: RequestLocation): boolean {
  const { enumValues, extensibleValues, formats } = constraints;
  const isChoice = enumValues !== undefined || extensibleValues.length > 0 || formats.length > 0;
  const isState = splitWords(lastToken(at)).some((it) => STATE_WORDS.has(it));
  return !isChoice && !isState && !/true|false/.test(JSON.stringify(value));
}

const STATE_WORDS = parseWords("state status phase stage visibility ttl expires expiry expiration expire lifetime");

/** Sends a creation. A resource whose id is chosen by the client is read before, because a read that is cached stays a 404. */
async function sendCreation(
  run: ScenarioRun,
  { resource, creator }: Creation,
  request: CaseRequest,
): Promise<ProbeExchange> {
  const unread = creator.method === "PUT" ? findAccepted(run, resource.read) : undefined;
  if (unread !== undefined) await run.send(replacePath(unread, request.path));
  const create = await run.sendChecked({ operation: creator, request });
  await followLocation(resource, create, run);
  return create;
}

/** Requests the Location of a creation, which must lead to the new resource (RFC 9110, section 15.3.2). */
async function followLocation(
  { read }: ResourceOperations,
  create: ProbeExchange,
  { send, report }: TaskSession,
): Promise<void> {
  const { request, response } = create.exchange;
  const location = create.header("location");
  if (read === undefined || location === undefined || response.status !== 201 || !URL.canParse(location, request.url))
    return;
  const url = new URL(location, request.url);
  if (url.origin !== new URL(request.url).origin) return;
  const { path, header } = create.request;
  const shown = await send({ operation: read, request: { ...EMPTY_REQUEST, path, header }, url: url.href });
  report(create, checkLocation(create, shown));
}

/** Checks that the Location of a creation leads somewhere. `shown` is the response to a GET of it. */
export const checkLocation: Rule<2> = (create, shown) => {
  if (!shown.isGone) return undefined;
  const message = `Location of the created resource leads to nothing: the response is ${shown.status} (RFC 9110, section 15.3.2)`;
  return create.fail("exchange.http.violated", message, "location", { part: "response.headers" });
};

/** The list of the resource without filters, in large pages. */
export function buildListing(
  context: ScenarioContext,
  { list }: Pick<ResourceOperations, "list">,
  path: CaseRequest["path"],
): PlainRequest | undefined {
  const accepted = findAccepted(context, list);
  if (list === undefined || accepted === undefined) return undefined;
  const query = Object.fromEntries(
    list.parameters.flatMap((it) =>
      it.in === "query" && it.required ? [[it.name, accepted.request.query[it.name]]] : [],
    ),
  );
  return buildLargeListing(context, replacePath({ operation: list, request: { ...accepted.request, query } }, path));
}

/**
 * Creates a scenario for each list whose items a POST to it creates: the new item is in the list, and in no list below another parent. The
 * first part is that of the life cycle, where a path of one item exists.
 */
export function createListedCreationScenarios(context: ScenarioContext): ProbeTask[] {
  const creations = context.operations.filter(({ method }) => method === "POST");
  return planScenarios(context, creations, "listed", (base) => {
    const { key, steps } = readPathShape(base.operation.path);
    const listed = findReadAt(context, key);
    const hasPath = context.operations.some(({ path }) => readPathShape(path).key === `${key}/{}`);
    if (listed?.list === undefined || (hasPath && steps.length === 0)) return undefined;
    return (run) => createAndList(run, base, listed, hasPath);
  });
}

async function createAndList(
  run: ScenarioRun,
  base: ProbeExchange,
  listed: ProbeExchange,
  hasPath: boolean,
): Promise<void> {
  const { operation } = base;
  const request = buildNewResource(base, run, `listed ${operation.id}`);
  const created = await run.sendChecked({ operation, request });
  const listing = { list: listed.operation };
  const own = buildListing(run, listing, request.path);
  if (own === undefined || created.status !== 201) return;
  const pages = await walkPages(run, own);
  const last = pages.at(-1);
  const items = pages.flatMap((page) => page.items);
  if (last !== undefined && isCompleteListing(pages) && !last.nextLink && !hasPath)
    run.report(last, checkCreatedIsListed(last, created, items));
  const other = await createOtherParent(run, listed);
  const foreign = other && buildListing(run, listing, other);
  for (const page of foreign === undefined ? [] : await walkPages(run, foreign))
    run.report(page, checkNotBelowOther(page, created));
}

/** The path of a new parent of a list. */
async function createOtherParent(run: ScenarioRun, { operation }: ProbeExchange) {
  const key = readPathShape(operation.path).last?.key;
  const parent = run.operations.find(({ path }) => readPathShape(path).key === key);
  const creator = parent && findCreator(run, parent.path);
  if (parent === undefined || creator?.operation.method !== "POST") return undefined;
  const request = buildNewResource(creator, run, `parent ${operation.id}`);
  const created = await run.send({ operation: creator.operation, request });
  return findCreatedPath(parent, created, run.known);
}

/** Checks that a whole list contains what a POST to it has created. */
export const checkCreatedIsListed: Rule<2, [readonly Json[]]> = (last, created, items) => {
  const id = getItemIdentity(created.resource);
  if (id === undefined || items.some((item) => getItemIdentity(item) === id)) return undefined;
  const message = `${created.operation.id} responded with 201 and the id ${id}, but none of the ${items.length} items of the list has it`;
  return last.fail("exchange.write.lost", message, "not listed", { contract: created.operation.pointer });
};

/** Checks that a list below another parent does not contain what was created. Items may belong to several parents by their ids. */
export const checkNotBelowOther: Rule<2> = (page, created) => {
  const id = getItemIdentity(created.resource);
  if (!page.isAccepted || id === undefined || !page.items.some((item) => getItemIdentity(item) === id))
    return undefined;
  const message = `the list below another parent contains ${id}, which ${created.operation.id} has just created below its own`;
  return page.fail("exchange.resource.other", message, "below another parent");
};
