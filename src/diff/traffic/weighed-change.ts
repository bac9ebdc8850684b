import type { DiffFinding } from "../finding.js";
import { createUsageTally, type UsageTally } from "./usage-tally.js";

/** A change and the traffic that it affects. */
export type WeighedChange = {
  readonly finding: DiffFinding;
  readonly operations: ReadonlySet<string>;
  /** `refused`: the new spec refuses these exchanges. `received`: they carry the part that changes. */
  readonly basis: "refused" | "received";
  readonly tally: UsageTally;
};

export function createWeighedChange(finding: DiffFinding): WeighedChange {
  return {
    finding,
    operations: new Set(finding.affects.map(({ operation }) => operation)),
    basis: RECEIVED.test(finding.code) ? "received" : "refused",
    tally: createUsageTally(),
  };
}

/** What the service sends: a recording of the old service cannot show what only the new one may send. */
const RECEIVED = /^(response|webhook|callback|keyword|discriminator)\./;
