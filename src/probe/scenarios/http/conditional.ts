import {
  listOperations,
  type Operation,
  type Parameter,
  parentPointer,
  resolvePointer,
  valueAt,
} from "../../../document/index.js";
import { getCombinedHeader } from "../../../recording/index.js";
import { makeParameterValue } from "../../../samples/example-values.js";
import { toPrintable } from "../../../schema/index.js";
import { readDescription } from "../../body-properties.js";
import { getGenerationContext } from "../../cases/generation-context.js";
import { checkPartNeeded, checkServiceResponse } from "../../checks/response.js";
import { openEnvelope } from "../../graph/envelope.js";
import { findCreatedPath } from "../../graph/response-values.js";
import { type CaseEdit, type CaseRequest, isSafeMethod } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import type { ProbeExchange, Rule } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { putParameter } from "../filters/filter-values.js";
import { readTimes } from "../filters/windows.js";
import {
  createScenario,
  findCreator,
  planReadScenarios,
  type ScenarioContext,
  type ScenarioRun,
  withHeader,
  withMethod,
} from "../scenario-context.js";

/** Creates scenarios that read with preconditions, and as a browser does. */
export function createConditionalScenarios(context: ScenarioContext): ProbeTask[] {
  return planReadScenarios(context, "conditional", (base) => {
    const { operation } = base;
    return async (run) => {
      const whole = await run.send({ operation, request: base.request });
      if (!whole.isAccepted) return;
      for (const header of listHeaders(context, whole)) await probeHeader(whole, header, run);
    };
  });
}

/** When a resource was created and updated, as it says itself. */
function readUpdateTimes(whole: ProbeExchange): readonly number[] {
  const times = readTimes(openEnvelope(whole.body));
  const named = [...times].filter(([name]) => /^(created|updated|modified|last_?(updated|modified))/i.test(name));
  return named.map(([, time]) => time);
}

/** Reads with the entity tag of an earlier content, which is not the present one. */
export async function readWithOldTag(before: ProbeExchange, shown: ProbeExchange, session: TaskSession): Promise<void> {
  const [old, now] = [before, shown].map(({ exchange }) => getCombinedHeader(exchange.response.headers, "etag"));
  if (old === undefined || old === now || !shown.isAccepted) return;
  const what = "If-None-Match with the entity tag of an earlier content";
  await probeHeader(shown, { name: "If-None-Match", value: old, what }, session);
}

type HeaderProbe = {
  readonly name: string;
  readonly value: string;
  readonly what: string;
  readonly since?: string | undefined;
};

const OLD_TIME = "1990-01-01T00:00:00Z";

/** A resource that has a later time was changed after its first one. */
const MIN_AGE_MS = 4000;

function listHeaders({ document }: ScenarioContext, whole: ProbeExchange): readonly HeaderProbe[] {
  const { parameters } = whole.operation;
  const declared = parameters.find((it) => it.in === "header" && /^if-modified-since$/i.test(it.name));
  const format = declared?.schema === undefined ? undefined : resolvePointer(document, declared.schema)?.value.format;
  const write = (time: string): string => (format === "date-time" ? time : new Date(time).toUTCString());
  const name = declared?.name ?? "If-Modified-Since";
  const times = [...readUpdateTimes(whole)].sort((a, b) => a - b);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const between = new Date((first + last) / 2).toISOString().replace(/\.\d+Z$/, "Z");
  return [
    { name: "If-None-Match", value: '"none-has-this"', what: "If-None-Match with an unknown entity tag" },
    {
      ...{ name, value: write(OLD_TIME), since: OLD_TIME },
      what: `If-Modified-Since: ${write(OLD_TIME)}, which is before any change`,
    },
    ...(last - first < MIN_AGE_MS
      ? []
      : [
          {
            ...{ name, value: write(between), since: between },
            what: `If-Modified-Since: ${write(between)}, which is before the last update of the resource`,
          },
        ]),
    { name: "Accept", value: "text/html,application/xhtml+xml,*/*;q=0.8", what: "Accept of a browser" },
  ];
}

async function probeHeader(
  whole: ProbeExchange,
  { name, value, what, since }: HeaderProbe,
  { sendChecked, report }: TaskSession,
): Promise<void> {
  const result = await sendChecked(withHeader(whole, name, value, what));
  report(result, checkNotModified(whole, result, since));
}

/** Creates scenarios that send methods that a path does not define: TRACE where it has GET, and DELETE to a new resource. */
export function createMethodScenarios(context: ScenarioContext): ProbeTask[] {
  return planReadScenarios(context, "methods", (base) => {
    const { operation } = base;
    // The run may leave out operations that the path defines.
    const item = valueAt(context.document.root, parentPointer(operation.pointer)) ?? {};
    const defined = Object.keys(item).map((name) => name.toUpperCase());
    return async (run) => {
      if (!defined.includes("TRACE")) await sendMethod(base, "TRACE", run);
      if (!defined.includes("OPTIONS")) await sendMethod(base, "OPTIONS", run);
      const own = defined.includes("DELETE") ? undefined : await createVictim(run, base);
      if (own === undefined) return;
      await sendMethod({ operation, request: own }, "DELETE", run);
    };
  });
}

async function createVictim(run: ScenarioRun, { operation, request }: ProbeExchange): Promise<CaseRequest | undefined> {
  const creator = findCreator(run, operation.path);
  if (creator === undefined) return undefined;
  const fresh = buildNewResource(creator.operation, creator.request, run, `undefined method ${operation.id}`);
  if (creator.operation.method === "PUT" && fresh === creator.request) return undefined;
  const created = await run.send({ operation: creator.operation, request: fresh });
  const path = created.isAccepted ? findCreatedPath(operation, created) : undefined;
  return path === undefined ? undefined : { ...request, path, query: {} };
}

async function sendMethod(target: ProbeTarget, method: string, { send, report, discard }: TaskSession): Promise<void> {
  const result = await send(withMethod(target, method, `the method ${method}, which the path does not define`));
  if (result.exchange.incomplete !== undefined) discard(result);
  else report(result, checkServiceResponse(result) ?? checkUndefinedMethod(result));
}

/**
 * Checks that a read with an unknown entity tag, or with a time before the last change, is no 304 (RFC 9110, sections 13.1.2 and
 * 13.1.3).
 *
 * @param whole The read without a precondition.
 * @param since The time of If-Modified-Since.
 */
export const checkNotModified: Rule<2, [since?: string]> = (whole, result, since) => {
  const modified = whole.header("last-modified") ?? "";
  const isOlder = since !== undefined && Date.parse(modified) <= Date.parse(since);
  if (!whole.isAccepted || result.status !== 304 || isOlder) return undefined;
  const message = `the response is 304 with ${toPrintable(result.edit?.what ?? "")} (RFC 9110, section 13.1)`;
  return result.failStatus("exchange.http.violated", message, `not modified ${result.edit?.at ?? ""}`);
};

/** Checks that a method that the path does not define is rejected (RFC 9110, section 15.5.6). */
export const checkUndefinedMethod: Rule = (result) => {
  const { method } = result.exchange.request;
  const { status } = result;
  // A page for browsers, or the options of a path, change nothing.
  const allowed = result.header("allow");
  if (method === "OPTIONS" && result.isAccepted && allowed !== undefined && !/\bget\b|\*/i.test(allowed)) {
    const message = `Allow of the response to OPTIONS is ${toPrintable(allowed)}, but GET is accepted (RFC 9110, section 10.2.1)`;
    return result.fail("exchange.http.violated", message, "allow of OPTIONS", { part: "response.headers" });
  }
  if (isSafeMethod(method) || !result.isAccepted) return undefined;
  const message = `the response to ${method} is ${status}, but the path does not define this method; expected 405 (RFC 9110, section 15.5.6)`;
  return result.failStatus("exchange.http.violated", message, `method ${method}`);
};

/** Creates scenarios for reads that the service rejects, because they need what the spec does not require. */
export function createRequiredReadScenarios(context: ScenarioContext): ProbeTask[] {
  return createScenarios(context, ({ method }) => isSafeMethod(method));
}

/** The same for writes. */
export function createRequiredWriteScenarios(context: ScenarioContext): ProbeTask[] {
  return createScenarios(context, ({ method }) => !isSafeMethod(method) && method !== "DELETE");
}

function createScenarios(context: ScenarioContext, isWanted: (operation: Operation) => boolean): ProbeTask[] {
  return context.operations.filter(isWanted).flatMap((operation): ProbeTask[] => {
    const seed = context.seeds.get(operation);
    if (seed === undefined || seed.accepted !== undefined) return [];
    const { request } = seed;
    return [createScenario(context, operation, "required-parts", (run) => addParts(run, { operation, request }))];
  });
}

type ProbeTarget = { readonly operation: Operation; readonly request: CaseRequest };

function isNeeded({ document }: Pick<ScenarioContext, "document">, { pointer }: Parameter): boolean {
  return NEEDED_TEXT.test(readDescription(document, pointer));
}

/** A spec cannot say that one of several parameters is needed, except in its text. */
const NEEDED_TEXT =
  /\b(is|are) (required|mandatory|needed)\b|\bat least one\b|\beither\b|\bmust be (given|set|sent|present)\b/i;

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
  if (!rejected.isRefusal) return;
  const whole = parts.length > 1 ? await sendWith(target, parts, run) : undefined;
  if (whole !== undefined && !whole.isAccepted) return;
  for (const part of parts) {
    const result = await sendWith(target, [part], run);
    if (!result.isAccepted) continue;
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
