/** Import for its side effect: adds `expect(response).toMatchSpec()` to Vitest, with the built-in spec. */
import { expect } from "vitest";
import { createContractMatchers } from "./matchers.js";

declare module "vitest" {
  // Merged interfaces must have the same type parameter names.
  interface Matchers<T> {
    /** Checks a response of a checked fetch, an exchange, or `{ request, response }` against the spec; await it for a pair. */
    toMatchSpec: () => Promise<void>;
  }
}

expect.extend({ ...createContractMatchers() });
