import type { DiffFinding, DiffTraffic, FindingTraffic } from "../../diff/index.js";
import { joinList } from "../formatting/join-list.js";

/** Traffic, and the numbers from which on a breaking change counts as seen. */
export type WeighedTraffic = DiffTraffic & { readonly minExchanges: number; readonly minConsumers: number };

/** Formats what recorded traffic says about a change: how many exchanges, of whom, and when. */
export function formatFindingTraffic(
  { fingerprint, level }: DiffFinding,
  traffic: WeighedTraffic | undefined,
): string[] {
  const found = traffic?.findings.get(fingerprint);
  if (traffic === undefined || found === undefined) return [];
  const { exchanges, operations, consumers, firstSeen, lastSeen, of, basis, unlisted, refused = 0 } = found;
  const left =
    refused === 0
      ? ""
      : ` (${formatNumber(refused)} left out: the service refused ${refused === 1 ? "it" : "them"} with 4xx)`;
  if (exchanges === 0) return [`not seen in ${formatExchanges(of)} of its operations${left}`];
  const seen = formatTime(firstSeen, lastSeen);
  const among = operations.length === 1 ? ` of ${operations[0]?.name}` : "";
  const use = level === "error" ? "the new spec refuses" : "requests use this in";
  const verb = basis === "refused" ? use : "clients receive this in";
  const lines = [`${verb} ${formatNumber(exchanges)} of ${formatExchanges(of)}${among}${seen}${left}`];
  if (operations.length > 1) lines.push(`operations: ${listCounts(operations)}`);
  const more = unlisted === undefined ? "" : `, and others (${formatNumber(unlisted)})`;
  return [...lines, `consumers: ${listCounts(consumers)}${more}`];
}

/** Formats the traffic as a whole in one sentence. */
export function formatTrafficSummary({ exchanges, others, unknown, unexplained, consumers }: WeighedTraffic): string {
  const parts = [
    `${formatNumber(consumers)} ${consumers === 1 ? "consumer" : "consumers"}`,
    ...(unknown === 0 ? [] : [`${formatNumber(unknown)} without a consumer`]),
    ...(others === 0
      ? []
      : [`${formatNumber(others)} ${others === 1 ? "other belongs" : "others belong"} to no operation`]),
    ...(unexplained === 0 ? [] : [`the new spec refuses ${formatNumber(unexplained)} for another reason`]),
  ];
  return `Traffic: ${formatExchanges(exchanges)}; ${parts.join("; ")}.`;
}

function listCounts(counts: readonly { readonly name: string | null; readonly exchanges: number }[]): string {
  return joinList(
    counts.map(({ name, exchanges }) => `${name ?? "unknown"} (${formatNumber(exchanges)})`),
    MAX_LISTED,
  );
}

/** The JSON report lists all. */
const MAX_LISTED = 10;

function formatTime(first: FindingTraffic["firstSeen"], last: FindingTraffic["lastSeen"]): string {
  if (first === undefined || last === undefined) return "";
  return first === last ? `, at ${first}` : `, first ${first}, last ${last}`;
}

function formatExchanges(count: number): string {
  return `${formatNumber(count)} ${count === 1 ? "exchange" : "exchanges"}`;
}

function formatNumber(count: number): string {
  return count.toLocaleString("en-US");
}
