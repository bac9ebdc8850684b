/** What hooks of the probe get, and what becomes of what they return. */
import { expect, test } from "vitest";
import {
  applyRequestHook,
  createHookFinding,
  getHookCredentials,
  runCheckHook,
} from "../../../src/probe/session/session.js";
import { buildProbeExchange } from "../checks/scenario.js";

const result = buildProbeExchange({ ask: "createThing", send: { a: 1 }, status: 201, body: { b: 2 } }, undefined);
const { operation, request } = result;
const OPERATION = { operationId: "createThing", method: "POST", path: "/things" };

test("credentials", async () => {
  const asked: unknown[] = [];
  const getCredentials = async (it: unknown) => {
    asked.push(it);
    return { headers: { A: "1" }, query: { b: "2" } };
  };
  expect(await getHookCredentials({ getCredentials }, operation)).toEqual({
    headers: [["A", "1"]],
    query: [["b", "2"]],
    cookies: [],
  });
  expect(asked).toEqual([OPERATION]);
  expect(await getHookCredentials({}, operation)).toBeUndefined();
});

test("requests", async () => {
  const changed = { ...request, query: { a: 1 } };
  const prepareRequest = async (it: unknown, given: unknown) => {
    expect([it, given]).toEqual([OPERATION, request]);
    return changed;
  };
  expect(await applyRequestHook({ prepareRequest } as never, operation, request)).toBe(changed);
  expect(await applyRequestHook({ prepareRequest: () => undefined } as never, operation, request)).toBe(request);
  expect(await applyRequestHook({}, operation, request)).toBe(request);
});

test("exchanges", async () => {
  const seen: unknown[] = [];
  const checkExchange = async (it: unknown) => {
    seen.push(it);
    return "it is late\u001b";
  };
  const finding = { code: "exchange.hook.failed", part: "response.status" };
  const message = "it is late\\u001b";
  const expected = { ...finding, message, valueClass: message, contract: operation.pointer };
  expect(await runCheckHook({ checkExchange } as never, result)).toEqual(expected);
  expect(seen).toEqual([
    {
      ...OPERATION,
      request: { method: "POST", url: "https://service.example/v1/things", headers: {}, body: '{"a":1}' },
      response: { status: 201, headers: { "content-type": "application/json" }, body: '{"b":2}' },
    },
  ]);
  expect(await runCheckHook({}, result)).toBeUndefined();
  expect(createHookFinding(result, undefined)).toBeUndefined();
});
