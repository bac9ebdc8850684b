import type { DiffFinding } from "../../diff/index.js";
import type { Waiver } from "../../gate/index.js";
import { escapeControl } from "../formatting/escape-control.js";

/** Breaks that are accepted for now, each for a reason, and the day of the run. */
export type DiffWaivers = { readonly path: string; readonly waivers: readonly Waiver[]; readonly today: string };

/** Why a difference is accepted; undefined where it is not, or no longer. */
export function findWaiver(accepted: DiffWaivers | undefined, { fingerprint }: DiffFinding): Waiver | undefined {
  const waiver = accepted?.waivers.find((it) => it.fingerprint === fingerprint);
  return waiver === undefined || isExpired(waiver, accepted?.today ?? "") ? undefined : waiver;
}

function isExpired({ expires }: Waiver, today: string): boolean {
  return expires !== undefined && expires < today;
}

/** Why it is accepted and until when, or how it would be. */
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

/** What is accepted, and is no difference: it can go. */
export function formatUnusedWaivers(accepted: DiffWaivers | undefined, findings: readonly DiffFinding[]): string[] {
  const found = new Set(findings.map(({ fingerprint }) => fingerprint));
  return (accepted?.waivers ?? [])
    .filter(({ fingerprint }) => !found.has(fingerprint))
    .map(({ fingerprint, code, reason }) =>
      escapeControl(`nothing to accept any more: ${fingerprint} ${code === undefined ? "" : `${code}, `}${reason}`),
    );
}
