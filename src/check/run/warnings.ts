import { compareText } from "./finding-groups.js";
import type { ReasonGroup, Report } from "./report.js";

/** A sign that a run is set up wrongly. It changes no result. */
export type RunWarning = {
  readonly message: string;
  /** The option that cures it. */
  readonly cure?: string;
};

/** Lists the warnings of a run. They follow from the report, so that merged reports have those of one run. */
export function listWarnings(report: Report): RunWarning[] {
  return [...warnAboutServers(report), ...warnAboutStatuses(report)];
}

/** The hosts of skipped exchanges, those with the most exchanges first. */
export function listSkippedHosts({ skipped }: Pick<Report, "skipped">): readonly { host: string; exchanges: number }[] {
  const counts = new Map<string, number>();
  for (const { origin, exchanges } of skipped)
    if (origin !== undefined) counts.set(origin, (counts.get(origin) ?? 0) + exchanges);
  return [...counts]
    .map(([origin, exchanges]) => ({ host: origin.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ""), exchanges }))
    .sort((a, b) => b.exchanges - a.exchanges || compareText(a.host, b.host));
}

/** Hosts whose paths match operations. They are probably the service, under an address that the spec does not have. */
function warnAboutServers({ skipped }: Report): RunWarning[] {
  const alike = skipped
    .filter((it): it is ReasonGroup & { server: string } => it.server !== undefined)
    .sort((a, b) => b.exchanges - a.exchanges || compareText(a.server, b.server));
  const [first] = alike;
  if (first === undefined) return [];
  const count = alike.reduce((sum, { exchanges }) => sum + exchanges, 0);
  const hosts = new Set(alike.map(({ origin }) => origin)).size;
  const where = hosts === 1 ? String(first.origin) : `${hosts} hosts, most of them to ${first.origin},`;
  const exchanges = count === 1 ? "1 exchange" : `${count} exchanges`;
  const verb = count === 1 ? "was skipped although its path matches" : "were skipped although their paths match";
  const mismatch = first.mismatch === undefined ? "" : `: ${first.mismatch}`;
  return [
    {
      message: `${exchanges} to ${where} ${verb} an operation${mismatch}`,
      ...(first.option === undefined ? {} : { cure: first.option }),
    },
  ];
}

/** Fewer responses of one status prove nothing. */
const MIN_RESPONSES = 5;

/** Runs in which every response says that the token or the base URL is wrong. */
function warnAboutStatuses({ coverage }: Report): RunWarning[] {
  const counts = coverage.operations.flatMap(({ statuses }) => Object.entries(statuses));
  const total = counts.reduce((sum, [, count]) => sum + count, 0);
  const isEvery = (...wanted: readonly string[]): boolean => counts.every(([status]) => wanted.includes(status));
  if (total < MIN_RESPONSES) return [];
  if (isEvery("401", "403"))
    return [{ message: `all ${total} responses are 401 or 403: the credentials are missing, wrong or expired` }];
  if (isEvery("404")) return [{ message: `all ${total} responses are 404: the base URL is probably wrong` }];
  return [];
}
