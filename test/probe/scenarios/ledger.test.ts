/** Scenarios that compare all views of a resource, write below other parents, and patch: a correct service, and one defect each. */
import { expect, test } from "vitest";
import { createOtherParentWriteScenarios } from "../../../src/probe/scenarios/access/credentials.js";
import { createJsonPatchScenarios } from "../../../src/probe/scenarios/patches/json-patch.js";
import { createViewScenarios } from "../../../src/probe/scenarios/views/views.js";
import { DESK_TOKEN, type Defect } from "./desk.js";
import { applyPatch, createLedger, LEDGER_SPEC } from "./ledger.js";
import { type Reply, runScenarios, type Sent } from "./run-scenarios.js";

const run = (service: (sent: Sent) => Reply): Promise<string[]> =>
  runScenarios({
    ...{ spec: LEDGER_SPEC, service, authorization: DESK_TOKEN, parameters: { shopId: ["s1"] } },
    create: [createViewScenarios, createOtherParentWriteScenarios, createJsonPatchScenarios],
  });

type Body = Readonly<Record<string, unknown>>;

/** Shows a list as it was after the last request of some operations. */
const cache = (list: string, emptiedBy: readonly string[]): Defect => {
  let known: Reply | undefined;
  return (reply, { id }) => {
    if (emptiedBy.includes(id)) known = undefined;
    if (id === list) known ??= reply;
    return id === list && known !== undefined ? known : reply;
  };
};

/** Edits the payments that the list shows. `seen` has all that were ever listed. */
const editPayments = (edit: (payments: readonly Body[], seen: Map<unknown, Body>) => readonly Body[]) => (): Defect => {
  const seen = new Map<unknown, Body>();
  return (reply, { id }) => {
    if (id !== "listPayments") return reply;
    const payments = reply.body as readonly Body[];
    for (const it of payments) if (!seen.has(it.id)) seen.set(it.id, it);
    return { ...reply, body: edit(payments, seen) };
  };
};

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

const DEFECTS: Readonly<Record<string, () => Defect>> = {
  "the list of orders is cached after a PATCH": () => cache("listOrders", ["putOrder"]),
  "the list of payments keeps first states": editPayments((payments, seen) =>
    payments.map((it) => seen.get(it.id) ?? it),
  ),
  "removed payments are listed": editPayments((_, seen) => [...seen.values()]),
  "a PUT after a PATCH is a creation": () => {
    const patched = new Set<unknown>();
    return (reply, { id, path }) => {
      if (id === "patchOrder") patched.add(path.orderId);
      return id === "putOrder" && patched.has(path.orderId) ? { ...reply, status: 201 } : reply;
    };
  },
};

const SERVICES: Readonly<Record<string, () => (sent: Sent) => Reply>> = {
  "every shop has all orders": () => {
    const service = createLedger();
    return (sent) =>
      service(
        sent.id === "putOrder" || sent.id === "getOrder" ? sent : { ...sent, path: { ...sent.path, shopId: "s1" } },
      );
  },
  "a write changes the size of all orders": () => {
    const service = createLedger();
    let size: unknown;
    return (sent) => {
      const reply = service(sent);
      if (sent.id === "patchOrder") size = (reply.body as Body | undefined)?.size;
      const isChanged = sent.id === "getOrder" && reply.status === 200 && size !== undefined;
      return isChanged ? { ...reply, body: { ...(reply.body as Body), size } } : reply;
    };
  },
  "an empty patch resets": patchAs((order, patch) => (patch.length === 0 ? { ...order, size: 0 } : undefined)),
  "a failed patch is applied in part": patchAs((order, patch) => {
    const failed = patch.findIndex((_, at) => applyPatch(order, patch.slice(0, at + 1)) === undefined);
    return failed === -1 ? undefined : applyPatch(order, patch.slice(0, failed));
  }),
  "add with - prepends": patchAs((order, patch) =>
    applyPatch(
      order,
      patch.map((it) => ({ ...it, path: it.path.replace(/-$/, "0") })),
    ),
  ),
  "large indexes append": patchAs(
    (order, patch) =>
      applyPatch(
        order,
        patch.map((it) => ({ ...it, path: it.path.replace(/99$/, "-") })),
      ),
    true,
  ),
  "a moved member stays": patchAs((order, patch) =>
    applyPatch(
      order,
      patch.map((it) => (it.op === "move" ? { ...it, op: "copy" } : it)),
    ),
  ),
  "copies are ignored": patchAs((order, patch) =>
    applyPatch(
      order,
      patch.filter((it) => it.op !== "copy"),
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
  const services = Object.entries(DEFECTS).map(([name, defect]) => [name, () => createLedger(defect())] as const);
  for (const [name, create] of [...services, ...Object.entries(SERVICES)]) {
    const found = [...new Set((await run(create())).filter((it) => it.startsWith("  ")))];
    expect(found, name).not.toEqual([]);
    lines.push(`## ${name}`, ...found);
  }
  await expect(`${lines.join("\n")}\n`).toMatchFileSnapshot("ledger-defects.txt");
});
