import type { Arbitrary } from "fast-check";
import type { Contract } from "../../src/check/index.js";
import type { Operation } from "../../src/document/index.js";
import type { Exchange } from "../../src/recording/index.js";
import { arbitraryExchange } from "./arbitrary-exchange.js";
import { Ungeneratable } from "./ungeneratable.js";

export type ResponseKinds = {
  /** Exchanges that are valid by construction, for each documented response, such as `getOrder 200`. */
  readonly made: readonly {
    readonly name: string;
    readonly operation: Operation;
    readonly exchanges: Arbitrary<Exchange>;
  }[];
  /** Responses for which no exchanges can be generated, with the reason. */
  readonly left: readonly string[];
};

export function arbitraryExchanges({ document, operations }: Contract): ResponseKinds {
  const made: ResponseKinds["made"][number][] = [];
  const left: string[] = [];
  for (const operation of operations.filter(({ kind }) => kind === "path")) {
    for (const response of operation.responses) {
      const name = `${operation.id} ${response.status}`;
      try {
        made.push({ name, operation, exchanges: arbitraryExchange(document, operation, response) });
      } catch (error) {
        if (!(error instanceof Ungeneratable)) throw error;
        left.push(`${name}: ${error.message}`);
      }
    }
  }
  return { made, left };
}
