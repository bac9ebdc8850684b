/** Imported for what it does: `expect(response).toKeepContract()` in vitest, by this package's own contract. */
import { expect } from "vitest";
import { contractMatchers } from "./matchers.js";

declare module "vitest" {
  // An interface that is merged names its parameters alike.
  interface Matchers<T> {
    /** Holds an answer of a judged fetch, an exchange, or a pair of fetch to the contract; await it for a pair. */
    toKeepContract: () => Promise<void>;
  }
}

expect.extend({ ...contractMatchers() });
