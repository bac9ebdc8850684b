import { describe, expect, test } from "vitest";
import { maskCardNumbers } from "../../../src/recording/index.js";
import { createRequestLog, type RequestLog } from "../../../src/sandbox/requests/request-log.js";

const PAN = "4111111111111111";

function add(log: RequestLog, body: string, url = "http://127.0.0.1:4010/orders") {
  return log.add(
    {
      request: {
        method: "PUT",
        url,
        headers: [
          ["Authorization", "Bearer abc.def.ghi"],
          ["Content-Type", "application/json"],
        ],
        body: { kind: "text", text: body },
      },
      response: { status: 200, headers: [], body: { kind: "none" } },
    },
    { at: 0, duration: 1 },
  );
}

test("only the last exchanges are kept, limited by number and bytes", () => {
  const few = createRequestLog({ entries: 3, bytes: 1e9 });
  for (let time = 0; time < 10; time += 1) add(few, "{}");
  expect(few.entries().map(({ id }) => id)).toEqual([8, 9, 10]);
  expect(few.find(8)?.exchange.origin.pointer).toBe("/7");
  expect(few.find(7)).toBeUndefined();
  const small = createRequestLog({ entries: 1000, bytes: 10_000 });
  for (let time = 0; time < 50; time += 1) add(small, "x".repeat(1000));
  expect(small.entries().length).toBeLessThan(8);
  expect(small.entries().at(-1)?.id).toBe(50);
});

test("a body that is too large to keep is recorded as missing", () => {
  const entry = add(createRequestLog(), "x".repeat(300_000));
  expect(entry.exchange.request.body).toEqual({
    kind: "missing",
    reason: "the body of 300000 bytes exceeds the limit of the log (262144 bytes)",
  });
});

test("secrets are removed before an exchange is returned", () => {
  const log = createRequestLog();
  add(log, `{"secret": "s3cret-of-a-hook", "password": "open-sesame", "note": "paid by ${PAN}"}`);
  add(log, "{}", `http://127.0.0.1:4010/token?access_token=planted-token&card=${PAN}`);
  const text = JSON.stringify(log.entries());
  for (const secret of ["s3cret-of-a-hook", "open-sesame", "abc.def.ghi", "planted-token", PAN])
    expect(text).not.toContain(secret);
});

const FORM = "multipart/form-data; boundary=x";

function form(name: string, value: string): string {
  return `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n--x--\r\n`;
}

describe("secrets without a name in JSON or a form", () => {
  const cases: readonly (readonly [body: string, contentType: string, kept: string])[] = [
    ['{"\\u0073ecret": "s3cret"}', "application/json", '{"\\u0073ecret": "[redacted]"}'],
    ["{'secret': 's3cret'}", "application/json", "[redacted]"],
    ["password=s3cret", "text/plain", "[redacted]"],
    ['{"password": "s3cret"}', "application/x-www-form-urlencoded", "[redacted]"],
    ["password=s3cret&a=b", "application/x-www-form-urlencoded", "password=[redacted]&a=b"],
    ['name="password"\r\n\r\ns3cret', "multipart/form-data; boundary=x", "[redacted]"],
    [form("password", "s3cret"), FORM, form("password", "[redacted]")],
    [form("note", "my password is s3cret"), FORM, form("note", "[redacted]")],
    [form("meta", '{"password": "s3cret", "a": 1}'), FORM, form("meta", '{"password": "[redacted]", "a": 1}')],
    [form("note", "hello"), FORM, form("note", "hello")],
    ["p\0a\0s\0s\0", "application/json", "[redacted]"],
    ['{"orderNumber": "1",}', "application/json", '{"orderNumber": "1",}'],
  ];
  test.each(cases)("%j as %s: %j", (body, contentType, kept) => {
    const request = { method: "POST", url: "/hooks", headers: [["Content-Type", contentType]] as const };
    const sent = { ...request, body: { kind: "bytes", bytes: Buffer.from(body) } as const };
    const response = { status: 400, headers: [], body: { kind: "none" } as const };
    const entry = createRequestLog().add({ request: sent, response }, { at: 0, duration: 1 });
    expect(entry.exchange.request.body).toEqual({ kind: "text", text: kept });
  });
});

describe("card numbers", () => {
  const cases: readonly (readonly [text: string, masked: string])[] = [
    [`"${PAN}"`, '"411111******1111"'],
    [`{"number": ${PAN}}`, '{"number": 4111110000001111}'],
    [`[${PAN},1]`, "[4111110000001111,1]"],
    ['"378282246310005"', '"378282*****0005"'],
    ['"4111111111111112"', '"4111111111111112"'],
    ['"1772000000000"', '"1772000000000"'],
    ['"3e5a7c91-0b2d-4f68-a1c3-411111111111"', '"3e5a7c91-0b2d-4f68-a1c3-411111111111"'],
    ['"411111******1111"', '"411111******1111"'],
    [`q=%22${PAN}%22`, "q=%224111110000001111%22"],
    [`%2F${PAN}%2f`, "%2F4111110000001111%2f"],
    [`card ${PAN}.`, "card 4111110000001111."],
    [`PAN${PAN}D2512`, "PAN4111110000001111D2512"],
    ["4111 1111 1111 1111, 4111-1111-1111-1111", "4111 1100 0000 1111, 4111-1100-0000-1111"],
    ["4111%201111%201111%201111", "4111%201100%200000%201111"],
    ["4111 1111 1111 1112", "4111 1111 1111 1112"],
    [`[0.${PAN}, ${PAN}.5]`, `[0.${PAN}, ${PAN}.5]`],
    ['{"emvTags": {"0x57": "4111111111111111D2512"}}', '{"emvTags": {"0x57": "00"}}'],
  ];
  test.each(cases)("%s", (text, masked) => expect(maskCardNumbers(text)).toBe(masked));
});
