import type { Exchange } from "../../src/recording/index.js";
import { createExchange, type ExchangeInput } from "../check/inline-contract.js";

export type Input = Omit<ExchangeInput, "url"> & { readonly at: string; readonly time?: string };

export function createExchanges(inputs: readonly Input[]): Exchange[] {
  return inputs.map(({ at, time, ...input }, index) => {
    const { origin, ...exchange } = createExchange({ ...input, index, url: `https://a.example${at}` });
    return { ...exchange, origin: { ...origin, ...(time === undefined ? {} : { startedAt: time }) } };
  });
}
