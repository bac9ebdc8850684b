import { expect, test } from "vitest";
import { type Exchange, type Header, ownParts } from "../../src/exchange/index.js";
import { curlLine } from "../../src/probe/curl.js";

type Sent = { readonly url?: string; readonly headers?: readonly Header[]; readonly body?: string };

const JSON_TYPE: Header = ["Content-Type", "application/json"];
const FORM_TYPE: Header = ["Content-Type", "application/x-www-form-urlencoded"];

const LINES: readonly (readonly [what: string, sent: Sent, has: string])[] = [
  ["credentials in a header", { headers: [["Authorization", "Bearer abc1"]] }, '"Authorization: Bearer $TOKEN"'],
  ["credentials in the query", { url: "/orders?access_token=abc1&limit=2" }, '/orders?access_token=$TOKEN&limit=2"'],
  [
    "a secret in a body is not the token of whoever sends it again",
    { headers: [JSON_TYPE], body: '{"secret":"s3cret","events":["A"]}' },
    `--data-raw '{"secret":"'"$SECRET"'","events":["A"]}'`,
  ],
  [
    "of several secrets each has its own place",
    { headers: [FORM_TYPE], body: "password=one&client_secret=two" },
    '--data-raw "password=$SECRET_1&client_secret=$SECRET_2"',
  ],
  ["a secret parameter of the operation", { headers: [["X-Card-Token", "abc1"]] }, '"X-Card-Token: $SECRET"'],
  ["one in the query", { url: "/orders?voucherToken=abc1" }, '/orders?voucherToken=$SECRET"'],
  [
    "credentials that are wrong on purpose",
    { headers: [["Authorization", "Bearer wrong-credentials"]] },
    "-H 'Authorization: Bearer wrong-credentials'",
  ],
  [
    "wrong ones beside others that are secret",
    { url: "/orders?api_key=wrong-credentials&voucherToken=abc1" },
    '/orders?api_key=wrong-credentials&voucherToken=$SECRET"',
  ],
];

test.each(LINES)("%s", (_, { url = "/orders", headers = [], body }, has) => {
  const exchange: Exchange = {
    request: {
      method: "POST",
      url: `https://service.example${url}`,
      headers,
      body: body === undefined ? { kind: "none" } : { kind: "bytes", bytes: Buffer.from(body) },
    },
    response: { status: 200, headers: [], body: { kind: "none" } },
    origin: { source: "curl", index: 0, pointer: "", parts: ownParts },
  };
  const line = curlLine(exchange, new Set(["x-card-token", "vouchertoken"]));
  expect(line).toContain(has);
  expect(line).not.toMatch(/abc1|s3cret/);
});
