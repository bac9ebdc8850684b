import { expect, test } from "vitest";
import { readHarEntry } from "../../../src/recording/formats/har/har-entry.js";
import { createExchange, createSmallContract, getCodes } from "../inline-contract.js";

const secured = (scheme: string): ReturnType<typeof createSmallContract> =>
  createSmallContract(
    '{ security: [{ k: [] }], responses: { "200": { description: d }, "401": { description: d } } }',
    `components: { securitySchemes: { k: ${scheme} } }`,
  );
const BEARER = "{ type: http, scheme: bearer }";
const FETCH = ["Sec-Fetch-Mode", "cors"] as const;

test.each([
  ["by a browser", BEARER, [FETCH]],
  ["by another client", BEARER, []],
  ["of a key", "{ type: apiKey, in: header, name: X-Key }", [FETCH]],
  ["beside cookies that were kept", BEARER, [FETCH, ["Cookie", "a=b"] as const]],
] as const)("credentials are missing in an exchange %s", (_, scheme, headers) => {
  const result = secured(scheme).check(createExchange({ headers, responseHeaders: [] }));
  expect(getCodes(result)).toContain("request.security.missing");
  expect(result.variants?.none).toMatchObject({
    verdict: "partial",
    findings: [],
    notLogged: ["credentials: no request of the recording has any"],
  });
});

test.each([
  ["with credentials", 200, [["Authorization", "Bearer a.b.c"] as const]],
  ["with redacted credentials", 200, [["Authorization", "[REDACTED]"] as const]],
  ["that is rejected", 401, []],
] as const)("an exchange %s has no variants", (_, status, headers) => {
  const result = secured(BEARER).check(createExchange({ headers, responseHeaders: [], status }));
  expect(result).toMatchObject({ verdict: "passed", findings: [] });
  expect(result.variants).toBeUndefined();
});

test("cookies that a HAR has next to the headers", () => {
  const request = { method: "GET", url: "https://a.example/a", headers: [], cookies: [{ name: "sid", value: "x" }] };
  const response = { status: 200, headers: [], content: { size: 0 } };
  const reading = readHarEntry({ request, response }, { source: "test", index: 0 });
  const contract = secured("{ type: apiKey, in: cookie, name: sid }");
  expect(reading.kind === "exchange" && contract.check(reading.exchange).verdict).toBe("passed");
  const without = readHarEntry({ request: { ...request, cookies: [] }, response }, { source: "test", index: 0 });
  expect(without.kind === "exchange" && contract.check(without.exchange).verdict).toBe("failed");
});
