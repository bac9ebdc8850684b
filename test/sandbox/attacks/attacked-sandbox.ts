/** A sandbox under attack, with its requests, responses and state. */
import { expect } from "vitest";
import { formatTimestamp } from "../../../src/sandbox/context/domain-clock.js";
import { createSandbox, type Sandbox, type SandboxOptions } from "../../../src/sandbox/index.js";
import type { CheckedResponse } from "../checked-client.js";
import type { EngineUnderTest } from "../engines.js";
import { signer, token } from "../tokens/forge.js";
import {
  APP,
  AUDIENCE,
  ec,
  JWT_BEARER,
  OTHER_APP,
  others,
  START,
  type TokenEndpoint,
} from "../tokens/token-endpoint.js";
import { tokenForm } from "./attack.js";
import { type Canaries, createCanaries } from "./canaries.js";
import { checkRawResponse, type RawRequest, type RawResponse, sendBytes, serializeRequest } from "./raw-http.js";
import { seedDataFile } from "./tenants.js";

export type AttackedSandbox = {
  readonly engine: string;
  readonly target: string;
  readonly sandbox: Sandbox;
  /** Access tokens of tenants A and B. */
  readonly token: string;
  readonly foreignToken: string;
  /** Signs assertions of tenant A for the tables of test/sandbox/tokens, with the clock of the sandbox. */
  readonly desk: TokenEndpoint;
  /** A valid assertion. */
  readonly assertion: () => string;
  readonly canaries: Canaries;
  readonly counts: AttackCounts;
  readonly defects: unknown[];
  /** An unused request id. */
  readonly nextId: () => string;
  /** Sends over a new connection. Checks that the response conforms to the spec, is not 5xx and contains no secret. */
  readonly send: (request: RawRequest, base?: string) => Promise<CheckedResponse>;
  /** Sends bytes that may be invalid HTTP. Checks that the response is not 5xx and contains no secret. */
  readonly bytes: (bytes: Uint8Array | string, most?: number) => Promise<readonly RawResponse[]>;
  /** URL of the admin API. */
  readonly admin: (method: string, path: string, body?: object) => Promise<CheckedResponse>;
  readonly advance: (seconds: number) => Promise<void>;
  /** The state, without used assertions, failures and request ids, which rejected requests may add. */
  readonly state: () => Promise<string>;
  /** Resets the state and the clock. */
  readonly restore: () => Promise<void>;
  /** Starts another sandbox with the same data, which the attack closes. */
  readonly another: (options?: SandboxOptions) => Promise<Sandbox>;
  readonly close: () => Promise<void>;
};

export type AttackCounts = {
  run: number;
  refused: number;
  checked: number;
  unchecked: number;
  readonly times: number[];
};

const VOLATILE = /^\{"table":"(used_assertions|login_failures|request_ids)"/;

export async function openAttackedSandbox(
  { engine, newTarget }: EngineUnderTest,
  options: SandboxOptions = {},
): Promise<AttackedSandbox> {
  const data = seedDataFile();
  const target = await newTarget();
  const defects: unknown[] = [];
  const common: SandboxOptions = {
    ...{ data: data.path, baseUrl: AUDIENCE, singleAddress: true, startAt: { time: START, freeze: true } },
    ...{ onDefect: (error) => defects.push(error), deliveries: { allow: ["127.0.0.2"] } },
    ...options,
  };
  // Bound to all addresses, so that both engines use the profile of a shared sandbox.
  const sandbox = await createSandbox({ ...common, database: target, host: "0.0.0.0" });
  const canaries = createCanaries();
  const counts: AttackCounts = { run: 0, refused: 0, checked: 0, unchecked: 0, times: [] };
  const desk = createEndpointStub();
  let ids = 0;
  const send: AttackedSandbox["send"] = async (request, base = sandbox.url) => {
    const begun = performance.now();
    const isHead = request.method === "HEAD";
    const [response] = await sendBytes(base, serializeRequest(request, new URL(base).host), 1, isHead);
    counts.times.push(performance.now() - begun);
    if (response === undefined) throw new Error(`${request.method ?? "GET"} ${request.path.slice(0, 100)}: no answer`);
    const got = checkRawResponse(base, request, response);
    if (got.checkResult.verdict === "skipped") counts.unchecked += 1;
    else counts.checked += 1;
    count(response);
    return got;
  };
  const count = (response: RawResponse): void => {
    expect(response.status, response.bytes.toString().slice(0, 300)).toBeLessThan(500);
    if (response.status >= 400) counts.refused += 1;
    // Responses with a requested token or a recorded order contain planted values legitimately.
    if (response.status >= 400) expect(canaries.in(`${response.raw.join("\n")}\n${response.bytes}`)).toEqual([]);
  };
  const admin: AttackedSandbox["admin"] = async (method, path, body) => {
    const json = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const headers = [["Content-Type", "application/json"]] as const;
    const request = { method, path, headers, ...(json === undefined ? {} : { body: json }) };
    const [response] = await sendBytes(sandbox.adminUrl, serializeRequest(request, new URL(sandbox.adminUrl).host));
    if (response === undefined) throw new Error(`${method} ${path}: no response of the admin address`);
    return checkRawResponse("http://admin.invalid", { method, path: "/not-of-the-service" }, response);
  };
  const signIn = async (assertion: string): Promise<string> => {
    const got = await send(tokenForm({ grantType: JWT_BEARER, assertion: canaries.plant("assertion", assertion) }));
    expect(got.status, got.text).toBe(200);
    canaries.plant("refresh token", got.json.refreshToken);
    return canaries.plant("access token", got.json.accessToken);
  };
  const foreign = token(
    { header: { alg: "ES256" }, claims: desk.claims({ iss: OTHER_APP, sub: OTHER_APP }) },
    signer("ES256", others),
  );
  const tokens = { token: await signIn(desk.forged()), foreignToken: await signIn(foreign) };
  const beginning = await admin("GET", "/snapshot");
  return {
    ...{ engine, target, sandbox, desk, canaries, counts, defects, send, admin },
    ...tokens,
    assertion: () => canaries.plant("assertion", desk.forged()),
    nextId: () => {
      ids += 1;
      return `request-${ids}`;
    },
    bytes: async (bytes, most) => {
      const responses = await sendBytes(sandbox.url, Buffer.from(bytes), most);
      for (const response of responses) count(response);
      counts.unchecked += responses.length;
      return responses;
    },
    advance: async (seconds) => {
      desk.clock.now += seconds * 1000;
      const got = await admin("PUT", "/clock", { mode: "set", time: formatTimestamp(desk.clock.now) });
      expect(got.status, got.text).toBe(200);
    },
    state: async () => {
      const { text } = await admin("GET", "/snapshot");
      const lines = text.split("\n").slice(1);
      // The checksum of a line covers those before it, and the last line has that of all.
      const rows = lines.map((line) => line.replace(/,"check":"[0-9a-f]+"\}$/, "}"));
      return rows.filter((line) => !VOLATILE.test(line) && !line.startsWith('{"end":')).join("\n");
    },
    restore: async () => {
      const { text } = beginning;
      const request = {
        method: "PUT",
        path: "/snapshot",
        headers: [["Content-Type", "application/x-ndjson"]],
        body: text,
      } as const;
      const [response] = await sendBytes(sandbox.adminUrl, serializeRequest(request, new URL(sandbox.adminUrl).host));
      expect(response?.status).toBe(200);
      desk.clock.now = START;
    },
    another: async (more = {}) =>
      createSandbox({
        ...common,
        ...{ database: await newTarget(), startAt: { time: desk.clock.now, freeze: true } },
        ...more,
      }),
    close: async () => {
      await sandbox.close();
      data.remove();
    },
  };
}

/** The part of a token endpoint that the tables of test/sandbox/tokens use. */
function createEndpointStub(): TokenEndpoint {
  const clock = { now: START };
  let ids = 0;
  const claims = (more: object = {}): object => {
    const now = Math.floor(clock.now / 1000);
    ids += 1;
    return { iss: APP, sub: APP, aud: AUDIENCE, iat: now, exp: now + 300, jti: `wire-${ids}`, ...more };
  };
  const forged: TokenEndpoint["forged"] = (parts, by = signer("ES256", ec)) =>
    token({ header: { alg: "ES256", typ: "JWT" }, claims: claims(), ...parts }, by);
  // The tables use no other members.
  return { clock, claims, forged } as unknown as TokenEndpoint;
}
