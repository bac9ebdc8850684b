import { findPageSizeParameter } from "../../../checks/index.js";
import { type Operation, type Parameter, resolvePointer } from "../../../document/index.js";
import {
  checkDefault,
  checkFlagOff,
  checkIgnoredParameter,
  checkIncluded,
  checkIncludeFlag,
  checkOnlyFlag,
  checkOwnFlag,
  isOnlyText,
  listIncludeFlags,
} from "../../checks/lists/flag.js";
import { checkPageItems } from "../../checks/lists/listing.js";
import { readPathShape } from "../../graph/path-shape.js";
import { findItemId } from "../../graph/response-values.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import { findListedItems } from "../../session/listing-body.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { walkPages } from "../paging.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";
import { putPageSize, putParameter } from "./filter-values.js";

type FlagProbe = { readonly operation: Operation; readonly request: CaseRequest; readonly plain: CaseRequest };

/**
 * Probes flags such as `includeNotes` and `unpaidOnly`, and parameters of which the spec says that another one overrides them:
 * "Ignored when `startAt` is present."
 */
export async function probeFlags(context: ScenarioContext, session: TaskSession, probe: FlagProbe): Promise<void> {
  const { document } = context;
  const { operation, request } = probe;
  const send = async (own: CaseRequest): Promise<ProbeExchange> => {
    const result = await session.sendChecked({ operation, request: own });
    return result;
  };
  const flags = listIncludeFlags(document, operation);
  await probeIncludeFlags({ request, flags }, session, send);
  await compareIncluded(context, { operation, request }, session, flags);
  await probeFlagPages(context, probe, session, flags);
  for (const parameter of operation.parameters) {
    const description = resolvePointer(document, parameter.pointer)?.value.description;
    const isFlag = parameter.in === "query" && resolveSchema(document, parameter).type === "boolean";
    if (isFlag && (/only/i.test(parameter.name) || isOnlyText(String(description ?? "")))) {
      const result = await send(putParameter(request, parameter, true));
      session.report(result, checkOnlyFlag(result, parameter));
      const [none, off, again] = [
        await send(request),
        await send(putParameter(request, parameter, false)),
        await send(request),
      ];
      session.report(off, checkFlagOff([none, again], off, parameter));
    }
    const [, name] = /^ignored (?:when|if) `([\w-]+)` is (?:present|given|set)/im.exec(String(description ?? "")) ?? [];
    const other = operation.parameters.find((it) => it.name === name);
    if (other === undefined || !isTime(document, parameter) || !isTime(document, other)) continue;
    const alone = await send(putParameter(request, other, EARLY));
    const both = await send(putParameter(putParameter(request, other, EARLY), parameter, LATE));
    session.report(both, checkIgnoredParameter(alone, both, { parameter, other }));
  }
}

/** Lists with the default of each parameter, which is the same as without the parameter. */
export async function probeDefaults(
  { document, isValid }: ScenarioContext,
  { send, sendChecked, report }: TaskSession,
  { operation, request }: Omit<FlagProbe, "plain">,
): Promise<void> {
  for (const parameter of operation.parameters) {
    const { default: value } = resolveSchema(document, parameter);
    const own = putParameter(request, parameter, value);
    if (parameter.in !== "query" || value === undefined || parameter.name in request.query || !isValid(operation, own))
      continue;
    const before = await send({ operation, request });
    const result = await sendChecked({ operation, request: own });
    report(result, checkDefault([before, await send({ operation, request })], result, parameter));
  }
}

/** Lists with each flag alone, as true and as false, and with all flags. */
async function probeIncludeFlags(
  { request, flags }: { readonly request: CaseRequest; readonly flags: readonly Parameter[] },
  { report }: TaskSession,
  send: (own: CaseRequest) => Promise<ProbeExchange>,
): Promise<void> {
  if (flags.length === 0) return;
  const none = await send(request);
  const all = await send(flags.reduce((it, flag) => putParameter(it, flag, true), request));
  for (const flag of flags) {
    const alone = await send(putParameter(request, flag, true));
    report(alone, checkOwnFlag({ none, all, alone }, flag, flags));
    const hidden = await send(putParameter(request, flag, false));
    report(hidden, checkIncludeFlag(all, hidden, flag));
  }
}

const MAX_PAGES = 3;

/** Follows next links with all flags in pages of one item, because the flags must apply to every page. */
async function probeFlagPages(
  { document }: ScenarioContext,
  { operation, request, plain }: FlagProbe,
  session: TaskSession,
  flags: readonly Parameter[],
): Promise<void> {
  const size = findPageSizeParameter({ document, operation });
  if (size === undefined || flags.length === 0) return;
  const putFlags = (it: CaseRequest): CaseRequest => flags.reduce((own, flag) => putParameter(own, flag, true), it);
  const whole = await session.send({ operation, request: putFlags(request) });
  for (const page of await walkPages(session, operation, putFlags(putPageSize(document, plain, size, 1)), MAX_PAGES))
    session.report(page, checkPageItems(whole, page));
}

const MAX_SINGLES = 4;

/** Reads listed items alone, and compares what flags include in the list. */
async function compareIncluded(
  context: ScenarioContext,
  { operation, request }: Omit<FlagProbe, "plain">,
  { send, report }: TaskSession,
  flags: readonly Parameter[],
): Promise<void> {
  const single = listReadOperations(context).find(({ path }) => {
    const { steps, isItem } = readPathShape(path);
    return isItem && steps.at(-1)?.collection === readPathShape(operation.path).key;
  });
  const accepted = single && context.seeds.get(single)?.accepted;
  const step = single && readPathShape(single.path).steps.at(-1);
  if (single === undefined || accepted === undefined || step === undefined || flags.length === 0) return;
  const listed = await send({ operation, request: flags.reduce((it, flag) => putParameter(it, flag, true), request) });
  for (const item of (findListedItems(listed) ?? []).slice(0, MAX_SINGLES)) {
    const id = findItemId(item, step);
    if (id === undefined) continue;
    const path = { ...accepted.request.path, [step.name]: id };
    const shown = await send({ operation: single, request: { ...accepted.request, path } });
    for (const flag of flags) report(listed, checkIncluded(listed, { item, shown }, flag));
  }
}

const EARLY = "2000-01-01T00:00:00Z";
const LATE = "2900-01-01T00:00:00Z";

function resolveSchema(
  document: ScenarioContext["document"],
  { schema }: Parameter,
): { readonly type?: unknown; readonly format?: unknown; readonly default?: unknown } {
  return (schema === undefined ? undefined : resolvePointer(document, schema)?.value) ?? {};
}

function isTime(document: ScenarioContext["document"], parameter: Parameter): boolean {
  return resolveSchema(document, parameter).format === "date-time";
}
