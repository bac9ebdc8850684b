import type { Exchange, HeaderField } from "../../../src/recording/index.js";
import {
  createOperationObservations,
  type OperationObservations,
  recordExchangeObservation,
} from "../../../src/suggest/infer/operation-observations.js";
import { createExchange, type ExchangeInput } from "../../check/inline-contract.js";

export type Input = ExchangeInput & { readonly path?: string; readonly gap?: Pick<Exchange, "gaps" | "notLogged"> };

export const json: HeaderField = ["Content-Type", "application/json"];

export function observe(exchanges: readonly Input[]): OperationObservations {
  const observations = createOperationObservations();
  for (const { path, gap, ...input } of exchanges)
    recordExchangeObservation(
      observations,
      { ...createExchange({ responseHeaders: input.response === undefined ? [] : [json], ...input }), ...gap },
      new Map(path === undefined ? [] : [["id", path]]),
    );
  return observations;
}
