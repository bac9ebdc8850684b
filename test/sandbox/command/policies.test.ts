/** Each policy of the sandbox has an option on the command line. */
import { expect, test } from "vitest";
import { createPolicies, type SandboxCommandOptions } from "../../../src/cli/actions/sandbox.js";
import { DEFAULT_POLICIES } from "../../../src/sandbox/context/policies.js";
import { runContract } from "../../cli/run-contract.js";

const OPTIONS = {
  ...{ fastRetries: true, includeByDefault: true, reusedRequestId: "422", lenientAssertions: true },
  ...{ tokenLifetime: 1, refreshTokenLifetime: 2, refreshGrantType: "refresh_token", updatedAt: "server" },
} as const satisfies Partial<SandboxCommandOptions>;

test("every policy can be another than the default", () => {
  const policies = createPolicies(OPTIONS, [1]);
  expect(Object.keys(policies).sort()).toEqual(Object.keys(DEFAULT_POLICIES).sort());
  for (const [name, value] of Object.entries(DEFAULT_POLICIES))
    expect({ ...policies, [name]: value }).not.toEqual(policies);
  expect(createPolicies({}, [1])).toEqual({});
});

test("the command line has these options", async () => {
  const { stdout } = await runContract(["sandbox", "--help"]);
  for (const name of Object.keys(OPTIONS))
    expect(stdout).toContain(`--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`);
});
