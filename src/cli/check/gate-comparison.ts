import { listOperations } from "../../document/index.js";
import type { Contract } from "../../gate/index.js";
import type { DiffReportInput } from "../../report/diff/formats.js";
import { DEFAULT_SERVICE } from "../options/shared-rows.js";
import type { Io } from "../process/io.js";
import type { RunSettings } from "../settings/run-settings.js";
import { computeTrafficWeights } from "./diff-traffic.js";
import { createRecordingWeigher, type RecordingWeigher } from "./recording-weigher.js";
import { resolveBaseUrl } from "./resolve-base-url.js";

/** The comparison of `contract gate` with an older spec. */
export type GateComparison = {
  /** Returns undefined if the recordings must be read again, because both specs assume another server for paths alone. */
  readonly createWeigher: (contract: Contract, secrets: readonly string[]) => RecordingWeigher | undefined;
  /** Returns the weighed comparison. Only the first call uses the weigher, after it got all exchanges. */
  readonly finish: (weigher?: RecordingWeigher) => Promise<DiffReportInput>;
};

export async function compareWithOldSpec(settings: RunSettings, io: Io): Promise<GateComparison | undefined> {
  const { oldSpec, spec, config, traffic, servers, levels, receivers } = settings;
  if (oldSpec === undefined) return undefined;
  const { compareUnweighed } = await import("../actions/diff.js");
  const weighed = traffic.length === 0 ? {} : { traffic, server: servers };
  const options = { service: DEFAULT_SERVICE, ...weighed, ...(config === undefined ? {} : { config }) };
  const { finish, ...compared } = await compareUnweighed({ old: oldSpec, new: spec }, options, io);
  let finished: DiffReportInput | undefined;
  return {
    createWeigher: (contract, secrets) => {
      const operations = listOperations(compared.documents.old);
      if (resolveBaseUrl(contract, servers) !== resolveBaseUrl({ operations }, servers)) return undefined;
      const isPlain = levels.length + receivers.length + secrets.length === 0;
      return createRecordingWeigher(compared, contract, isPlain);
    },
    finish: async (weigher) => {
      finished ??= finish(weigher?.collect(io) ?? (await computeTrafficWeights(compared, io)));
      return finished;
    },
  };
}
