/** Scenarios that patch: a correct service, and one defect each. */
import { expect, test } from "vitest";
import { createJsonPatchScenarios } from "../../../src/probe/scenarios/patches/json-patch.js";
import { DESK_TOKEN } from "./desk.js";
import { applyPatch, createLedger, LEDGER_SPEC } from "./ledger.js";
import { type Reply, runScenarios, type Sent } from "./run-scenarios.js";

const run = (service: (sent: Sent) => Reply): Promise<string[]> =>
  runScenarios({
    ...{ spec: LEDGER_SPEC, service, authorization: DESK_TOKEN, parameters: { shopId: ["s1"] } },
    create: [createJsonPatchScenarios],
  });

type Body = Readonly<Record<string, unknown>>;

/** Replaces what a PATCH does. With `always`, the service accepts it if it changes something. */
const patchAs =
  (
    change: (order: Body, operations: readonly { op: string; path: string; value?: unknown }[]) => Body | undefined,
    always = false,
  ) =>
  (): ((sent: Sent) => Reply) => {
    const service = createLedger();
    return (sent) => {
      if (sent.id !== "patchOrder" || !Array.isArray(sent.value)) return service(sent);
      const shown = service({ ...sent, id: "getOrder" });
      const patched = shown.status === 200 ? change(shown.body as Body, sent.value) : undefined;
      const reply = service(sent);
      if (patched !== undefined) service({ ...sent, id: "putOrder", value: patched });
      return (always || reply.status === 200) && patched !== undefined ? { status: 200, body: patched } : reply;
    };
  };

const SERVICES: Readonly<Record<string, () => (sent: Sent) => Reply>> = {
  "an empty patch resets": patchAs((order, patch) => (patch.length === 0 ? { ...order, size: 0 } : undefined)),
  "a failed patch is applied in part": patchAs((order, patch) => {
    const failed = patch.findIndex((_, at) => applyPatch(order, patch.slice(0, at + 1)) === undefined);
    return failed === -1 ? undefined : applyPatch(order, patch.slice(0, failed));
  }),
  "a moved member stays": patchAs((order, patch) =>
    applyPatch(
      order,
      patch.map((it) => (it.op === "move" ? { ...it, op: "copy" } : it)),
    ),
  ),
  "only two operations are applied": patchAs((order, patch) => applyPatch(order, patch.slice(0, 2))),
};

test("a correct service", async () => {
  const lines = await run(createLedger());
  expect(lines.filter((it) => it.startsWith("  "))).toEqual([]);
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("ledger.txt");
});

test("defects", async () => {
  const lines: string[] = [];
  for (const [name, create] of Object.entries(SERVICES)) {
    const found = [...new Set((await run(create())).filter((it) => it.startsWith("  ")))];
    expect(found, name).not.toEqual([]);
    lines.push(`## ${name}`, ...found);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("ledger-defects.txt");
});
