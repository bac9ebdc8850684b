import type { CheckFinding } from "../../checks/index.js";
import { isObject, type Json, joinPointer } from "../../document/index.js";
import { toPrintable } from "../../schema/index.js";
import { checkCopies, isAnyChanged } from "../checks/copies.js";
import { createProbeFinding } from "../checks/probe-finding.js";
import { checkServiceResponse } from "../checks/response.js";
import { UUID_PATTERN } from "../deterministic-uuid.js";
import { findListedItems, findResponseLink, getItemIdentity } from "../session/listing-body.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import { buildLargeListing } from "./filters/filter-values.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";

/** Creates a scenario that reads everything, and compares resources that several responses contain. */
export function createCopyScenarios(context: ScenarioContext): ProbeTask[] {
  const requests = listReadOperations(context).flatMap((operation) => {
    const base = context.seeds.get(operation)?.accepted;
    return base === undefined ? [] : [{ operation, request: buildLargeListing(context, base) }];
  });
  const run = async ({ send, report }: TaskSession): Promise<void> => {
    const readAll = async (): Promise<readonly ProbeExchange[]> => {
      const results: ProbeExchange[] = [];
      for (const it of requests) results.push(await send(it));
      return results;
    };
    const first = await readAll();
    for (const it of first) report(it, checkServiceResponse(it));
    for (const { result, finding } of checkDeadLinks(first)) report(result, finding);
    if (checkCopies(first) === undefined) return;
    const second = await readAll();
    const found = isAnyChanged(first, second) ? undefined : checkCopies(second);
    if (found !== undefined) report(found.result, found.finding);
  };
  return requests.length === 0 ? [] : [{ id: "stateful/copies", run }];
}

/**
 * Checks that links of listed items whose `href` is an id lead to something: some response has an object with that id. It counts only if the
 * listing is complete, and no link of it leads anywhere.
 */
export function checkDeadLinks(results: readonly ProbeExchange[]): readonly DeadLink[] {
  const known = new Set(results.flatMap((it) => [...listIds((readResponseJson(it) ?? null) as Json)]));
  return results.filter(isAccepted).flatMap((result): DeadLink[] => {
    const items = findListedItems(result) ?? [];
    const links = items.flatMap((item) => listLinks(item));
    const dead = links.filter((it) => !known.has(it.toLowerCase()));
    const [first] = dead;
    if (first === undefined || dead.length < links.length || findResponseLink(result, "next") !== undefined) return [];
    const finding = createProbeFinding(result, {
      code: "exchange.resource.differs",
      property: joinPointer("", "*", "links", "*", "href"),
      message: `${dead.length} links of items lead to nothing: no response has the id ${toPrintable(first)} of their href`,
      valueClass: "dead link",
    });
    return [{ result, finding }];
  });
}

type DeadLink = { readonly result: ProbeExchange; readonly finding: CheckFinding };

function listLinks(item: Json): readonly string[] {
  const links = isObject(item) ? item.links : undefined;
  return (Array.isArray(links) ? links : []).flatMap((link: Json) =>
    isObject(link) && typeof link.href === "string" && UUID_PATTERN.test(link.href) ? [link.href] : [],
  );
}

function* listIds(value: Json): Iterable<string> {
  const id = getItemIdentity(value);
  if (id !== undefined) yield id.toLowerCase();
  if (Array.isArray(value) || isObject(value)) for (const it of Object.values(value)) yield* listIds(it as Json);
}
