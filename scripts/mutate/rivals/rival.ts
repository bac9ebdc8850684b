import type { Exchange } from "../../../src/exchange/index.js";

/** What a tool says of one exchange: its findings as texts; undefined where it could not be given the exchange. */
export type Told = readonly string[] | undefined;

/** A tool, given exchanges of one description; it answers for each, in their order. */
export type Rival = {
  readonly name: string;
  readonly judge: (spec: string, exchanges: readonly Exchange[]) => Promise<readonly Told[]>;
};
