import type { Operation, Pointer } from "../../document/index.js";

/** In the order in which they are gone through. */
export const PHASES = ["examples", "boundaries", "negatives", "random", "stateful"] as const;
export type Phase = (typeof PHASES)[number];

/** A request of an operation as values; how they are written is the contract's business (`write-request.ts`). */
export type CaseRequest = {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly header: Readonly<Record<string, unknown>>;
  readonly cookie: Readonly<Record<string, unknown>>;
  readonly body?: CaseBody;
};

export type CaseBody =
  | { readonly contentType: string; readonly value: unknown }
  /** Sent as it stands: what no value can be written as, such as broken JSON. */
  | { readonly contentType: string; readonly text: string };

/** The one thing in which a case differs from the request it was made of. */
export type CaseEdit = {
  readonly part: "path" | "query" | "header" | "cookie" | "body" | "security" | "content-type" | "method";
  /** The parameter, or the JSON Pointer in the body. */
  readonly at: string;
  /** Where the contract speaks of it. */
  readonly contract: Pointer;
  /** What was done, in words: "limit 0, below the minimum 1". */
  readonly what: string;
};

/**
 * One request to make, and what the contract says must come of it: `accepted` is valid by the contract, `refused` is wrong
 * in exactly one place, `open` is what the contract says nothing of, so that only the answer's form is judged.
 */
export type ProbeCase = {
  /** The same in every run with the same seed: `negatives/listOrders/query.limit/below-minimum`. */
  readonly id: string;
  readonly phase: Phase;
  readonly operation: Operation;
  /** Upper case; other than the operation's in a case about methods. */
  readonly method: string;
  readonly request: CaseRequest;
  readonly expect: "accepted" | "refused" | "open";
  /** Absent in a case that was not made of another. */
  readonly edit?: CaseEdit;
  /** Sent without credentials, or with wrong ones, where the case is about them. */
  readonly credentials?: "none" | "wrong";
};
