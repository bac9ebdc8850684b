import { compareStrings, createFingerprint } from "../../document/index.js";
import type { Exchange } from "../../recording/index.js";
import { findClosestName, toPrintable } from "../../schema/index.js";
import type { BodySnippet } from "../exchange/body-snippet.js";
import type { ExchangeResult } from "../exchange/exchange-result.js";
import type { Finding, KnownGroupPredicate, RepeatedFinding } from "../exchange/finding.js";
import type { UrlRedactor } from "../url-redactor.js";

/** Findings of many exchanges at one location of the spec, grouped. */
export type FindingGroup = Finding & {
  /** The number of exchanges with the finding, out of `of` exchanges of the operation. */
  readonly exchanges: number;
  readonly of: number;
  readonly first: FirstExchangeReference;
  readonly last: ExchangeReference;
  /** The distinct values or names; the alphabetically first ones if there are many. */
  readonly names: readonly string[];
  /** The response statuses of the exchanges with the finding. */
  readonly statuses: readonly number[];
  /** The location in the body of the first exchange. */
  readonly snippet?: BodySnippet;
  /** The declared name or enum value that is most similar to the undocumented one. */
  readonly nearest?: string;
  /** With a baseline, or if the spec accepts the finding: whether there is a waiver, and whether that has expired. */
  readonly state?: "new" | "known" | "expired";
  readonly waiver?: { readonly reason: string; readonly ticket?: string; readonly expires?: string };
};

export type ExchangeReference = { readonly source: string; readonly index: number; readonly startedAt?: string };

/** The first exchange with the finding. */
type FirstExchangeReference = ExchangeReference & {
  readonly method: string;
  readonly url: string;
  readonly status: number;
};

/** The groups of a run. */
export type FindingGroups = {
  /** Returns the findings as grouped: those beyond the limits are in an overflow group, and those of known groups in theirs. */
  readonly add: (exchange: Exchange, result: ExchangeResult) => readonly RepeatedFinding[];
  readonly isKnownGroup: KnownGroupPredicate;
  /** Adds the groups of exchanges that were counted separately. The message of a group is that of its first exchange. */
  readonly addGroups: (groups: readonly FindingGroup[]) => void;
  /** Returns the sorted groups. `exchangesOf` returns the number of exchanges of an operation. */
  readonly list: (exchangesOf: (operationId: string | null) => number) => FindingGroup[];
  /** The number of groups by level; an overflow group counts as one. */
  readonly counts: () => { readonly error: number; readonly warn: number };
};

/** The maximum number of groups per level; further findings share one overflow group. */
const MAX_GROUPS = 5000;
/** The maximum number of undeclared names per location. More of them indicate an undocumented map. */
const MAX_NAMES_PER_LOCATION = 50;

type OpenGroup = {
  finding: Finding;
  exchanges: number;
  occurrences: number;
  first: FirstExchangeReference;
  last: ExchangeReference;
  readonly names: Set<string>;
  readonly statuses: Set<number>;
  snippet: BodySnippet | undefined;
};

export function createFindingGroups(urls: Pick<UrlRedactor, "redact">, isLimited: boolean): FindingGroups {
  const groups = { error: new Map<string, OpenGroup>(), warn: new Map<string, OpenGroup>() };
  const namesInPlace = new Map<string, number>();

  const groupFor = (finding: Finding): Finding => {
    const { level, code, operationId, contract, fingerprint } = finding;
    const known = groups[level];
    if (!isLimited || known.has(fingerprint)) return finding;
    const place = [code, operationId ?? "", contract.pointer].join("\n");
    const names = (namesInPlace.get(place) ?? 0) + 1;
    const isNamed = finding.name !== undefined && !code.endsWith(".not-in-enum");
    if (isNamed && names > MAX_NAMES_PER_LOCATION)
      return createOverflowFinding(finding, place, "and further names in the same location");
    if (known.size >= MAX_GROUPS)
      return createOverflowFinding(finding, level, "and further findings, too many to list separately");
    namesInPlace.set(place, names);
    return finding;
  };

  return {
    add: (exchange, { operation, findings, repeated = [], getSnippet = () => undefined }) => {
      const last = toExchangeReference(exchange.origin);
      const statuses = [exchange.response.status];
      const grouped = new Map<string, RepeatedFinding>();
      const count = (group: OpenGroup, finding: RepeatedFinding): void => {
        const { fingerprint, occurrences, name } = finding;
        const names = name === undefined ? [] : [name];
        addCounts(group, { exchanges: grouped.has(fingerprint) ? 0 : 1, occurrences, last, names, statuses });
        grouped.set(fingerprint, finding);
      };
      for (const [index, found] of findings.entries()) {
        const finding = groupFor(found);
        const describe = () => ({
          first: toFirstExchangeReference(exchange, last, urls.redact(exchange.request.url, operation)),
          snippet: getSnippet(index),
        });
        count(openGroup(groups, finding, last, describe), finding);
      }
      for (const it of repeated) {
        const group = groups[it.level].get(it.fingerprint);
        if (group === undefined) throw new Error(`internal error: no finding group ${it.fingerprint}`);
        count(group, it);
      }
      return [...grouped.values()];
    },
    isKnownGroup: (exchange, repeated) => {
      const sighting = toExchangeReference(exchange.origin);
      return repeated.every(({ level, fingerprint }) => {
        const group = groups[level].get(fingerprint);
        return group !== undefined && !isEarlier(sighting, group.first);
      });
    },
    addGroups: (others) => {
      for (const { state: _state, waiver: _waiver, ...other } of others) {
        const { first, snippet } = other;
        const group = openGroup(groups, groupFor(other), first, () => ({ first, snippet }));
        addCounts(group, other);
      }
    },
    list: (exchangesOf) =>
      [...groups.error.values(), ...groups.warn.values()]
        .map((group) => toFindingGroup(group, exchangesOf(group.finding.operationId)))
        .sort(compareFindingGroups),
    counts: () => ({ error: groups.error.size, warn: groups.warn.size }),
  };
}

/** The group of a finding is about the earliest exchange, whose data is computed only when needed. */
function openGroup(
  groups: Record<Finding["level"], Map<string, OpenGroup>>,
  finding: Finding,
  at: ExchangeReference,
  describe: () => Pick<OpenGroup, "first" | "snippet">,
): OpenGroup {
  const known = groups[finding.level].get(finding.fingerprint);
  if (known !== undefined) return isEarlier(at, known.first) ? Object.assign(known, { finding, ...describe() }) : known;
  const { first, snippet } = describe();
  // Reports have the fields in this order.
  const counts = { exchanges: 0, occurrences: 0, first, last: toExchangeReference(at) };
  const group = { finding, ...counts, names: new Set<string>(), statuses: new Set<number>(), snippet };
  groups[finding.level].set(finding.fingerprint, group);
  return group;
}

function addCounts(
  group: OpenGroup,
  added: Pick<FindingGroup, "exchanges" | "occurrences" | "last" | "names" | "statuses">,
): void {
  group.exchanges += added.exchanges;
  group.occurrences += added.occurrences;
  for (const name of added.names) addName(group.names, name);
  for (const status of added.statuses) group.statuses.add(status);
  if (isEarlier(group.last, added.last)) group.last = added.last;
}

/**
 * Identifies the cause of a finding. In bodies and parameters, it is a place in the spec, which operations can share. Of a header, a
 * status or credentials, it is the name: a router sends or lacks it for all operations. Of a media type, it is the message. Of a request
 * that the probe has changed, it is the change.
 */
export function getCause(finding: FindingGroup): string {
  const { code, level, keyword, name, property, status, state, message, contract } = finding;
  const change = readChange(finding);
  if (change !== undefined) return [code, level, state, change].join("\n");
  const isOfRouter = /^(response\.(header|status)|(request|exchange)\.security)\./.test(code);
  const own = code === "response.body.undocumented" ? OWN_RESPONSE : OWN_ERROR;
  const shared = code.startsWith("response.content-type.") ? message : contract.pointer.replace(own, "$1");
  const what = isOfRouter ? [name ?? property, code.includes(".status.") ? status : ""] : [shared];
  return [code, level, state, keyword, ...what].join("\n");
}

/** Whether a finding is about what the spec lacks, and contradicts nothing of it. An undocumented success contradicts its operation. */
export function isGap({ code, status }: FindingGroup): boolean {
  if (code === "response.status.undocumented") return status?.startsWith("2") !== true;
  return code.endsWith(".undeclared") || code === "response.body.undocumented";
}

/** A response that an operation describes itself. Specs often describe the bodies of none. */
const OWN_RESPONSE = /^\/paths\/[^/]+\/[^/]+(\/responses\/[^/]+)$/;
/** An error response that an operation describes itself: one part of a service makes those of all operations. */
const OWN_ERROR = /^\/paths\/[^/]+\/[^/]+(\/responses\/(?:[45]..|default)(?:\/|$))/;

/** Where messages of the probe say how a request differs from an accepted one, or that a gateway or an overload stopped it. */
const CHANGES: Readonly<Record<string, RegExp>> = {
  "exchange.request.failed": /(?:failed|responds) with (50[1234]\b|\d+ \(.*(?=\);))/,
  "exchange.response.missing": /(the service ended)/,
  "exchange.valid.rejected": /request with (\d+: .*)/,
  "response.status.invalid-accepted": /\): ([\w-]+ .*)/,
};

/** How a request differs from an accepted one, without the place: a framework reads all parameters, bodies or properties alike. */
function readChange({ code, message }: FindingGroup): string | undefined {
  const [, change] = CHANGES[code]?.exec(message) ?? [];
  return change?.replace(/(?<=[( ])(\/\S*|[\w.~[\]-]+): /, "");
}

/** Creates one finding that represents all further ones. */
function createOverflowFinding(finding: Finding, identity: string, message: string): Finding {
  const fingerprint = createFingerprint(`rest\n${identity}`);
  return { ...finding, message: `${finding.message} (${message})`, fingerprint };
}

function toFindingGroup(group: OpenGroup, exchangesOfOperation: number): FindingGroup {
  const { finding, names, statuses, snippet, ...counts } = group;
  const close = finding.name === undefined ? undefined : findClosestName(finding.name, finding.declared ?? []);
  return {
    ...finding,
    ...counts,
    of: Math.max(exchangesOfOperation, counts.exchanges),
    names: [...names].sort(),
    statuses: [...statuses].sort((a, b) => a - b),
    ...(snippet === undefined ? {} : { snippet }),
    ...(close === undefined ? {} : { nearest: close }),
    ...acceptIgnored(finding),
  };
}

/** The state of a finding without a baseline: the spec accepts it, or it has none. */
function acceptIgnored({ ignored }: Pick<Finding, "ignored">): Pick<FindingGroup, "state" | "waiver"> {
  return ignored === undefined ? {} : { state: "known", waiver: { reason: ignored } };
}

/** Counts the findings that are accepted, and the others. */
export function countByState(findings: readonly FindingGroup[]) {
  const count = (level: FindingGroup["level"]): number =>
    findings.filter((it) => it.state === "known" && it.level === level).length;
  const known = { error: count("error"), warn: count("warn") };
  return { known, new: findings.filter(({ state }) => state === "new").length };
}

export function toExchangeReference({ source, index, startedAt }: ExchangeReference): ExchangeReference {
  return { source, index, ...(startedAt === undefined ? {} : { startedAt }) };
}

function toFirstExchangeReference(
  { request, response }: Exchange,
  sighting: ExchangeReference,
  url: string,
): FirstExchangeReference {
  return { ...sighting, method: toPrintable(request.method), url: toPrintable(url), status: response.status };
}

/** Compares by time if recorded, then by location, so that the result does not depend on the order of files. */
function isEarlier(a: ExchangeReference, b: ExchangeReference): boolean {
  const order = compareStrings(a.startedAt ?? "", b.startedAt ?? "") || compareStrings(a.source, b.source);
  return (order || a.index - b.index) < 0;
}

function compareFindingGroups(a: FindingGroup, b: FindingGroup): number {
  return (
    compareStrings(a.operationId ?? "", b.operationId ?? "") ||
    compareStrings(a.level, b.level) ||
    compareStrings(a.code, b.code) ||
    compareStrings(a.contract.pointer, b.contract.pointer) ||
    compareStrings(a.property ?? "", b.property ?? "") ||
    compareStrings(a.fingerprint, b.fingerprint)
  );
}

/** The maximum number of names to show for one finding. */
const MAX_NAMES = 20;

/** Keeps the alphabetically first names, so that the result does not depend on the order or sharding of traffic. */
export function addName(names: Set<string>, name: string): void {
  names.add(name);
  if (names.size <= MAX_NAMES) return;
  let last = name;
  for (const it of names) if (it > last) last = it;
  names.delete(last);
}
