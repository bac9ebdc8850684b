import type { CheckFinding } from "../../../check/index.js";
import { isObject, type Json, type JsonObject, joinPointer, type Operation } from "../../../document/index.js";
import { getCombinedHeader } from "../../../recording/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import { hasContent } from "../../checks/writes/change.js";
import type { ResourceOperations } from "../../graph/operation-order.js";
import { findCreatedPath, readResource } from "../../graph/response-values.js";
import { type CaseRequest, putBody, readWrittenBody } from "../../requests/probe-case.js";
import type { ProbeExchange, Rule } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { makeOtherValue } from "../patches/patch-sender.js";
import { findAccepted, type ScenarioContext, type ScenarioRun } from "../scenario-context.js";

export type Creation = {
  readonly resource: ResourceOperations;
  readonly creator: Operation;
  readonly request: CaseRequest;
};

/** Creates a resource. One whose id is chosen by the client is read before, because a read that is cached stays a 404. */
export async function createResource(
  run: ScenarioRun,
  { resource, creator, request }: Creation,
): Promise<ProbeExchange> {
  const unread = creator.method === "PUT" ? findAccepted(run, resource.read) : undefined;
  if (unread !== undefined)
    await run.send({ operation: unread.operation, request: { ...unread.request, path: request.path } });
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
  const location = getCombinedHeader(response.headers, "location");
  if (read === undefined || location === undefined || response.status !== 201 || !URL.canParse(location, request.url))
    return;
  const url = new URL(location, request.url);
  if (url.origin !== new URL(request.url).origin) return;
  const { path, header } = create.request;
  const shown = await send({ operation: read, request: { path, header, query: {}, cookie: {} }, url: url.href });
  report(create, checkLocation(create, shown));
}

/** Reads the resource after a write; undefined if the spec has no operation for that. */
export type ReadAgain = (write: ProbeExchange) => Promise<ProbeExchange | undefined>;

type Deleted = Creation & {
  /** The path of the deleted resource. */
  readonly path: CaseRequest["path"];
  /** The creation of the deleted resource. */
  readonly created: ProbeExchange;
  /** The last read before the deletion. */
  readonly shown: ProbeExchange;
  readonly readAgain: ReadAgain;
};

/**
 * Creates a deleted resource again, if the client chooses its id: with other numbers and flags, and without what the spec does not require.
 * The resource has nothing of the deleted one. What another resource with the same body has too is a default.
 */
export async function createAgain(run: ScenarioRun, deleted: Deleted): Promise<void> {
  const { resource, creator, request, path, created, shown, readAgain } = deleted;
  const { read, remove } = resource;
  const body = readWrittenBody(request);
  const id = String(Object.values(path).at(-1));
  const isOwnId = creator.method === "PUT" || (isObject(body) && Object.values(body).some((it) => String(it) === id));
  if (read === undefined || remove === undefined || !isObject(body) || !isOwnId || !shown.isAccepted) return;
  const other = makeOther(run, deleted, body, id);
  const again = await run.sendChecked({ operation: creator, request: other });
  const createControl = async (): Promise<ProbeExchange | undefined> => {
    const fresh = buildNewResource(creator, other, run, `instead of ${creator.id}`);
    const control = fresh === other ? undefined : await run.sendChecked({ operation: creator, request: fresh });
    return control?.isAccepted ? control : undefined;
  };
  const readAt = (own: CaseRequest["path"]): Promise<ProbeExchange> =>
    run.sendChecked({ operation: read, request: { ...shown.request, path: own } });
  const removeAt = (own: CaseRequest["path"]): Promise<ProbeExchange> => {
    const accepted = run.seeds.get(remove)?.accepted?.request ?? request;
    return run.sendChecked({ operation: remove, request: { ...accepted, path: own } });
  };
  const now = again.isAccepted ? await readAgain(again) : undefined;
  const isLeft = now !== undefined && checkCreatedAgain({ created, shown }, again, now) !== undefined;
  const control = isLeft || again.isRefusal ? await createControl() : undefined;
  const controlPath = control && findCreatedPath(read, control);
  if (control !== undefined) run.report(again, checkRecreationRejected(created, again, control));
  if (now !== undefined && controlPath !== undefined)
    run.report(now, checkCreatedAgain({ created, shown }, again, now, await readAt(controlPath)));
  if (again.isAccepted) await removeAt(path);
  if (controlPath !== undefined) await removeAt(controlPath);
}

/** The body with other numbers and flags, and without its optional texts, lists and objects. */
function makeOther(context: ScenarioContext, { creator, request }: Deleted, body: JsonObject, id: string): CaseRequest {
  const build = (value: Json): CaseRequest => putBody(request, value);
  let other = body;
  for (const [name, it] of Object.entries(body)) {
    if (JSON.stringify(it).includes(id)) continue;
    const { [name]: _, ...without } = other;
    const value = makeOtherValue(it);
    const next = value === undefined ? without : { ...other, [name]: value };
    if (context.isValid(creator, build(next))) other = next;
  }
  return build(other);
}

/**
 * Checks that a resource with the id of a deleted one has nothing that was written to the deleted one, except what the second creation
 * writes too.
 *
 * @param control Another resource, created with the same body. What it has too is set by the service.
 */
function checkCreatedAgain(
  { created, shown }: Pick<Deleted, "created" | "shown">,
  again: ProbeExchange,
  now: ProbeExchange,
  control?: ProbeExchange,
): CheckFinding | undefined {
  const [first = null, second = null] = [created, again].map(({ request }) => readWrittenBody(request));
  const [old, present, usual] = [shown, now, control].map((it) => (it?.isAccepted ? readResource(it) : undefined));
  if (!isObject(first) || !isObject(second) || old === undefined || present === undefined) return undefined;
  if (!again.isAccepted || again.status === 202 || (control && usual === undefined)) return undefined;
  const name = Object.keys(first).find(
    (it) =>
      hasContent(old[it]) &&
      isSameJson(old[it] ?? null, present[it] ?? null) &&
      !isSameJson(old[it] ?? null, second[it] ?? null) &&
      (usual === undefined || !isSameJson(old[it] ?? null, usual[it] ?? null)),
  );
  if (name === undefined) return undefined;
  const message = `${toPrintable(name)} has the value of the deleted resource after ${again.operation.id} has created it again with ${second[name] === undefined ? "none" : "another one"}`;
  const place = { at: joinPointer("", name), contract: again.operation.pointer };
  return now.fail("exchange.resource.undeleted", message, `${again.operation.id} created again`, place);
}

/** Checks that a deleted resource can be created again, if the spec documents no conflict, and the same body creates another one. */
const checkRecreationRejected: Rule<3> = (created, again, control) => {
  const { status } = again;
  const isDocumented = again.operation.responses.some((it) => it.status === "409" || it.status === "410");
  if (!created.isAccepted || !control.isAccepted || !again.isRefusal || isDocumented) return undefined;
  const message = `the service rejects the creation of a deleted resource with ${status}, and accepts the same body with another id`;
  return again.failStatus("exchange.valid.rejected", message, "created again");
};

/** Checks that the Location of a creation leads somewhere. `shown` is the response to a GET of it. */
export const checkLocation: Rule<2> = (create, shown) => {
  if (!shown.isGone) return undefined;
  const message = `Location of the created resource leads to nothing: the response is ${shown.status} (RFC 9110, section 15.3.2)`;
  return create.fail("exchange.http.violated", message, "location", { part: "response.headers" });
};
