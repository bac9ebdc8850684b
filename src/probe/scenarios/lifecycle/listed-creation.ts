import { readPathShape } from "../../graph/path-shape.js";
import { findCreatedPath } from "../../graph/response-values.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { areAccepted, getItemIdentity, type ProbeExchange, type Rule } from "../../session/probe-exchange.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { isCompleteListing } from "../paging.js";
import {
  alignPath,
  findCreator,
  findReadAt,
  planScenarios,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";
import { buildListing, walkListing } from "./lifecycle.js";

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
  const request = buildNewResource(operation, base.request, run, `listed ${operation.id}`);
  const created = await run.sendChecked({ operation, request });
  const listing = { list: listed.operation };
  const own = buildListing(run, listing, request.path);
  if (own === undefined || created.status !== 201) return;
  const pages = await walkListing(own, run);
  const last = pages.at(-1);
  const isWhole = last !== undefined && areAccepted(...pages) && isCompleteListing(last, pages) && !last.nextLink;
  if (isWhole && !hasPath) run.report(last, checkCreatedIsListed(last, created, { pages }));
  const other = await createOtherParent(run, listed);
  const foreign = other && buildListing(run, listing, other);
  for (const page of foreign === undefined ? [] : await walkListing(foreign, run))
    run.report(page, checkNotBelowOther(page, created));
}

/** The path of a list below a new parent. */
async function createOtherParent(run: ScenarioRun, { operation }: ProbeExchange) {
  const key = readPathShape(operation.path).steps.at(-1)?.key;
  const parent = run.operations.find(({ path }) => readPathShape(path).key === key);
  const creator = parent && findCreator(run, parent.path);
  if (parent === undefined || creator?.operation.method !== "POST") return undefined;
  const request = buildNewResource(creator.operation, creator.request, run, `parent ${operation.id}`);
  const created = await run.send({ operation: creator.operation, request });
  const path = created.isAccepted ? findCreatedPath(parent, created) : undefined;
  return path && alignPath(operation, path);
}

/** Checks that a whole list contains what a POST to it has created. */
export const checkCreatedIsListed: Rule<2, [{ readonly pages: readonly ProbeExchange[] }]> = (
  last,
  created,
  { pages },
) => {
  const id = getItemIdentity(created.resource);
  const items = pages.flatMap((page) => page.items);
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
