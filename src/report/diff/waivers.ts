import type { Waiver } from "../../check/index.js";
import type { DiffFinding } from "../../diff/index.js";
import { escapeControl } from "../formatting/escape-control.js";

/** The accepted breaking changes, and the date of the run. */
export type DiffWaivers = { readonly path: string; readonly waivers: readonly Waiver[]; readonly today: string };

/** Returns the entry that accepts a change, or undefined if there is none or it has expired. */
export function findWaiver(accepted: DiffWaivers | undefined, { fingerprint }: DiffFinding): Waiver | undefined {
  const waiver = accepted?.waivers.find((it) => it.fingerprint === fingerprint);
  return waiver === undefined || isExpired(waiver, accepted?.today ?? "") ? undefined : waiver;
}

function isExpired({ expires }: Waiver, today: string): boolean {
  return expires !== undefined && expires < today;
}

/** Formats the reason and expiry date of an accepted change, or the fingerprint to accept it with. */
export function formatWaiverStatus(accepted: DiffWaivers | undefined, finding: DiffFinding): string | undefined {
  if (accepted === undefined || finding.level === "info") return undefined;
  const { fingerprint } = finding;
  const waiver = accepted.waivers.find((it) => it.fingerprint === fingerprint);
  if (waiver === undefined) return `not accepted by ${accepted.path}: ${fingerprint}`;
  const { reason, ticket, expires } = waiver;
  const because = `${reason}${ticket === undefined ? "" : ` (${ticket})`}`;
  if (isExpired(waiver, accepted.today))
    return escapeControl(`was accepted until ${expires}: ${because}; ${fingerprint}`);
  return escapeControl(`accepted${expires === undefined ? "" : ` until ${expires}`}: ${because}`);
}

/** Formats the entries without a matching change, which can be removed. */
export function formatUnusedWaivers(accepted: DiffWaivers | undefined, findings: readonly DiffFinding[]): string[] {
  const found = new Set(findings.map(({ fingerprint }) => fingerprint));
  return (accepted?.waivers ?? [])
    .filter(({ fingerprint }) => !found.has(fingerprint))
    .map(({ fingerprint, code, reason }) =>
      escapeControl(`unused entry: ${fingerprint} ${code === undefined ? "" : `${code}, `}${reason}`),
    );
}
