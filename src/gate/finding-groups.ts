import { createHash } from "node:crypto";
import type { Exchange } from "../exchange/index.js";
import { nearest, printable } from "../schema/index.js";
import type { Again, HasSeen } from "./again.js";
import type { Judgement } from "./contract.js";
import type { Finding } from "./finding.js";
import type { Fragment } from "./fragment.js";
import type { MarkedUrls } from "./marked-urls.js";
import { noteName } from "./name-list.js";

/** Findings of many exchanges about one place of the contract, as one. */
export type FindingGroup = Finding & {
  /** In how many exchanges it was found, of how many of that operation. */
  readonly exchanges: number;
  readonly of: number;
  readonly first: FirstSighting;
  readonly last: Sighting;
  /** The different values or names, the first by the alphabet when there are very many. */
  readonly names: readonly string[];
  /** The statuses of the answers in the exchanges that showed it. */
  readonly statuses: readonly number[];
  /** The place in the body of the first exchange. */
  readonly fragment?: Fragment;
  /** The declared name or listed value that an unknown one was probably meant to be. */
  readonly nearest?: string;
  /** Beside a baseline: whether that has it. An expired waiver no longer accepts it. */
  readonly state?: "new" | "known" | "expired";
  readonly waiver?: { readonly reason: string; readonly ticket?: string; readonly expires?: string };
};

export type Sighting = { readonly source: string; readonly index: number; readonly startedAt?: string };

/** What was asked and answered where it was found first. */
export type FirstSighting = Sighting & { readonly method: string; readonly url: string; readonly status: number };

/** The groups of a run. */
export type Groups = {
  readonly add: (exchange: Exchange, judgement: Judgement) => void;
  readonly hasSeen: HasSeen;
  /** Counts findings of groups that are there. */
  readonly addAgain: (exchange: Exchange, again: readonly Again[]) => void;
  /** Sorted; `exchangesOf` tells how many exchanges an operation had. */
  readonly list: (exchangesOf: (operationId: string | null) => number) => FindingGroup[];
  /** By level, with those that are no longer told apart counted as one. */
  readonly counts: () => { readonly error: number; readonly warn: number };
};

/** More different problems of one level than anybody reads; further ones are told as one. */
const MAX_GROUPS = 5000;
/** More undeclared names in one place than a schema has; it is a map that the contract does not know as one. */
const MAX_NAMES_IN_PLACE = 50;

type OpenGroup = {
  finding: Finding;
  exchanges: number;
  occurrences: number;
  first: FirstSighting;
  last: Sighting;
  readonly names: Set<string>;
  readonly statuses: Set<number>;
  fragment: Fragment | undefined;
};

export function createGroups(urls: Pick<MarkedUrls, "told">): Groups {
  const groups = { error: new Map<string, OpenGroup>(), warn: new Map<string, OpenGroup>() };
  const namesInPlace = new Map<string, number>();

  const groupFor = (finding: Finding): Finding => {
    const { level, code, operationId, contract, fingerprint } = finding;
    const known = groups[level];
    if (known.has(fingerprint)) return finding;
    const place = [code, operationId ?? "", contract.pointer].join("\n");
    const names = (namesInPlace.get(place) ?? 0) + 1;
    const isNamed = finding.name !== undefined && !code.endsWith(".unlisted");
    if (isNamed && names > MAX_NAMES_IN_PLACE) return asRest(finding, place, "and further names in the same place");
    if (known.size >= MAX_GROUPS) return asRest(finding, level, "and further problems, too many to tell apart");
    namesInPlace.set(place, names);
    return finding;
  };

  return {
    add: (exchange, { operation, findings, fragment = () => undefined }) => {
      const sighting = sightingOf(exchange);
      const { status } = exchange.response;
      const first = (): FirstSighting =>
        firstSightingOf(exchange, sighting, urls.told(exchange.request.url, operation));
      const counted = new Set<string>();
      for (const [index, found] of findings.entries()) {
        const finding = groupFor(found);
        const isFirst = !counted.has(finding.fingerprint);
        counted.add(finding.fingerprint);
        const group = groups[finding.level].get(finding.fingerprint);
        if (group === undefined)
          groups[finding.level].set(
            finding.fingerprint,
            openGroup(finding, { sighting, first: first(), status, fragment: fragment(index) }),
          );
        else grow(group, finding, { sighting, isFirst, first, status, fragment: () => fragment(index) });
      }
    },
    hasSeen: (exchange, again) => {
      const sighting = sightingOf(exchange);
      return again.every(({ level, fingerprint }) => {
        const group = groups[level].get(fingerprint);
        return group !== undefined && !comesBefore(sighting, group.first);
      });
    },
    addAgain: (exchange, again) => {
      const sighting = sightingOf(exchange);
      const counted = new Set<string>();
      for (const it of again) {
        const group = groups[it.level].get(it.fingerprint);
        if (group === undefined) throw new Error(`the group ${it.fingerprint} is gone`);
        const isFirst = !counted.has(it.fingerprint);
        counted.add(it.fingerprint);
        count(group, it, { sighting, isFirst, status: exchange.response.status });
      }
    },
    list: (exchangesOf) => {
      const all = [...groups.error.values(), ...groups.warn.values()];
      return all.map((group) => closeGroup(group, exchangesOf(group.finding.operationId))).sort(byPlace);
    },
    counts: () => ({ error: groups.error.size, warn: groups.warn.size }),
  };
}

type Opening = {
  readonly sighting: Sighting;
  readonly first: FirstSighting;
  readonly status: number;
  readonly fragment: Fragment | undefined;
};

function openGroup(finding: Finding, { sighting, first, status, fragment }: Opening): OpenGroup {
  const names = new Set(finding.name === undefined ? [] : [finding.name]);
  const { occurrences } = finding;
  const statuses = new Set([status]);
  return { finding, exchanges: 1, occurrences, first, last: sighting, names, statuses, fragment };
}

/** What only the first exchange tells is made when it is needed. */
type Growth = Omit<Opening, "fragment" | "first"> & {
  readonly isFirst: boolean;
  readonly first: () => FirstSighting;
  readonly fragment: () => Fragment | undefined;
};

function grow(group: OpenGroup, finding: Finding, { sighting, isFirst, first, status, fragment }: Growth): void {
  count(group, finding, { sighting, isFirst, status });
  if (comesBefore(sighting, group.first)) Object.assign(group, { first: first(), finding, fragment: fragment() });
}

function count(
  group: OpenGroup,
  { occurrences, name }: Pick<Finding, "occurrences" | "name">,
  { sighting, isFirst, status }: Pick<Growth, "sighting" | "isFirst" | "status">,
): void {
  if (isFirst) group.exchanges += 1;
  group.statuses.add(status);
  group.occurrences += occurrences;
  if (name !== undefined) noteName(group.names, name);
  if (comesBefore(group.last, sighting)) group.last = sighting;
}

/** One finding that stands for all that are not told apart. */
function asRest(finding: Finding, identity: string, message: string): Finding {
  const fingerprint = createHash("sha256").update(`rest\n${identity}`).digest("hex").slice(0, 16);
  return { ...finding, message: `${finding.message} (${message})`, fingerprint };
}

function closeGroup(group: OpenGroup, exchangesOfOperation: number): FindingGroup {
  const { finding, names, statuses, fragment, ...counts } = group;
  const close = finding.name === undefined ? undefined : nearest(finding.name, finding.declared ?? []);
  return {
    ...finding,
    ...counts,
    of: Math.max(exchangesOfOperation, counts.exchanges),
    names: [...names].sort(),
    statuses: [...statuses].sort((a, b) => a - b),
    ...(fragment === undefined ? {} : { fragment }),
    ...(close === undefined ? {} : { nearest: close }),
  };
}

function sightingOf({ origin: { source, index, startedAt } }: Exchange): Sighting {
  return { source, index, ...(startedAt === undefined ? {} : { startedAt }) };
}

function firstSightingOf({ request, response }: Exchange, sighting: Sighting, url: string): FirstSighting {
  return { ...sighting, method: printable(request.method), url: printable(url), status: response.status };
}

/** By time where it is recorded, then by place, so that the order in which files are read makes no difference. */
export function comesBefore(a: Sighting, b: Sighting): boolean {
  return (compare(a.startedAt ?? "", b.startedAt ?? "") || compare(a.source, b.source) || a.index - b.index) < 0;
}

export function byPlace(a: FindingGroup, b: FindingGroup): number {
  return (
    compare(a.operationId ?? "", b.operationId ?? "") ||
    compare(a.level, b.level) ||
    compare(a.code, b.code) ||
    compare(a.contract.pointer, b.contract.pointer) ||
    compare(a.fingerprint, b.fingerprint)
  );
}

export function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
