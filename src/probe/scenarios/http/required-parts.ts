import {
  getParameterLocation,
  listOperations,
  type Operation,
  type Parameter,
  resolvePointer,
} from "../../../document/index.js";
import { makeParameterValue } from "../../../samples/example-values.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { checkPartNeeded, checkServiceResponse, checkValidRejected } from "../../checks/response.js";
import { type CaseEdit, type CaseRequest, isSafeMethod } from "../../requests/probe-case.js";
import { findIdempotencyHeader } from "../../session/idempotency-key.js";
import { isAccepted, isRefusal, type ProbeExchange } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import type { TaskSession } from "../../session/session.js";
import { putParameter } from "../filters/filter-values.js";
import { buildRepeatableWrite } from "../patches/json-patch-paths.js";
import type { ScenarioContext, ScenarioRun } from "../scenario-context.js";

/** Creates scenarios that read with nothing but what the spec requires. */
export function createRequiredReadScenarios(context: ScenarioContext): ProbeTask[] {
  return createScenarios(context, ({ method }) => isSafeMethod(method));
}

/** The same for writes, which change the resources of their examples again. */
export function createRequiredWriteScenarios(context: ScenarioContext): ProbeTask[] {
  return createScenarios(context, ({ method }) => !isSafeMethod(method) && method !== "DELETE");
}

function createScenarios(context: ScenarioContext, isWanted: (operation: Operation) => boolean): ProbeTask[] {
  return context.operations.filter(isWanted).flatMap((operation): ProbeTask[] => {
    const seed = context.seeds.get(operation);
    if (seed === undefined) return [];
    const { accepted } = seed;
    const run = (session: TaskSession): Promise<void> =>
      accepted === undefined
        ? addParts({ ...context, ...session }, { operation, request: seed.request })
        : leaveOutParts({ ...context, ...session }, accepted);
    return [{ id: `stateful/${operation.id}/required-parts`, run }];
  });
}

/** Leaves out all optional parameters of an accepted request at once, and then each alone. */
async function leaveOutParts(run: ScenarioRun, accepted: ProbeExchange): Promise<void> {
  const { operation } = accepted;
  const optional = listOptional(run, accepted);
  if (optional.length === 0) return;
  const request = await buildRepeatableWrite(run, accepted);
  const sets = [optional, ...(optional.length > 1 ? optional.slice(0, MAX_SINGLES).map((it) => [it]) : [])];
  for (const names of sets) await leaveOut(run, { operation, request }, names);
}

const MAX_SINGLES = 6;

async function leaveOut(
  { send, report, discard }: TaskSession,
  { operation, request }: ProbeTarget,
  parameters: readonly Parameter[],
): Promise<void> {
  const [first] = parameters;
  if (first === undefined) return;
  // The session adds an idempotency key unless a case is about its header.
  const at = parameters.find((it) => it.in === "header")?.name ?? first.name;
  const what = `without ${parameters.map(({ name }) => name).join(", ")}, which the spec does not require`;
  const edit: CaseEdit = { part: first.in === "query" ? "query" : "header", at, contract: operation.pointer, what };
  const smaller = parameters.reduce(dropParameter, request);
  const sendSmaller = (): Promise<ProbeExchange> =>
    send({ operation, request: smaller, edit: { ...edit, part: at === first.name ? edit.part : "header" } });
  const result = await sendSmaller();
  report(result, checkServiceResponse(result));
  if (!isRefusal(result)) return;
  const before = await send({ operation, request });
  const again = await sendSmaller();
  report(result, checkValidRejected(before, result, again, await send({ operation, request })));
  discard(again);
}

type ProbeTarget = { readonly operation: Operation; readonly request: CaseRequest };

/** The optional parameters of a request, and the idempotency key, which the probe adds to each request. */
function listOptional(context: ScenarioContext, { operation, request }: ProbeExchange): readonly Parameter[] {
  const key = findIdempotencyHeader(context.document, operation);
  return operation.parameters.filter((it) => {
    if (it.required || it.in === "path") return false;
    const isSent = it.name in request[getParameterLocation(it)] || it.name === key;
    return isSent && !isNeeded(context, it);
  });
}

function isNeeded({ document }: Pick<ScenarioContext, "document">, { pointer }: Parameter): boolean {
  return NEEDED_TEXT.test(String(resolvePointer(document, pointer)?.value.description ?? ""));
}

/** A spec cannot say that one of several parameters is needed, except in its text. */
const NEEDED_TEXT =
  /\b(is|are) (required|mandatory|needed)\b|\bat least one\b|\beither\b|\bmust be (given|set|sent|present)\b/i;

function dropParameter(request: CaseRequest, parameter: Parameter): CaseRequest {
  const place = getParameterLocation(parameter);
  const { [parameter.name]: _, ...others } = request[place];
  return { ...request, [place]: others };
}

/**
 * Adds to a valid request that the service rejects what the spec does not require for it: what other operations require, such as a version
 * header, and optional parameters. If the service accepts it then, it needs what the spec does not require.
 */
async function addParts(run: ScenarioRun, target: ProbeTarget): Promise<void> {
  const { send, sendChecked, report } = run;
  const { operation } = target;
  const parts = listMissing(run, target);
  if (parts.length === 0) return;
  const rejected = await sendChecked(target);
  if (!isRefusal(rejected)) return;
  const whole = parts.length > 1 ? await sendWith(target, parts, run) : undefined;
  if (whole !== undefined && !isAccepted(whole)) return;
  for (const part of parts) {
    const result = await sendWith(target, [part], run);
    if (!isAccepted(result)) continue;
    const again = await send(target);
    report(again, checkPartNeeded(again, result, { ...part, contract: operation.pointer }));
    return;
  }
}

type MissingPart = { readonly in: "query" | "header"; readonly name: string; readonly value: unknown };

function sendWith(
  { operation, request }: ProbeTarget,
  parts: readonly MissingPart[],
  { send }: TaskSession,
): Promise<ProbeExchange> {
  const [first] = parts;
  const own = parts.reduce((it, { in: place, name, value }) => putParameter(it, { in: place, name }, value), request);
  const what = `with ${parts.map(({ name }) => name).join(", ")}`;
  const edit: CaseEdit = { part: first?.in ?? "header", at: first?.name ?? "", contract: operation.pointer, what };
  return send({ operation, request: own, edit, expect: "open" });
}

const MAX_PARTS = 12;

/** The headers that requests of other operations must have, and the optional parameters of this one. */
function listMissing(context: ScenarioContext, { operation, request }: ProbeTarget): readonly MissingPart[] {
  const generation = getGenerationContext(context);
  const others = listOperations(context.document)
    .filter((it) => it.kind === "path" && it !== operation)
    .flatMap(({ parameters }) => parameters.filter((it) => it.required && it.in === "header"));
  const parts = new Map<string, MissingPart>();
  const own = operation.parameters.filter((it) => !isNeeded(context, it));
  for (const parameter of [...others, ...own]) {
    const { in: place, name } = parameter;
    if (place !== "query" && place !== "header") continue;
    const isSent = Object.keys(request[place]).some((it) => it.toLowerCase() === name.toLowerCase());
    const made = isSent || parts.size >= MAX_PARTS ? undefined : makeParameterValue(generation, parameter);
    if (made !== undefined) parts.set(`${place} ${name}`, { in: place, name, value: made.value });
  }
  return [...parts.values()];
}
