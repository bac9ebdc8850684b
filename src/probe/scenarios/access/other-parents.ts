import type { CheckFinding } from "../../../checks/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { inferListingFilter } from "../../checks/lists/filter.js";
import { readTokenClaims } from "../../checks/response.js";
import { defineRule } from "../../checks/rule.js";
import { groupByResource } from "../../graph/operation-order.js";
import { type PathStep, readPathShape } from "../../graph/path-shape.js";
import { alignIdentifiers } from "../../graph/request-candidates.js";
import { findCreatedPath } from "../../graph/response-values.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import {
  findListedItems,
  getItemIdentity,
  isAccepted,
  type ProbeExchange,
  readResponseJson,
} from "../../session/probe-exchange.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { buildLargeListing, listSelectiveValues, setFilter } from "../filters/filter-values.js";
import { listVisibleChanges } from "../other-writes.js";
import {
  findAccepted,
  findAcceptedRead,
  planReadScenarios,
  planScenarios,
  type ScenarioContext,
  type ScenarioRun,
} from "../scenario-context.js";

/**
 * Creates scenarios that read what belongs to one parent below another one that the token may access too. Such parents are those of a claim
 * with several ids, such as `shopIds` for the parameter `shopId`.
 */
export function createOtherParentScenarios(context: ScenarioContext): ProbeTask[] {
  return planReadScenarios(context, "other-parent", (base) => {
    const { operation } = base;
    const [step] = readPathShape(operation.path).steps;
    const other = step && findOtherParent(base, step);
    if (step === undefined || other === undefined) return undefined;
    return async (run) => {
      const large = buildLargeListing(context, base);
      const own = await run.send({ operation, request: large });
      for (const request of [large, ...listFiltered(context, own)]) {
        const path = { ...request.path, [step.name]: other };
        const result = await run.sendChecked({ operation, request: { ...request, path } });
        run.report(result, checkOtherParent(own, result, step));
      }
    };
  });
}

function findOtherParent(base: ProbeExchange, { name }: PathStep): string | undefined {
  return findOtherClaim(base, base.request.path[name]);
}

/** Another id in the claim of the token that has an id. */
export function findOtherClaim({ exchange }: ProbeExchange, own: unknown): string | undefined {
  const claims = readTokenClaims(exchange.request);
  const ids = Object.values(claims).find((it) => Array.isArray(it) && it.includes(own as string));
  const other = Array.isArray(ids) ? ids.find((it) => typeof it === "string" && it !== own) : undefined;
  return typeof other === "string" ? other : undefined;
}

/** Requests that find some of the items by each filter. */
function listFiltered({ document }: ScenarioContext, own: ProbeExchange): readonly CaseRequest[] {
  const items = findListedItems(own) ?? [];
  return own.operation.parameters.flatMap((parameter) => {
    const filter = inferListingFilter(document, own.operation, parameter);
    const [value] = filter === undefined ? [] : listSelectiveValues(filter, items);
    return filter === undefined || value === undefined ? [] : [setFilter(own.request, filter, value)];
  });
}

const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i;

/**
 * Checks that what belongs to one parent is not found below another one (OWASP API1:2023). Only UUIDs count, because other ids may occur
 * below several parents.
 *
 * @param own The same request below the parent that the resource belongs to.
 */
export const checkOtherParent = defineRule<2, [Pick<PathStep, "name" | "reference">]>(
  (own, result, { name, reference }) => {
    const { resource } = reference;
    const shared = own.isAccepted && result.isAccepted ? findShared(own, result) : undefined;
    if (shared === undefined) return undefined;
    const message = `below another ${resource ?? name} (${toPrintable(name)}), the response has ${toPrintable(shared)}, which belongs to the first one; expected 404 or a list without it`;
    return result.fail("exchange.resource.other", message, `other ${name}`);
  },
);

/** The id of an item that two lists have, or of the resource that two responses show. */
function findShared(own: ProbeExchange, result: ProbeExchange): string | undefined {
  const [items, others] = [own, result].map(findListedItems);
  const ids = new Set(items?.map(getItemIdentity));
  const listed = others?.map(getItemIdentity).find((id) => id !== undefined && UUID.test(id) && ids.has(id));
  if (listed !== undefined || others?.length === 0) return listed;
  // The resource of the path, or what is below it, such as the notes of an order.
  const [then, id = ""] = [own, result].map(({ request: { path } }) => String(Object.values(path).at(-1)));
  const isSame = isSameJson(readResponseJson(own) ?? null, readResponseJson(result) ?? null);
  return isSame && id === then && UUID.test(id) ? id : undefined;
}

/**
 * Creates scenarios that write below another parent with the id of a resource of the first one. The token may access both parents, as in the
 * scenarios that read.
 */
export function createOtherParentWriteScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "other-parent-write", (base) => {
    const { operation } = base;
    const { key, steps, isItem } = readPathShape(operation.path);
    const [step] = steps;
    const resource = groupByResource(context.operations).find((it) => it.key === key);
    const creator = findAccepted(context, [resource?.create, resource?.put]);
    const shown = findAcceptedRead(context, operation);
    const other = step && findOtherParent(base, step);
    const isWrite = isItem && steps.length > 1 && ["PUT", "PATCH", "DELETE"].includes(operation.method);
    if (!isWrite || [base, creator, shown, other, step].includes(undefined)) return undefined;
    if (creator === undefined || shown === undefined || step === undefined) return undefined;
    const target: OtherParent = { base, creator, shown, step, other: String(other) };
    return (run) => writeBelow(run, target);
  });
}

type OtherParent = {
  readonly base: ProbeExchange;
  /** An accepted creation of such a resource. */
  readonly creator: ProbeExchange;
  /** An accepted read of such a resource. */
  readonly shown: ProbeExchange;
  readonly step: PathStep;
  readonly other: string;
};

async function writeBelow(run: ScenarioRun, { base, creator, shown, step, other }: OtherParent): Promise<void> {
  const { send, sendChecked, report } = run;
  const { operation } = base;
  const name = `other parent ${operation.id}`;
  const fresh = buildNewResource(creator.operation, creator.request, run, name);
  const created = await send({ operation: creator.operation, request: fresh });
  const isNew = creator.operation.method === "POST" || fresh !== creator.request;
  const path = isAccepted(created) && isNew ? findCreatedPath(operation, created) : undefined;
  if (path === undefined) return;
  const readAt = (own: CaseRequest["path"]): Promise<ProbeExchange> =>
    send({ operation: shown.operation, request: { ...shown.request, path: own } });
  const before = await readAt(path);
  const there = { ...path, [step.name]: other };
  const own = operation.method === "PUT" ? fresh : { ...base.request, path };
  const [change = own] = operation.method === "DELETE" ? [] : listVisibleChanges(run, operation, own, before);
  const names = { ...run.known.given, ...there };
  const write = await sendChecked({
    operation,
    request: alignIdentifiers({ ...change, path: there }, names, undefined),
  });
  const [after, again, reached] = [await readAt(path), await readAt(path), await readAt(there)];
  report(write, checkOtherParentWrite(write, { before, after, again, there: reached }, step));
}

type OtherParentReads = {
  /** Reads of the resource below its own parent: before the write, after it, and once more, which shows what changes by itself. */
  readonly before: ProbeExchange;
  readonly after: ProbeExchange;
  readonly again: ProbeExchange;
  /** A read at the path of the write. */
  readonly there: ProbeExchange;
};

/** Checks that a write below another parent does not reach the resource that has the same id (OWASP API1:2023). */
export const checkOtherParentWrite = defineRule<1, [OtherParentReads, Pick<PathStep, "name" | "reference">]>(
  (result, { before, after, again, there }, { name, reference }) => {
    const write = result;
    const where = `below another ${reference.resource ?? name} (${toPrintable(name)}), ${write.operation.id}`;
    const createFinding = (message: string, kind: string): CheckFinding =>
      write.fail("exchange.resource.other", `${where} ${message}`, `${kind} below other ${name}`, {
        part: "response.status",
      });
    if (!isAccepted(before)) return undefined;
    if ([after, again].every((it) => [404, 410].includes(it.exchange.response.status))) {
      const message = `removed the resource that belongs to the first one: ${after.operation.id} then responds with ${after.exchange.response.status}; expected 404 and no change`;
      return createFinding(message, "removed");
    }
    const [then, now, later] = [before, after, again].map((it) => readResponseJson(it) ?? null);
    const got = `got ${write.status}`;
    if (isAccepted(after) && !isSameJson(then, now) && isSameJson(now, later)) {
      const message = `${got} and changed the resource that belongs to the first one; expected 404 and no change`;
      return createFinding(message, "changed");
    }
    const isInvented = write.isAccepted && write.status !== 202 && there.exchange.response.status === 404;
    if (!isInvented || write.operation.method !== "PATCH") return undefined;
    const message = `${got} for a resource that belongs to the first one, and that is not there; expected 404`;
    return createFinding(message, "accepted");
  },
);
