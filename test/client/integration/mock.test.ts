/** The client against the mock: Prism with the spec, without code of this package. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type * as calls from "../../../generated/calls.js";
import { validators } from "../../../generated/validators.js";
import { runMockCommand } from "../../../src/cli/actions/mock.js";
import type { Io } from "../../../src/cli/process/io.js";
import { type CallViolation, validateCalls } from "../../../src/client/validate-calls.js";
import { type ApplicationId, type BusinessId, createClient } from "../../../src/index.js";
import { OPERATIONS } from "./operations.js";

const businessId = "7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11" as BusinessId;
const appId = "urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1" as ApplicationId;

const stop = new AbortController();
let url = "";
let ended: Promise<number>;

beforeAll(async () => {
  url = await new Promise<string>((resolve, reject) => {
    const io: Io = {
      stdout: (text) => resolve(text.trim()),
      stderr: () => {},
      stdin: (async function* () {})(),
      env: {},
      signal: stop.signal,
      isTerminal: false,
    };
    ended = runMockCommand({ spec: "spec/openapi.yaml", port: 0 }, io);
    ended.catch(reject);
  });
});
afterAll(async () => {
  stop.abort();
  expect(await ended).toBe(0);
});

/** The mock requires only an assertion. */
const grant = { grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion: "eyJhbGciOiJSUzI1NiJ9.e30.c2ln" };

test.each(Object.keys(OPERATIONS) as (keyof typeof calls)[])("%s gets the documented response", async (name) => {
  const violations: CallViolation[] = [];
  const client = createClient({
    baseUrl: url,
    billingUrl: url,
    signIn: { oauth2: "eyJhbGciOiJSUzI1NiJ9.e30.c2ln" },
    validate: validateCalls({ validators, onViolation: (it) => violations.push(it) }),
  });
  const call = name === "createToken" ? () => client.createToken({ body: grant as never }) : OPERATIONS[name];
  const result = await call({ businessId, appId }, client);
  expect({ ok: result.ok, violations }).toEqual({ ok: true, violations: [] });
});

test("a request without a token is rejected, and the error is returned", async () => {
  const result = await createClient({ baseUrl: url }).listOrders({ params: { path: { businessId } } });
  expect(result).toMatchObject({ ok: false, status: 401, attempts: 1 });
});
