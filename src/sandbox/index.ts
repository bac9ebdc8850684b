/**
 * The sandbox as a library: a stateful implementation of the service in the spec. It runs in this process on a free
 * port; several can run at the same time.
 *
 * @example
 * const sandbox = await createSandbox({ seed: "1" });
 * await fetch(`${sandbox.url}/token`, ...);
 * await sandbox.close();
 */

export type { Policies, RealClock } from "./context/app-context.js";
export { FAST_RETRIES } from "./context/policies.js";
export type { DemoCredentials, Sandbox, SandboxOptions } from "./options.js";
export { REAL_CLOCK } from "./real-clock.js";
export { createSandbox } from "./sandbox.js";
export { SandboxError } from "./sandbox-error.js";
export { type AssertionOrder, selfSignedAssertion } from "./tokens/self-signed-assertion.js";
