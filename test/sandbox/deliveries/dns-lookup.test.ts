import { expect, onTestFinished, test } from "vitest";
import { createAddressLookup } from "../../../src/sandbox/deliveries/dns-lookup.js";

function lookupBy(program?: string) {
  const lookup = createAddressLookup(program);
  onTestFinished(lookup.end);
  return lookup;
}

/** Resolves names to its process id, and never responds for names that start with `dead`. */
const PROGRAM = `process.on("message", ({ host }) =>
  /^dead/.test(host) || process.send({ host, addresses: [{ address: String(process.pid), family: 4 }] }))`;

test("the system resolver is used, for local and other names", async () => {
  const { resolve } = lookupBy();
  expect(await resolve("127.0.0.1")).toEqual([{ address: "127.0.0.1", family: 4 }]);
  expect((await resolve("localhost")).map(({ address }) => address)).toContain("127.0.0.1");
  await expect(resolve(`${"a".repeat(64)}.invalid`)).rejects.toMatchObject({
    code: expect.stringMatching(/^E[A-Z_]+$/),
  });
});

test("a lookup without a response ends at its timeout, together with its process", async () => {
  const { resolve, end } = lookupBy(PROGRAM);
  const [{ address: pid = "" } = {}] = await resolve("well.example");
  const dead = resolve("dead.example");
  // It does not block other lookups, and concurrent lookups share one request.
  expect(await resolve("well.example")).toEqual([{ address: pid, family: 4 }]);
  expect(resolve("dead.example")).toBe(dead);
  end();
  await expect(dead).rejects.toMatchObject({ code: "EAI_AGAIN" });
  await expect.poll(() => isRunning(Number(pid))).toBe(false);
});

test("a name that is resolved right after the end uses another process", async () => {
  const { resolve, end } = lookupBy(PROGRAM);
  const before = await resolve("well.example");
  end();
  expect(await resolve("well.example")).not.toEqual(before);
});

test("if its process dies, pending lookups fail, and the next one uses another process", async () => {
  const { resolve } = lookupBy(`${PROGRAM}.on("message", ({ host }) => host === "dead.example" && process.exit(1))`);
  const before = await resolve("well.example");
  await expect(resolve("dead.example")).rejects.toMatchObject({ code: "EAI_AGAIN" });
  expect(await resolve("well.example")).not.toEqual(before);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
