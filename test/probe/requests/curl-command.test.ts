import { expect, test } from "vitest";
import { formatCurlCommand } from "../../../src/probe/requests/serialize-request.js";
import { EXCHANGE_PART_POINTERS, type Exchange, type HeaderField } from "../../../src/recording/index.js";

type Sent = {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: readonly HeaderField[];
  readonly body?: string | Uint8Array;
  /** What the edit of the case does. */
  readonly what?: string;
};

const ORDERS = "https://service.example/orders";

const JSON_TYPE: HeaderField = ["Content-Type", "application/json"];
const FORM_TYPE: HeaderField = ["Content-Type", "application/x-www-form-urlencoded"];

const LINES: readonly (readonly [what: string, sent: Sent, has: string])[] = [
  ["credentials in a header", { headers: [["Authorization", "Bearer abc1"]] }, '"Authorization: Bearer $TOKEN"'],
  ["a name and a password", { headers: [["Authorization", "Basic YTpi"]] }, '-u "$TOKEN"'],
  ["credentials in the query", { url: "/orders?access_token=abc1&limit=2" }, '/orders?access_token=$TOKEN&limit=2"'],
  [
    "a secret in a body is not the token of the sender",
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
  ["a header that the spec marks", { headers: [["x-partner", "abc1"]] }, '"x-partner: $TOKEN"'],
  [
    "one that is wrong on purpose",
    { headers: [["X-Partner", "wrong-credentials"]] },
    "-H 'X-Partner: wrong-credentials'",
  ],
  ["another header", { headers: [["X-Partners", "abc2"]] }, "-H 'X-Partners: abc2'"],
  [
    "wrong ones beside others that are secret",
    { url: "/orders?api_key=wrong-credentials&voucherToken=abc1" },
    '/orders?api_key=wrong-credentials&voucherToken=$SECRET"',
  ],
  [
    "the value of a cookie that the case is about",
    { headers: [["Cookie", "ck=a!; session=abc1"]], what: 'ck: "a!", which does not match the pattern ^[a-z]+$' },
    `-H 'Cookie: ck=a!; session='"$TOKEN"`,
  ],
  [
    "that of a secret in a body",
    { headers: [JSON_TYPE], body: '{"password":"x","pin":"abc1"}', what: '/password: "x", shorter than 2' },
    `"password":"x"`,
  ],
  ["that of a parameter", { url: "/orders?token=a!&voucherToken=abc1", what: 'token: "a!", no match' }, "token=a!"],
  [
    "a secret cookie of the operation",
    { headers: [["Cookie", "voucherToken=abc1; s=abc1"]] },
    "voucherToken=$SECRET; s=$TOKEN",
  ],
];

/** The complete arguments after `curl -sS -i`, parsed by a shell. */
const WHOLE: readonly (readonly [what: string, sent: Sent, line: string])[] = [
  ["GET is what curl sends by itself", {}, `--path-as-is --globoff ${ORDERS}`],
  ["HEAD has no body to wait for", { method: "HEAD" }, `--head --path-as-is --globoff ${ORDERS}`],
  ["another method is named", { method: "DELETE" }, `-X DELETE --path-as-is --globoff ${ORDERS}`],
  [
    "GET with a body is named too, and the body has no type by itself",
    { body: "a" },
    `-X GET --path-as-is --globoff ${ORDERS} -H 'Content-Type:' --data-raw a`,
  ],
  [
    "what a shell would read is quoted",
    { url: "/orders?a=b&c='d'", headers: [["X-A", "$b `c`"]] },
    `--path-as-is --globoff '${ORDERS}?a=b&c='\\''d'\\''' -H 'X-A: $b \`c\`'`,
  ],
  ["an empty header ends in a semicolon", { headers: [["X-A", ""]] }, `--path-as-is --globoff ${ORDERS} -H 'X-A;'`],
  [
    "bytes that are no text are escaped",
    { headers: [["Content-Type", "image/png"]], body: Uint8Array.of(0x61, 0x27, 0x5c, 0x7e, 0x7f, 0xff, 0x09) },
    `-X GET --path-as-is --globoff ${ORDERS} -H 'Content-Type: image/png' --data-raw $'a\\x27\\x5c~\\x7f\\xff\\x09'`,
  ],
  [
    "control characters of a text are escaped",
    { headers: [JSON_TYPE], body: "a\n b" },
    `-X GET --path-as-is --globoff ${ORDERS} -H 'Content-Type: application/json' --data-raw $'a\\x0a b'`,
  ],
  [
    "a cookie that is wrong on purpose beside one that is secret",
    { headers: [["Cookie", "session=abc1; key=wrong-credentials"]] },
    `--path-as-is --globoff ${ORDERS} -H "Cookie: session=$TOKEN; key=wrong-credentials"`,
  ],
];

test.each(WHOLE)("%s: the whole line", (_, sent, line) => {
  expect(lineOf({ method: "GET", ...sent })).toBe(`curl -sS -i ${line}`);
});

test.each(LINES)("%s", (_, sent, has) => {
  const line = lineOf(sent);
  expect(line).toContain(has);
  expect(line).not.toMatch(/abc1|s3cret/);
});

function lineOf({ method = "POST", url = "/orders", headers = [], body, what }: Sent): string {
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  const exchange: Exchange = {
    request: {
      method,
      url: `https://service.example${url}`,
      headers,
      body: bytes === undefined ? { kind: "none" } : { kind: "bytes", bytes },
    },
    response: { status: 200, headers: [], body: { kind: "none" } },
    origin: { source: "curl", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  };
  const declared = new Set(["x-card-token", "vouchertoken"]);
  return formatCurlCommand(exchange, declared, new Set(["X-Partner"]), what === undefined ? undefined : { what });
}
