import type { Operation, Pointer } from "../../src/document/index.js";
import type { Exchange } from "../../src/exchange/index.js";

/** What an operator works on: a clean exchange and the operation that it belongs to. */
export type Clean = {
  /** `service` or `library`: which description it keeps. */
  readonly contract: string;
  /** Where it stands, such as `examples.har/4`. */
  readonly name: string;
  readonly exchange: Exchange;
  readonly operation: Operation;
};

/** A clean exchange, broken once. */
export type Mutant = {
  readonly operator: string;
  readonly clean: Clean;
  readonly exchange: Exchange;
  /** What was done, for the list of survivors. */
  readonly what: string;
  /** What an independent validator is asked, where a schema decides whether this is a violation at all. */
  readonly claim?: Claim;
};

/** The mutant breaks the contract if, and only if, this value does not keep this schema. */
export type Claim = {
  readonly side: "request" | "response";
  readonly schema: Pointer;
  readonly value: unknown;
  /** Below no `oneOf` and no `anyOf`, so that it is wrong whatever else holds. */
  readonly certain: boolean;
};

export type Edited = { readonly exchange: Exchange; readonly what: string; readonly claim?: Claim };

export type Operator = {
  readonly name: string;
  /** `drift`: the contract has not heard of it, which is no violation, but has to be told. */
  readonly kind: "violation" | "drift";
  /** Why what it makes is never right; where it says `schema`, the independent validator decides. */
  readonly because: string;
  /** Every edit that it can make to a clean exchange. */
  readonly edits: (clean: Clean) => Iterable<Edited>;
};
