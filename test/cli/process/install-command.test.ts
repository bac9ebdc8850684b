import { expect, test } from "vitest";
import { replaceInstallCommands } from "../../../src/cli/run.js";

const MESSAGE = "it is not installed; run: npm install --save-dev @photostructure/sqlite@1.2.1 (or use another)";

test.each([
  [undefined, "npm install --save-dev @photostructure/sqlite@1.2.1"],
  ["npm/11.21.2 node/v20.19.6 linux x64", "npm install --save-dev @photostructure/sqlite@1.2.1"],
  ["pnpm/9.15.9 npm/? node/v20.19.6 linux x64", "pnpm add --save-dev @photostructure/sqlite@1.2.1"],
  [
    "pnpm/12.21.0 npm/? node/? linux x64",
    "pnpm add --save-dev --allow-build=@photostructure/sqlite @photostructure/sqlite@1.2.1",
  ],
  ["yarn/1.22.22 npm/? node/v20.19.6 linux x64", "yarn add --dev @photostructure/sqlite@1.2.1"],
  ["yarn/4.18.1 npm/? node/v20.19.6 linux x64", "yarn add --dev @photostructure/sqlite@1.2.1"],
  ["bun/1.4.5 npm/? node/v24.3.0 linux x64", "bun add --dev @photostructure/sqlite@1.2.1"],
])("for %s the install line is %s", (userAgent, line) => {
  expect(replaceInstallCommands(MESSAGE, userAgent)).toBe(`it is not installed; run: ${line} (or use another)`);
});

test("a package without an install script needs no approval, and other messages stay unchanged", () => {
  const agent = "pnpm/12.21.0";
  const prism = "run: npm install --save-dev @stoplight/prism-cli@5.14.2";
  expect(replaceInstallCommands(prism, agent)).toBe("run: pnpm add --save-dev @stoplight/prism-cli@5.14.2");
  expect(replaceInstallCommands("run npm install", agent)).toBe("run npm install");
});
