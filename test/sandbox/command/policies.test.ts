/** Each policy of the sandbox has an option on the command line. */

import { expect, test } from "vitest";
import { createSandboxOptions, type SandboxCommandOptions } from "../../../src/cli/actions/sandbox.js";
import { SANDBOX_COMMANDS } from "../../../src/cli/sandbox/sandbox-commands.js";
import { DEFAULT_POLICIES } from "../../../src/sandbox/context/app-context.js";

const [, collectPolicies] = SANDBOX_COMMANDS.sandbox.options["--policy <name=value> ..."];
const OTHERS = [
  ...["updatedAt=server", "includedByDefault=true", "reusedRequestId=422", "lenientAssertions=true"],
  ...["tokenLifetime=1", "refreshTokenLifetime=2", "refreshGrantType=refresh_token"],
];

test("every policy can be another than the default", async () => {
  const policy = OTHERS.reduce((earlier, text) => collectPolicies(text, earlier), {});
  const { policies = {} } = await createSandboxOptions({ policy, fastRetries: true } as SandboxCommandOptions);
  expect(Object.keys(policies).sort()).toEqual(Object.keys(DEFAULT_POLICIES).sort());
  for (const [name, value] of Object.entries(DEFAULT_POLICIES))
    expect({ ...policies, [name]: value }).not.toEqual(policies);
  expect((await createSandboxOptions({} as SandboxCommandOptions)).policies).toEqual({});
});

test.each(["tokenLifetime=0", "reusedRequestId=500", "lenientAssertions=", "updatedAt=now", "constructor=1", "x"])(
  "--policy %s is rejected",
  (text) => {
    expect(() => collectPolicies(text)).toThrow("Give NAME=VALUE with one of updatedAt, includedByDefault,");
  },
);
