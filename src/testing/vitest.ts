/** Imported for what it does: `expect(response).toMatchSpec()` in vitest, by this package's own contract. */
import { expect } from "vitest";
import { createContractMatchers } from "./matchers.js";

declare module "vitest" {
  // An interface that is merged names its parameters alike.
  interface Matchers<T> {
    /** Holds an answer of a judged fetch, an exchange, or a pair of fetch to the contract; await it for a pair. */
    toMatchSpec: () => Promise<void>;
  }
}

expect.extend({ ...createContractMatchers() });
