import type { MergedSchema, MessageDirection, Schemas } from "../schema/index.js";

/** What sampling needs. `direction` is the direction of the message; the default is "request". */
export type SampleContext = {
  readonly schemas: Schemas;
  readonly direction?: MessageDirection;
  /** Whether objects have their optional properties, down to a few levels. */
  readonly isComplete?: boolean;
  /** Whether the first candidate counts if none is valid: branches of `oneOf` that overlap may leave no value that is of only one. */
  readonly isApproximate?: boolean;
};

/** The state while a value is made. `stack` holds the enclosing schemas, because a schema may contain itself. */
export type SamplingState = {
  readonly context: SampleContext;
  readonly stack: readonly MergedSchema[];
  /** Number of candidates left, shared by all nested values. */
  readonly budget: { left: number };
  /** How many different values a list of unique items wants. Such values are not among the known ones. */
  readonly variants?: number;
  /** The values that earlier searches of the same context made. */
  readonly known?: KnownSamples;
};

export type Sample = { readonly value: unknown };

/** Values of schemas by their wanted number, and how many candidates it took to find them. */
export type KnownSamples = {
  readonly bySchema: Map<MergedSchema, Map<number, { readonly samples: readonly Sample[]; readonly cost: number }>>;
  /** How often a limit ended a search. Values of such a search are not kept. */
  cuts: number;
};

export function createKnownSamples(): KnownSamples {
  return { bySchema: new Map(), cuts: 0 };
}
