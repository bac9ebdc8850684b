/**
 * The sandbox as a library: a stateful implementation of the built-in spec, or of your own. It runs in this process on a
 * free port; several can run at the same time.
 *
 * @example
 * const sandbox = await createSandbox({ seed: "1" });
 * await fetch(`${sandbox.url}/token`, ...);
 * await sandbox.close();
 *
 * const own = await createSandbox({ spec: "openapi.yaml", seed: "1" });
 * await own.close();
 */

export type { Policies, RealClock } from "./context/app-context.js";
export { BUILT_IN_OPTIONS, FAST_RETRIES } from "./context/app-context.js";
export type { DemoCredentials, Sandbox, SandboxOptions, SpecSandbox, SpecSandboxOptions } from "./options.js";
export { REAL_CLOCK } from "./real-clock.js";
export { createSandbox } from "./sandbox.js";
export { SandboxError } from "./sandbox-error.js";
export { type AssertionOrder, selfSignedAssertion } from "./tokens/verify-assertion.js";
