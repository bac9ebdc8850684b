import type { CheckFinding } from "../../../check/index.js";
import type { Json, Operation } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { makeUnknownId, UUID_PART } from "../../deterministic-uuid.js";
import { type PathStep, readPathShape } from "../../graph/path-shape.js";
import { putBody } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import type { ProbeExchange, Rule } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { reportShrunk } from "../../tasks/case-tasks.js";
import { checkHead } from "../http/http.js";
import { buildRepeatableWrite } from "../resources.js";
import {
  buildUnknownRequest,
  createOpenRequest,
  findAccepted,
  findReadAt,
  planScenarios,
  replacePath,
  type ScenarioContext,
  type ScenarioRun,
  sendHead,
} from "../scenario-context.js";

/** Creates scenarios that request an id that does not exist, in each place of a path and in bodies. */
export function createUnknownIdScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "unknown", (base) => {
    const { operation } = base;
    if (listMissingStatuses(operation).length === 0 || !isOfResource(context, operation)) return undefined;
    return async (run) => {
      // A PUT may create what it names, and so may a POST below it.
      if (["GET", "PATCH", "DELETE"].includes(operation.method)) await requestUnknown(run, base);
      else await writeUnknownReferences(run, base);
    };
  });
}

/** The documented statuses for an unknown id. 401 and 403 are about rights, and 400 and 422 about the form of a request. */
function listMissingStatuses({ responses }: Operation): string[] {
  return responses.map(({ status }) => status).filter((it) => it === "404" || it === "410");
}

/** A single parameter may be an input, such as the text of a search. It is an id if the path before it is a collection. */
function isOfResource({ operations }: ScenarioContext, { path }: Operation): boolean {
  const { steps, last, isItem } = readPathShape(path);
  return !isItem || steps.length > 1 || operations.some((it) => readPathShape(it.path).key === last?.collection);
}

async function requestUnknown(run: ScenarioRun, base: ProbeExchange): Promise<void> {
  const { operation } = base;
  const request = operation.method === "PATCH" ? await buildRepeatableWrite(run, base) : base.request;
  for (const step of readPathShape(operation.path).steps.toReversed()) {
    const label = `nothing ${step.name} ${operation.id}`;
    const probeRequest = buildUnknownRequest(run, { operation, request }, step.name, label);
    if (probeRequest === undefined) continue;
    const result = await run.sendChecked(probeRequest);
    await reportShrunk(run, { result, probeRequest }, (it) => checkUnknownIdentifier(it, step.name));
    await checkStatus(base, result, step.name, run);
    await compareWithHead(result, run);
    await compareWithParent(run, result, step);
  }
}

async function checkStatus(
  { operation, request }: ProbeExchange,
  result: ProbeExchange,
  name: string,
  { send, report }: TaskSession,
): Promise<void> {
  const isUuid = UUID_PART.test(String(request.path[name]));
  const finding = operation.method === "GET" ? checkUnknownStatus(result, { name, isUuid }) : undefined;
  if (finding !== undefined && (await send({ operation, request })).isAccepted) report(result, finding);
}

/** What a GET does not find, HEAD does not find either. */
async function compareWithHead(get: ProbeExchange, session: TaskSession): Promise<void> {
  if (get.operation.method !== "GET" || get.status !== 404) return;
  const head = await sendHead(session, { operation: get.operation, request: get.request });
  if (head !== undefined) session.report(head, checkHead(get, head, get));
}

/** A list below an unknown resource may be empty only if the resource itself is no 404 either. */
async function compareWithParent(run: ScenarioRun, result: ProbeExchange, step: PathStep): Promise<void> {
  const parent = findReadAt(run, step.key);
  // A spec may document 404 for every operation.
  const isGeneral = run.operations.some(
    ({ path, responses }) => !path.includes("{") && responses.some(({ status }) => status === "404"),
  );
  if (parent === undefined || parent.operation === result.operation || result.list?.length !== 0 || isGeneral) return;
  const own = await run.send(replacePath(parent, result.request.path));
  run.report(result, checkUnknownParent(result, own, step.name));
}

/** Names something unknown in a body, in place of an id that the user gave. */
async function writeUnknownReferences(run: ScenarioRun, base: ProbeExchange): Promise<void> {
  const { operation, request, written } = base;
  for (const [name, given] of Object.entries(written)) {
    if (!run.known.getGiven(name).includes(String(given)) || !UUID_PART.test(String(given))) continue;
    const unknownId = makeUnknownId(run, `nothing ${name} ${operation.id}`, given) as Json;
    const own = putBody(request, { ...written, [name]: unknownId });
    if (!run.isValid(operation, own)) continue;
    const edit = { part: "body", at: `/${name}`, what: `${name}: an id that does not exist` } as const;
    const open = createOpenRequest({ operation, request: own }, edit);
    await run.sendChecked(open, (it) => checkUnknownReference(it, name));
  }
}

/** Checks the response for an id that does not exist. `name` is that of its parameter. */
export function checkUnknownIdentifier(
  result: ProbeExchange,
  name = readPathShape(result.operation.path).last?.name ?? "id",
): CheckFinding | undefined {
  if (!result.isAccepted) return undefined;
  const items = result.list;
  // A collection below a missing resource may be empty, but a single resource must not exist.
  if (items !== undefined && items.length === 0) return undefined;
  return createInventedFinding(result, name, "identifier");
}

/**
 * Checks that a read of something unknown is not rejected for another reason: 401 says that the credentials are invalid, and 400 that the
 * request is (RFC 9110, section 15.5). Only an id in the form of a UUID is certainly valid.
 */
export const checkUnknownStatus: Rule<1, [{ readonly name: string; readonly isUuid: boolean }]> = (
  result,
  { name, isUuid },
) => {
  const { status } = result;
  const documented = listMissingStatuses(result.operation);
  const isWrong = status === 401 || (isUuid && [400, 405, 409, 422].includes(status));
  if (documented.length === 0 || !isWrong) return undefined;
  const message = `the response is ${status} for an unknown ${toPrintable(name)} in a valid request; expected ${documented.join(" or ")} (RFC 9110, section 15.5)`;
  return result.failStatus("exchange.http.violated", message, `unknown ${name} ${status}`);
};

/** Checks a list below an id that does not exist. `parent` is the response for the resource itself. */
export const checkUnknownParent: Rule<2, [string]> = (result, parent, name) => {
  if (!result.isAccepted || listMissingStatuses(result.operation).length === 0 || parent.status !== 404)
    return undefined;
  return createInventedFinding(result, name, "parent");
};

/** Checks a write whose body names something that does not exist. */
export const checkUnknownReference: Rule<1, [string]> = (result, name) => {
  return result.isAccepted ? createInventedFinding(result, name, `reference ${name}`) : undefined;
};

/**
 * Checks that a request without valid credentials gets 401 for an id that does not exist, as it does for one that exists. Otherwise
 * the status shows which ids exist.
 *
 * @param known The response for an id that exists.
 */
export const checkUnknownHidden: Rule<2, [string]> = (known, result, name) => {
  const [{ status: expected }, { status }] = [known, result];
  if (expected !== 401 || !(result.isAccepted || [403, 404, 409, 410].includes(status))) return undefined;
  const message = `${toPrintable(result.edit?.what ?? "")}, the response is ${status} for an unknown ${toPrintable(name)}, but 401 for a known one; expected 401 for both, because credentials are checked first`;
  return result.failStatus("exchange.security.unchecked", message, `unknown ${name}`, {
    contract: result.operation.securityPointer,
  });
};

/**
 * Checks a success for an id that does not exist, where the spec documents no 404: other operations of the method respond with 404. `read` is
 * the response to a GET of the same id.
 */
export const checkUnknownAmongOthers: Rule<2, [readonly ProbeExchange[]]> = (result, read, others) => {
  const isMissing = (it: ProbeExchange): boolean => it.status === 404;
  const isUsual = others.length > 0 && others.every(isMissing) && (read === result || isMissing(read));
  const finding = isUsual ? checkUnknownIdentifier(result) : undefined;
  const ids = others.map(({ operation }) => operation.id).join(", ");
  return finding && { ...finding, message: `${finding.message}, as from ${toPrintable(ids)}` };
};

function createInventedFinding(result: ProbeExchange, name: string, valueClass: string): CheckFinding {
  const expected = listMissingStatuses(result.operation).join(" or ") || "404";
  const message = `the response is ${result.status} for an unknown ${toPrintable(name)}; expected ${expected}`;
  return result.failStatus("exchange.resource.invented", message, valueClass);
}

const MAX_OTHERS = 3;

/**
 * Creates scenarios that request an id that does not exist, where the spec documents neither 404 nor 410. A success is wrong if other
 * operations of the service respond with 404.
 */
export function createUndocumentedUnknownScenarios(context: ScenarioContext): ProbeTask[] {
  const operations = context.operations.filter((it) => {
    const isTested = ["GET", "PATCH", "DELETE"].includes(it.method) && readPathShape(it.path).isItem;
    return isTested && listMissingStatuses(it).length === 0 && isOfResource(context, it);
  });
  return planScenarios(context, operations, "undocumented-unknown", (base) => (run) => {
    const others = operations.filter(
      ({ method, path }) => method === base.operation.method && path !== base.operation.path,
    );
    return requestUndocumented(run, base, others);
  });
}

async function requestUndocumented(
  run: ScenarioRun,
  base: ProbeExchange,
  similar: readonly Operation[],
): Promise<void> {
  const result = await sendUnknown(run, base);
  if (result?.isAccepted !== true) return;
  const { method, path } = base.operation;
  const accepted = method === "GET" ? undefined : findReadAt(run, path);
  const read = method === "GET" ? result : accepted && (await sendUnknown(run, accepted));
  const others: ProbeExchange[] = [];
  for (const it of similar.flatMap((own) => findAccepted(run, own) ?? []).slice(0, MAX_OTHERS)) {
    const other = await sendUnknown(run, it);
    if (other !== undefined) others.push(other);
  }
  run.report(result, read && checkUnknownAmongOthers(result, read, others));
}

/** An undocumented 4xx is a finding of other scenarios. */
async function sendUnknown(run: ScenarioRun, base: ProbeExchange): Promise<ProbeExchange | undefined> {
  const { name = "" } = readPathShape(base.operation.path).last ?? {};
  const unknown = buildUnknownRequest(run, base, name, `nothing ${name}`);
  const result = unknown && (await run.sendChecked(unknown));
  if (result?.isRejected) run.discard(result);
  return result;
}
