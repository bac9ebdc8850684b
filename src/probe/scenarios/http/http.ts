import type { CheckFinding } from "../../../check/index.js";
import { resolvePointer } from "../../../document/index.js";
import { toPrintable } from "../../../schema/index.js";
import { checkServiceResponse } from "../../checks/response.js";
import { type CaseRequest, readWrittenBody } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import { type ProbeExchange, type Rule, whenAccepted } from "../../session/probe-exchange.js";
import type { ProbeRequest, TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import { formatSeconds, readTimes } from "../filters/windows-and-flags.js";
import { buildRepeatableWrite } from "../resources.js";
import {
  createOpenRequest,
  expectAccepted,
  findReadAt,
  listReadOperations,
  planScenarios,
  replacePath,
  type ScenarioContext,
  type ScenarioRun,
  sendHead,
  withHeader,
} from "../scenario-context.js";
import { listOtherWrites } from "../write-variants.js";

/** Creates scenarios that send an accepted body by each other media type that the spec lists for it: JSON and forms. */
export function createMediaTypeScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "media-types", (base) => {
    const { operation } = base;
    const body = base?.request.body;
    if (body === undefined || !("value" in body) || !isPlainType(body.contentType)) return undefined;
    const others = (operation.requestBody?.content ?? []).filter(
      ({ range }) => isPlainType(range) && range !== body.contentType,
    );
    return others.length === 0
      ? undefined
      : async (run) => {
          const request = await buildRepeatableWrite(run, base);
          for (const { range, pointer: contract } of others) {
            const other = { ...request, body: { contentType: range, value: readWrittenBody(request) } };
            // A merge patch and a JSON Patch have different bodies.
            if (!context.isValid(operation, other)) continue;
            const edit = {
              part: "content-type",
              at: "",
              contract,
              what: `the body sent as ${range}, which the spec lists`,
            } as const;
            // It is valid, so that the hooks prepare it too.
            const transform = (it: CaseRequest): CaseRequest => it;
            const open = createOpenRequest({ operation, request: other }, edit);
            await expectAccepted(run, { operation, request }, { ...open, transform });
          }
        };
  });
}

/** Whether values are sent by their names, so that one body can be sent by another such type. */
function isPlainType(type: string): boolean {
  return /^(application\/((.+\+)?json|x-www-form-urlencoded)|multipart\/form-data)$/i.test(type);
}

/**
 * Creates scenarios for writes that document 412, or whose resource has a strong entity tag: a precondition that is false must prevent the write (RFC 9110, section
 * 13.2.2).
 */
export function createPreconditionScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, context.operations, "precondition", (base) => {
    const { operation } = base;
    const shown = findReadAt(context, operation.path);
    const states = operation.responses.some(({ status }) => status === "412");
    const hasTag = shown?.header("etag")?.startsWith('"') === true;
    if (shown === undefined || !["PUT", "PATCH"].includes(operation.method)) return undefined;
    if (!states && !hasTag) return undefined;
    return async (run) => {
      const isWhole = operation.method === "PUT";
      const request = isWhole
        ? buildNewResource(base, context, `precondition ${operation.id}`)
        : await buildRepeatableWrite(run, base);
      const created = await run.send({ operation, request });
      if (!created.isAccepted) return;
      if (hasTag) await writeWithOldTag(run, created, shown);
      if (!states) return;
      const exists = buildFalse(created, "If-None-Match", "*", "for an existing resource");
      await run.sendChecked(exists, checkPrecondition);
      // Only a service with entity tags can compare them.
      if (shown.header("etag") === undefined) return;
      const unknown = buildFalse(created, "If-Match", '"none-has-this"', "for any resource");
      await run.sendChecked(unknown, checkPrecondition);
    };
  });
}

/** Writes with the strong entity tag of an earlier version in If-Match, which prevents lost updates (RFC 9110, section 13.1.1). */
async function writeWithOldTag(run: ScenarioRun, created: ProbeExchange, shown: ProbeExchange): Promise<void> {
  const { operation, request } = created;
  const readTag = async (): Promise<string> => (await run.send(replacePath(shown, request.path))).header("etag") ?? "";
  const old = await readTag();
  const others = listOtherWrites(run, operation, request);
  for (const other of old.startsWith('"') ? others.slice(0, MAX_OTHERS) : []) {
    if (!(await run.send({ operation, request: other.request })).isAccepted) continue;
    if ((await readTag()) === old) continue;
    await run.sendChecked(buildFalse(created, "If-Match", old, LATER), checkPrecondition);
    return;
  }
}

const MAX_OTHERS = 4;
const LATER = "after a later write";

/** A write with a false precondition. */
function buildFalse(created: ProbeExchange, name: string, value: string, why: string): ProbeRequest {
  return withHeader(created, name, value, `${name}: ${value}, which is false ${why}`);
}

/** Creates a scenario that requests everything that is readable with HEAD too. It is one, because services seldom support HEAD in part. */
export function createHeadScenarios(context: ScenarioContext): ProbeTask[] {
  const bases = listReadOperations(context).flatMap((operation) => context.seeds.get(operation)?.accepted ?? []);
  const run = async (session: TaskSession): Promise<void> => {
    const heads: ProbeExchange[] = [];
    for (const base of bases) heads.push(...(await probeHead(base, session)));
    for (const { head, finding } of checkHeadSupported(heads)) session.report(head, finding);
  };
  return bases.length === 0 ? [] : [{ id: "stateful/head", run }];
}

/** Returns the response to HEAD if the service accepts GET. */
async function probeHead(
  { operation, request }: ProbeExchange,
  session: TaskSession,
): Promise<readonly ProbeExchange[]> {
  const { send, report } = session;
  const before = await send({ operation, request });
  const head = before.isAccepted ? await sendHead(session, { operation, request }) : undefined;
  if (head === undefined) return [];
  report(head, checkServiceResponse(head));
  report(head, checkHead(before, head, await send({ operation, request })));
  return [head];
}

const UNSUPPORTED: readonly number[] = [405, 501];

/** Checks that HEAD has the headers of GET (RFC 9110, section 9.3.2). `again` is a GET after it. */
export const checkHead: Rule<3> = (get, head, again) => {
  const { status } = head;
  if (get.status !== again.status || !(get.isAccepted || get.status === 404)) return undefined;
  if (get.status !== status) {
    if ([0, 429, ...UNSUPPORTED].includes(status) || status >= 500) return undefined;
    const message = `the response to HEAD is ${status}, but that to GET is ${get.status} (RFC 9110, section 9.3.2)`;
    return head.failStatus("exchange.http.violated", message, "head status");
  }
  // The bodies of two rejections may differ.
  const wrong = (get.isAccepted ? ["content-type", "content-length", "etag"] : []).find((name) => {
    const [then, own, now] = [get, head, again].map((it) => it.header(name));
    return own !== undefined && then !== undefined && then === now && own !== then;
  });
  if (wrong === undefined) return undefined;
  const message = `${wrong} of HEAD is ${head.header(wrong)}, but that of GET is ${get.header(wrong)} (RFC 9110, section 9.3.2)`;
  return head.fail("exchange.http.violated", toPrintable(message), `head ${wrong}`, { part: "response.headers" });
};

/**
 * Checks that HEAD is supported where GET is (RFC 9110, section 9.1). Many frameworks support it only with an option, so a service that
 * mostly rejects it has one finding.
 *
 * @param heads The responses to HEAD of operations whose GET is accepted.
 */
export function checkHeadSupported(
  heads: readonly ProbeExchange[],
): readonly { readonly head: ProbeExchange; readonly finding: CheckFinding }[] {
  const rejected = heads.filter(({ status }) => UNSUPPORTED.includes(status));
  const isUsual = rejected.length > heads.length / 2;
  return (isUsual ? rejected.slice(0, 1) : rejected).map((head) => {
    const others = isUsual && rejected.length > 1 ? `, as for ${rejected.length - 1} other operations` : "";
    const message = `the response to HEAD is ${head.status}${others}, but GET is supported (RFC 9110, section 9.1)`;
    return { head, finding: head.failStatus("exchange.http.violated", message, "head unsupported") };
  });
}

/** Creates scenarios that read with preconditions, and as a browser does. */
export function createConditionalScenarios(context: ScenarioContext): ProbeTask[] {
  return planScenarios(context, listReadOperations(context), "conditional", ({ operation, request }) => async (run) => {
    const whole = await run.send({ operation, request });
    for (const header of whole.isAccepted ? listHeaders(context, whole) : []) await probeHeader(whole, header, run);
  });
}

/** When a resource was created and updated, as it says itself. */
function readUpdateTimes(whole: ProbeExchange): readonly number[] {
  const times = readTimes(whole.resource);
  const named = [...times].filter(([name]) => /^(created|updated|modified|last_?(updated|modified))/i.test(name));
  return named.map(([, time]) => time);
}

/** Reads with the entity tag of an earlier content, which is not the present one. */
export async function readWithOldTag(before: ProbeExchange, shown: ProbeExchange, session: TaskSession): Promise<void> {
  const [old, now] = [before, shown].map((it) => it.header("etag"));
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
  const format = resolvePointer(document, declared?.schema)?.value.format;
  const write = (time: string): string => (format === "date-time" ? time : new Date(time).toUTCString());
  const name = declared?.name ?? "If-Modified-Since";
  const times = [...readUpdateTimes(whole)].sort((a, b) => a - b);
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const between = formatSeconds((first + last) / 2);
  const since = (time: string, what: string): HeaderProbe => ({
    ...{ name, value: write(time), since: time },
    what: `If-Modified-Since: ${write(time)}, which is before ${what}`,
  });
  return [
    { name: "If-None-Match", value: '"none-has-this"', what: "If-None-Match with an unknown entity tag" },
    since(OLD_TIME, "any change"),
    ...(last - first < MIN_AGE_MS ? [] : [since(between, "the last update of the resource")]),
    { name: "Accept", value: "text/html,application/xhtml+xml,*/*;q=0.8", what: "Accept of a browser" },
  ];
}

async function probeHeader(
  whole: ProbeExchange,
  { name, value, what, since }: HeaderProbe,
  { sendChecked }: TaskSession,
): Promise<void> {
  await sendChecked(withHeader(whole, name, value, what), (it) => checkNotModified(whole, it, since));
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

/** Checks that a write with a false precondition is rejected. A service that documents 412 promises not to lose an update. */
export const checkPrecondition = whenAccepted((result) => {
  const states = result.operation.responses.some(({ status }) => status === "412");
  const isLost = states && result.edit?.what.endsWith(LATER) === true;
  const message = `the response is ${result.status} with ${toPrintable(result.edit?.what ?? "")}; expected 412 (RFC 9110, section 13.2.2)`;
  const code = isLost ? "exchange.write.lost" : "exchange.http.violated";
  return result.failStatus(code, message, `precondition ${result.edit?.at ?? ""}`);
});
