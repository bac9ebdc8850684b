import { createTrafficWeigher } from "../../diff/index.js";
import type { RawBodyValidator, ReadResult } from "../../exchange/index.js";
import { createFastValidator } from "../../fast/index.js";
import type { Contract, ExchangeResult } from "../../gate/index.js";
import type { Io } from "../process/io.js";
import { type ComparedDocuments, collectWeights, formatUnreadable, type TrafficWeights } from "./diff-traffic.js";

/** Weighs the changes of a spec by the exchanges that a check of recordings reads. */
export type RecordingWeigher = {
  /** Wraps the validator of the check, so that exchanges whose bodies must be weighed are read completely. */
  readonly wrapRawBodyValidator: (validate: RawBodyValidator<ExchangeResult>) => RawBodyValidator<ExchangeResult>;
  /** @param checked the result of the check, if it saw the exchange as the recording has it */
  readonly add: (
    reading: Exclude<ReadResult<ExchangeResult>, { kind: "unreadable" }>,
    checked: ExchangeResult | undefined,
  ) => void;
  readonly addUnreadable: (source: string) => void;
  readonly addError: (message: string) => void;
  readonly collect: (io: Pick<Io, "signal">) => TrafficWeights;
};

/**
 * @param isPlain whether the contract has only the spec and its servers. Otherwise the changes are weighed by results
 * without its levels, receivers and secrets.
 */
export function createRecordingWeigher(
  { documents, findings, options }: ComparedDocuments,
  contract: Contract,
  isPlain: boolean,
): RecordingWeigher {
  const { server: servers = [], consumer: consumers = [] } = options;
  const weighing = { servers, consumers, ...(isPlain ? { newContract: contract } : {}) };
  const weigher = createTrafficWeigher(documents, findings, weighing);
  const unreadable = new Map<string, number>();
  const errors: string[] = [];
  return {
    wrapRawBodyValidator: (validate) => {
      if (isPlain) return weigher.createRawBodyValidator(validate);
      const validateUnweighed = weigher.createRawBodyValidator(createFastValidator(weigher.newContract, () => false));
      return (...raw) => (validateUnweighed(...raw) === undefined ? undefined : validate(...raw));
    },
    // A settled exchange has no findings about its request with any levels.
    add: ({ kind, exchange }, checked) => weigher.add(exchange, isPlain || kind === "settled" ? checked : undefined),
    addUnreadable: (source) => unreadable.set(source, (unreadable.get(source) ?? 0) + 1),
    addError: (message) => errors.push(message),
    collect: (io) =>
      collectWeights(
        weigher,
        [...[...unreadable].map(([name, count]) => formatUnreadable(name, count)), ...errors],
        options,
        io,
      ),
  };
}
