import { execFile } from "node:child_process";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createCodeSamples, SAMPLES_SETUP } from "../../scripts/build/examples/code-samples.js";
import { createReference } from "../../src/docs/reference-files.js";
import { loadDocument } from "../../src/document/index.js";
import { type BusinessId, createClient, type OrderId, orThrow } from "../../src/index.js";
import { createSandbox, type Sandbox, selfSignedAssertion } from "../../src/sandbox/index.js";
import { REAL_CLOCK } from "../../src/sandbox/real-clock.js";

const samples = [...createCodeSamples(loadDocument("spec/openapi.yaml"), "JavaScript")].map(
  ([operation, [curl, javaScript]]) => {
    return [operation.id, { curl: curl?.source ?? "", javaScript: javaScript?.source ?? "" }] as const;
  },
);

/** The samples that `contract docs` makes of a spec without `x-codeSamples`. */
const made = createReference(loadDocument("spec/openapi.yaml")).entries.flatMap(({ id, path, body }) => {
  const [, curl = ""] = /^```sh title="curl"\n([\s\S]*?)\n```$/m.exec(body) ?? [];
  return id === undefined || path.startsWith("events/") ? [] : [[id, curl] as const];
});

/** The statuses of samples that no sandbox accepts: their signed assertion or subscription does not exist. */
const REFUSED: Readonly<Record<string, number>> = { createToken: 401, getSubscription: 404 };

/** The values that the sample of a patch replaces, removes and keeps. */
const totals = { transactionFees: [], transactionAmount: 495, orderAmount: 495 };
const amounts = { netTotal: 495, authorizedTotals: totals, capturedTotals: totals };

test("the commands before them set every variable that they use", () => {
  expect(SAMPLES_SETUP).toContain("npx contract token --env");
  const used = samples.flatMap(([, { curl, javaScript }]) => [
    ...[...curl.matchAll(/\$([A-Z_]+)/g)].map(([, name]) => name),
    ...[...javaScript.matchAll(/\b([A-Z_]+)(?:: \w+)? = ""/g)].map(([, name]) => name),
  ]);
  // test/cli/commands/token.test.ts checks these in `contract token --env`.
  expect([...new Set(used)].sort()).toEqual(["APPLICATION", "BILLING_URL", "BUSINESS", "TOKEN", "URL"]);
});

describe("the samples of the reference", () => {
  let sandbox: Sandbox;
  let own: Readonly<Record<"URL" | "BILLING_URL" | "TOKEN" | "BUSINESS" | "APPLICATION", string>>;

  beforeAll(async () => {
    sandbox = await createSandbox({ seed: "samples" });
    const { demo, url, billingUrl } = sandbox;
    if (demo === undefined) throw new Error("the seed data has no application whose key is known");
    const client = createClient({ baseUrl: url, signIn: { oauth2: "none" } });
    const assertion = await selfSignedAssertion({
      ...demo,
      privateKeyPem: demo.privateKey,
      now: REAL_CLOCK.now(),
      jti: "1",
    });
    const { accessToken } = orThrow(
      await client.createToken({
        body: { grantType: "urn:ietf:params:oauth:grant-type:jwt-bearer", assertion },
      }),
    );
    const BUSINESS = String(demo.businessId);
    own = { URL: url, BILLING_URL: billingUrl, TOKEN: String(accessToken), BUSINESS, APPLICATION: demo.applicationId };
  });
  afterAll(() => sandbox.close());

  beforeEach(async () => {
    const client = createClient({ baseUrl: own.URL, signIn: { oauth2: own.TOKEN } });
    for (const id of new Set(samples.flatMap(([, { curl }]) => /orders\/([0-9a-f-]{36})/.exec(curl)?.[1] ?? []))) {
      const path = { businessId: own.BUSINESS as BusinessId, orderId: id as OrderId };
      orThrow(await client.recordOrder({ params: { path }, body: { amounts } }));
    }
  });

  test("there are two for every operation of the service", () => {
    expect(samples).toHaveLength(12);
    for (const [id, { curl, javaScript }] of samples) {
      expect(curl, id).toMatch(/^curl /);
      expect(javaScript, id).toContain(`await client.${id}({`);
    }
  });

  const runCurl = (curl: string): Promise<number> => {
    const source = curl.replace("curl ", 'curl -s -o /dev/null -w "%{http_code}" ');
    return new Promise((got) => {
      execFile("/bin/sh", ["-c", source], { env: { ...process.env, ...own } }, (_, stdout) => got(Number(stdout)));
    });
  };

  test.each(samples)("%s gets a response from a shell", async (id, { curl }) => {
    expect(await runCurl(curl)).toBe(REFUSED[id] ?? (id === "createHook" ? 201 : 200));
  });

  test.each(made)("%s gets a response to the sample that is made of the spec", async (id, curl) => {
    const atSandbox = curl
      .replace(/https:\/\/[\w.-]+\.example/, /\/apps\//.test(curl) ? own.BILLING_URL : own.URL)
      .replaceAll(/7f3c1d52-4b8e-4a57-9c1e-2d6a8b0f4e11/g, own.BUSINESS)
      .replaceAll("urn%3Aaid%3A6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1", encodeURIComponent(own.APPLICATION))
      .replaceAll("urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1", own.APPLICATION);
    // The examples of the order id in the path and in the body differ.
    const expected = id === "recordOrder" ? 400 : id === "createHook" ? 201 : 200;
    expect(await runCurl(atSandbox), atSandbox).toBe(REFUSED[id] ?? expected);
  });

  test.each(samples)("%s gets a response from the client", async (id, { javaScript }) => {
    const [imported, ...program] = javaScript.split("\n");
    expect(imported).toBe('import { createClient, orThrow } from "commerce-contract";');
    const AsyncFunction = (async () => {}).constructor as new (
      ...parts: string[]
    ) => (...values: unknown[]) => Promise<void>;
    const run = new AsyncFunction("createClient", "orThrow", "process", "console", program.join("\n"))(
      ...[createClient, orThrow, { env: own }, { log: () => {} }],
    );
    if (id in REFUSED) await expect(run).rejects.toMatchObject({ kind: "refused", status: REFUSED[id] });
    else await run;
  });
});
