import { isObject, type Json, type JsonObject, type Operation } from "../../../document/index.js";
import { checkHead } from "../../checks/http/head.js";
import { inferListingFilter } from "../../checks/lists/filter.js";
import {
  checkUnknownIdentifier,
  checkUnknownParent,
  checkUnknownReference,
  checkUnknownStatus,
} from "../../checks/unknown-id.js";
import { type PathStep, readPathShape } from "../../graph/path-shape.js";
import type { CaseEdit, CaseRequest } from "../../requests/probe-case.js";
import { findListedItems, getItemIdentity } from "../../session/listing-body.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import { isAccepted } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import type { TaskSession } from "../../session/session.js";
import { reportShrunk } from "../../tasks/report-shrunk.js";
import { setFilter } from "../filters/filter-values.js";
import { buildRepeatableWrite } from "../patches/json-patch-paths.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";

/** Creates scenarios that request an id that does not exist, in each place of a path and in bodies. */
export function createUnknownIdScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    if (base === undefined || !canRefuse(operation) || !isOfResource(context, operation)) return [];
    const run = async (session: TaskSession): Promise<void> => {
      // A PUT may create what it names, and so may a POST below it.
      if (["GET", "PATCH", "DELETE"].includes(operation.method)) {
        await requestUnknown(context, base, session);
        await requestSimilar(context, base, session);
      } else await writeUnknownReferences(context, base, session);
    };
    return [{ id: `stateful/${operation.id}/unknown`, run }];
  });
}

/** Whether the spec documents what an unknown id gets. */
export function canRefuse({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "404" || status === "403");
}

/** A single parameter may be an input, such as the text of a search. It is an id if the path before it is a collection. */
export function isOfResource({ operations }: ScenarioContext, { path }: Operation): boolean {
  const { steps, isItem } = readPathShape(path);
  const collection = steps.at(-1)?.collection;
  return !isItem || steps.length > 1 || operations.some((it) => readPathShape(it.path).key === collection);
}

async function requestUnknown(context: ScenarioContext, base: ProbeExchange, session: TaskSession): Promise<void> {
  const { operation } = base;
  const request = operation.method === "PATCH" ? await buildRepeatableWrite(context, base, session.send) : base.request;
  for (const step of readPathShape(operation.path).steps.toReversed()) {
    const unknownId = makeUnknownId(context, `nothing ${step.name} ${operation.id}`, request.path[step.name]);
    const own = { ...request, path: { ...request.path, [step.name]: unknownId } };
    if (!context.isValid(operation, own)) continue;
    const probeRequest = { operation, request: own };
    const result = await session.sendChecked(probeRequest);
    await reportShrunk(session, { result, probeRequest }, (it) => checkUnknownIdentifier(it, step.name));
    await checkStatus(base, { result, step }, session);
    await sendHead(result, session);
    await compareWithParent(context, { result, step }, session);
    await filterById(context, { base, request: own, step }, session);
  }
}

/** Checks the status for an unknown id, if the known one is still accepted. */
async function checkStatus(
  { operation, request }: ProbeExchange,
  { result, step: { name } }: { readonly result: ProbeExchange; readonly step: PathStep },
  { send, report }: TaskSession,
): Promise<void> {
  const isUuid = UUID.test(String(request.path[name]));
  if (operation.method !== "GET" || checkUnknownStatus(result, { name, isUuid }) === undefined) return;
  if (isAccepted(await send({ operation, request }))) report(result, checkUnknownStatus(result, { name, isUuid }));
}

/** Requests ids that differ from a known one in their last or first character: a service may compare a part of them. */
async function requestSimilar(
  { isValid }: ScenarioContext,
  { operation, request }: ProbeExchange,
  { sendChecked, report }: TaskSession,
): Promise<void> {
  const { steps, isItem } = readPathShape(operation.path);
  const { name = "" } = steps.at(-1) ?? {};
  const id = String(request.path[name]);
  // Ids with zeros may be numbered.
  if (operation.method !== "GET" || !isItem || !UUID.test(id) || /0000/.test(id)) return;
  for (const other of [id.slice(0, -1) + changeDigit(id.at(-1)), changeDigit(id[0]) + id.slice(1)]) {
    const own = { ...request, path: { ...request.path, [name]: other } };
    if (!isValid(operation, own)) continue;
    const result = await sendChecked({ operation, request: own });
    report(result, checkUnknownIdentifier(result, name));
  }
}

function changeDigit(digit = "0"): string {
  return digit === "7" ? "8" : "7";
}

/** What a GET does not find, HEAD does not find either. */
async function sendHead(get: ProbeExchange, { send, report, discard }: TaskSession): Promise<void> {
  const { operation, request, exchange } = get;
  if (operation.method !== "GET" || exchange.response.status !== 404) return;
  const edit: CaseEdit = { part: "method", at: "", contract: operation.pointer, what: "the method HEAD" };
  const head = await send({ operation, request, method: "HEAD", edit, expect: "open" });
  // A body, which is forbidden, breaks the connection.
  if (head.exchange.incomplete === undefined) report(head, checkHead(get, head, get));
  else discard(head);
}

/** An id that nothing has, in the form of a known one. */
export function makeUnknownId({ createId }: ScenarioContext, name: string, known: unknown): unknown {
  if (/^\d+$/.test(String(known))) return typeof known === "number" ? UNKNOWN_NUMBER : String(UNKNOWN_NUMBER);
  const id = createId(name);
  return UUID.test(String(known)) ? String(known).replace(UUID, id) : id;
}

const UNKNOWN_NUMBER = 987_654_321;
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i;

/** A list below an unknown resource may be empty only if the resource itself is no 404 either. */
async function compareWithParent(
  { operations, seeds }: ScenarioContext,
  { result, step }: { readonly result: ProbeExchange; readonly step: PathStep },
  session: TaskSession,
): Promise<void> {
  const parent = listReadOperations({ operations }).find(({ path }) => readPathShape(path).key === step.key);
  const accepted = parent && seeds.get(parent)?.accepted;
  const isEmpty = findListedItems(result)?.length === 0;
  // A spec may document 404 for every operation.
  const isGeneral = operations.some(
    ({ path, responses }) => !path.includes("{") && responses.some(({ status }) => status === "404"),
  );
  if (parent === undefined || accepted === undefined || parent === result.operation || !isEmpty || isGeneral) return;
  const names = readPathShape(parent.path).steps;
  const values = Object.values(result.request.path);
  const path = Object.fromEntries(names.map(({ name }, at) => [name, values[at]]));
  const shown = await session.send({ operation: parent, request: { ...accepted.request, path } });
  session.report(result, checkUnknownParent(result, shown, step.name));
}

type FilteredUnknown = { readonly base: ProbeExchange; readonly request: CaseRequest; readonly step: PathStep };

/** A filter by id must not find an item below an unknown parent. */
async function filterById(
  { document }: ScenarioContext,
  { base, request, step }: FilteredUnknown,
  { sendChecked, report }: TaskSession,
): Promise<void> {
  const { operation } = base;
  const [item] = findListedItems(base) ?? [];
  const id = item === undefined ? undefined : getItemIdentity(item);
  const filter = operation.parameters
    .flatMap((it) => inferListingFilter(document, operation, it) ?? [])
    .find((it) => item !== undefined && id !== undefined && it.getOwnValues(item).includes(id));
  if (filter === undefined || id === undefined) return;
  const result = await sendChecked({ operation, request: setFilter(request, filter, id) });
  report(result, checkUnknownIdentifier(result, step.name));
}

/** Names something unknown in a body, in place of an id that the user gave. */
async function writeUnknownReferences(
  context: ScenarioContext,
  { operation, request }: ProbeExchange,
  { sendChecked, report }: TaskSession,
): Promise<void> {
  const { body } = request;
  const value = body !== undefined && "value" in body ? (body.value as Json) : undefined;
  if (body === undefined || !isObject(value)) return;
  for (const [name, given] of Object.entries(value as JsonObject)) {
    if (!context.known.getGiven(name).includes(String(given)) || !UUID.test(String(given))) continue;
    const unknownId = makeUnknownId(context, `nothing ${name} ${operation.id}`, given) as Json;
    const own = { ...request, body: { ...body, value: { ...value, [name]: unknownId } } };
    const edit = createEdit(operation, name);
    if (!context.isValid(operation, own)) continue;
    const result = await sendChecked({ operation, request: own, edit, expect: "open" });
    report(result, checkUnknownReference(result, name));
  }
}

function createEdit({ pointer }: Operation, name: string): CaseEdit {
  return { part: "body", at: `/${name}`, contract: pointer, what: `${name}: an id that does not exist` };
}
