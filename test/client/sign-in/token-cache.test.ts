import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { createTokenCache, createTokenSource } from "../../../src/client/sign-in/token-source.js";
import { connectTo } from "./connection.js";

/** A cache, and the sign-ins it started, which the test completes. */
function begin() {
  let now = 0;
  const begun: {
    readonly give: (accessToken: string, renewAt?: number) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  const cache = createTokenCache(
    () => now,
    () =>
      new Promise((resolve, reject) => {
        begun.push({ give: (accessToken, renewAt = 100) => resolve([accessToken, renewAt]), fail: reject });
      }),
  );
  return { cache, begun, move: (ms: number) => (now += ms) };
}

const outcome = (promise: Promise<string>): Promise<string> => promise.catch((error: unknown) => `failed: ${error}`);

describe("one sign-in for concurrent callers", () => {
  test("a thousand", async () => {
    const { cache, begun, move } = begin();
    const got = Array.from({ length: 1000 }, () => cache());
    await turn();
    expect(begun).toHaveLength(1);
    begun[0]?.give("a");
    expect(new Set(await Promise.all(got))).toEqual(new Set(["a"]));
    move(100);
    const later = Array.from({ length: 1000 }, () => cache());
    await turn();
    expect(begun).toHaveLength(2);
    begun[1]?.give("b");
    expect(new Set(await Promise.all(later))).toEqual(new Set(["b"]));
  });

  test("a thousand calls with a rejected token", async () => {
    const { cache, begun } = begin();
    const first = cache();
    begun[0]?.give("a");
    await first;
    const got = Array.from({ length: 1000 }, async (_, index) => {
      const token = await cache();
      for (let turns = index % 7; turns > 0; turns -= 1) await turn();
      return cache(token);
    });
    await turn();
    expect(begun).toHaveLength(2);
    begun[1]?.give("b");
    expect(new Set(await Promise.all(got))).toEqual(new Set(["b"]));
    // Refusals of the first token arrived when the second one was already issued.
    expect(begun).toHaveLength(2);
  });

  test("a failure reaches all waiting callers, and no later ones", async () => {
    const { cache, begun } = begin();
    const got = Array.from({ length: 1000 }, () => outcome(cache()));
    await turn();
    begun[0]?.fail(new Error("no"));
    expect(new Set(await Promise.all(got))).toEqual(new Set(["failed: Error: no"]));
    const again = cache();
    expect(begun).toHaveLength(2);
    begun[1]?.give("a");
    expect(await again).toBe("a");
  });

  test("a sign-in that throws synchronously fails like any other", async () => {
    let times = 0;
    const cache = createTokenCache(
      () => 0,
      () => {
        times += 1;
        if (times === 1) throw new Error("at once");
        return Promise.resolve(["a", 1]);
      },
    );
    expect(await outcome(cache())).toBe("failed: Error: at once");
    expect(await cache()).toBe("a");
  });
});

describe("refusals", () => {
  test("only the current token is dropped", async () => {
    const { cache, begun } = begin();
    const got = cache();
    begun[0]?.give("b");
    await got;
    for (const other of ["a", "", "B"]) expect(await cache(other)).toBe("b");
    const again = [cache("b"), cache("b"), cache()];
    expect(begun).toHaveLength(2);
    begun[1]?.give("c");
    expect(await Promise.all(again)).toEqual(["c", "c", "c"]);
  });

  test("during a sign-in no second one begins", async () => {
    const { cache, begun, move } = begin();
    const got = cache();
    begun[0]?.give("a");
    await got;
    move(100);
    const waiting = cache();
    const other = cache("a");
    expect(begun).toHaveLength(2);
    begun[1]?.give("b");
    expect(await Promise.all([waiting, other])).toEqual(["b", "b"]);
  });
});

describe("tokens of the caller", () => {
  const { core } = connectTo([]);
  const BAD = [undefined, null, "", 7, {}, " a", "t0p\n", "ключ"] as const;

  test("a fixed token never changes", async () => {
    const source = createTokenSource("fixed", core);
    expect(await source()).toBe("fixed");
    expect(await source("fixed")).toBe("fixed");
  });

  test.each([
    ["at once", () => "given"],
    ["later", async () => "given"],
  ])("a provider that returns %s is called for every call, once for concurrent ones", async (_, provide) => {
    let times = 0;
    const source = createTokenSource(() => {
      times += 1;
      return provide();
    }, core);
    expect(await Promise.all([source(), source(), source()])).toEqual(["given", "given", "given"]);
    expect(times).toBe(1);
    await source();
    expect(times).toBe(2);
  });

  test("errors of a provider are passed on", async () => {
    const mine = new Error("mine");
    const source = createTokenSource(() => Promise.reject(mine), core);
    await expect(source()).rejects.toBe(mine);
  });

  test("an API key may have a scheme of its own in front", async () => {
    expect(await createTokenSource("DeepL-Auth-Key a:fx", core)()).toBe("DeepL-Auth-Key a:fx");
  });

  test.each(BAD.map((token) => ({ token })))("$token is not a token", async ({ token }) => {
    const source = createTokenSource(() => token as string, core);
    await expect(source()).rejects.toThrow("the token is not ASCII text");
  });
});
