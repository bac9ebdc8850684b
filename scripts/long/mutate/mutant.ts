import type { Operation, Pointer } from "../../../src/document/index.js";
import type { Exchange } from "../../../src/recording/index.js";

/** An exchange that passes, and its operation. */
export type Clean = {
  /** The name of its spec, such as `service` or `library`. */
  readonly contract: string;
  /** Where it comes from, such as `examples.har/4`. */
  readonly name: string;
  readonly exchange: Exchange;
  readonly operation: Operation;
};

/** A clean exchange with one mutation. */
export type Mutant = {
  readonly operator: string;
  readonly clean: Clean;
  readonly exchange: Exchange;
  /** Describes the mutation in the list of survivors. */
  readonly description: string;
  /** Input of an independent validator, if a schema decides whether the mutation is a violation. */
  readonly claim?: Claim;
};

/** The mutant violates the spec if and only if this value violates this schema. */
export type Claim = {
  readonly side: "request" | "response";
  readonly schema: Pointer;
  readonly value: unknown;
  /** True if no `oneOf` or `anyOf` is above the mutated value, so that no other branch can accept it. */
  readonly isCertain: boolean;
};

export type Edited = { readonly exchange: Exchange; readonly description: string; readonly claim?: Claim };

export type Operator = {
  readonly name: string;
  /** `drift`: the result is undocumented data, which is no violation but must be reported. */
  readonly kind: "violation" | "drift";
  /** Why every mutant is wrong. If it is `schema`, the independent validator decides. */
  readonly because: string;
  /** Returns all mutations of a clean exchange. */
  readonly edits: (clean: Clean) => Iterable<Edited>;
};
