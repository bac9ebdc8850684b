import { expect, test } from "vitest";
import { createSandboxOptions, type SandboxCommandOptions } from "../../../src/cli/actions/sandbox.js";

const TIME = "2026-03-14T09:30:00.000Z";
const TIMES = { time: "2026-03-14T09:30:00Z" };

test.each<[command: Partial<SandboxCommandOptions>, options: object | string]>([
  [{}, {}],
  [
    { port: 1, host: "::", seed: "s" },
    { port: 1, adminPort: 2, host: "::", seed: "s" },
  ],
  [{ port: 0 }, { port: 0, adminPort: 0 }],
  [
    { port: 1, adminPort: 9 },
    { port: 1, adminPort: 9 },
  ],
  [TIMES, { startAt: { time: Date.parse(TIME), freeze: false } }],
  [{ ...TIMES, freeze: true }, { startAt: { time: Date.parse(TIME), freeze: true } }],
  [{ freeze: true }, { startAt: { freeze: true } }],
  [{ freeze: false }, {}],
  [{ allowOrigin: ["https://a.example"] }, { allowOrigins: ["https://a.example"] }],
  [{ allowDeliverTo: ["10.0.0.0/8"] }, { deliveries: { allow: ["10.0.0.0/8"] } }],
  [{ time: "now" }, 'invalid --time "now": expected RFC 3339, such as 2026-03-14T09:30:00Z'],
])("the options %j of contract sandbox", async (command, expected) => {
  const options = createSandboxOptions({ port: 4020, ...command } as SandboxCommandOptions);
  if (typeof expected === "string") return expect(options).rejects.toThrow(expected);
  const ports = { port: 4020, adminPort: 4021 };
  expect(await options).toMatchObject({
    policies: {},
    deliveries: { allow: [] },
    ...ports,
    ...expected,
  });
  expect(Object.keys(await options).sort()).toEqual(
    [...new Set(["policies", "deliveries", "versions", "port", "adminPort", ...Object.keys(expected)])].sort(),
  );
});
