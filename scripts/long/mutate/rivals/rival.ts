import type { Exchange } from "../../../../src/recording/index.js";

/** The findings of a tool for one exchange, as texts; undefined if the tool cannot check the exchange. */
export type ToolFindings = readonly string[] | undefined;

/** A tool that checks exchanges of one spec. It returns one result per exchange, in their order. */
export type OtherTool = {
  readonly name: string;
  readonly checkExchanges: (spec: string, exchanges: readonly Exchange[]) => Promise<readonly ToolFindings[]>;
};
