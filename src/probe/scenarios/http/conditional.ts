import { resolvePointer } from "../../../document/index.js";
import { getCombinedHeader } from "../../../recording/index.js";
import { toPrintable } from "../../../schema/index.js";
import { openEnvelope } from "../../graph/envelope.js";
import { isSafeMethod } from "../../requests/probe-case.js";
import type { ProbeTask } from "../../session/case-recorder.js";
import type { ProbeExchange, Rule } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { readTimes } from "../filters/windows.js";
import { planReadScenarios, type ScenarioContext, withHeader } from "../scenario-context.js";

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
  if (isSafeMethod(method) || !result.isAccepted) return undefined;
  const message = `the response to ${method} is ${status}, but the path does not define this method; expected 405 (RFC 9110, section 15.5.6)`;
  return result.failStatus("exchange.http.violated", message, `method ${method}`);
};
