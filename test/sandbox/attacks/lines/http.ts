/** H8 to H14 and H17: targets, types, methods and headers. */
import { expect } from "vitest";
import { type Attack, call, get, ORDER, ORDERS, put, refused, responded } from "../attack.js";
import { framed, raw } from "../raw.js";
import type { RawRequest } from "../raw-http.js";
import { A, B, orderOf } from "../tenants.js";

const order = orderOf(A, 0);

/** A request with forwarding headers; links must still be paths. */
const spoofed = (headers: RawRequest["headers"] = []): Attack => ({
  line: "H17",
  title: headers.map(([name]) => name).join(),
  run: async (field) => {
    const got = await field.send(call({ path: `${ORDERS}?limit=1`, headers }, field));
    expect(got.status).toBe(200);
    expect(got.json.links[0].href).toMatch(/^\/businesses\/[0-9a-f-]{36}\/orders\?/);
    expect(got.text).not.toContain("evil");
  },
});

const TYPES = [
  "text/plain",
  "application/jsonx",
  "application/json, text/plain",
  "application",
  "/",
  "json",
  "*/*",
].concat(["application/json; charset", "text/plain\tapplication/json", "application/x-www-form-urlencoded"]);

export const HTTP_LINES: readonly Attack[] = [
  ...["..%2f..%2fetc", "%2e%2e", "..%2f..%2f..%2fetc%2fpasswd", ".%2e/.%2e/", "..\\..\\etc", "%252e%252e"].map((id) =>
    refused("H8", id, get(`${ORDERS}/${id}`), { status: [400, 404] }),
  ),
  ...["../../../etc/passwd", "./../../", `../${A.orderIds[1]}/../${A.orderIds[0]}`].map((id) =>
    refused("H8", id, get(`${ORDERS}/${id}`), { status: [400, 404] }),
  ),
  ...[
    "%00",
    "%0d%0aX-Injected:%201",
    "%ff",
    "%E0%A4%A",
    "%",
    "%zz",
    "%c0%af",
    "%ed%a0%80",
    `${A.orderIds[0]}%00`,
  ].flatMap((id) => [
    refused("H9", `in the path: ${id}`, get(`${ORDERS}/${id}`), { status: [400, 404] }),
    responded("H9", `in the query: ${id}`, get(`${ORDERS}?orderNumber=${id}`), [200, 400]),
  ]),
  ...[200, 5000].map((length) =>
    refused("H10", `an id of ${length} characters`, get(`${ORDERS}/${"a".repeat(length)}`), {
      status: [400, 404, 414],
    }),
  ),
  refused("H10", "PUT to an id of 200 characters", put(order, `${ORDERS}/${"a".repeat(200)}`)),
  refused("H10", "PUT to an id that is no UUID", put({ ...order, id: undefined }, `${ORDERS}/1`)),
  ...TYPES.map((type) =>
    refused("H11", JSON.stringify(type), (field) =>
      call({ method: "PUT", path: ORDER, body: JSON.stringify(order), headers: [["Content-Type", type]] }, field),
    ),
  ),
  refused("H11", "no type", (field) => {
    const { headers = [], ...rest } = put(order)(field);
    return { ...rest, headers: headers.filter(([name]) => name !== "Content-Type") };
  }),
  refused("H11", "two types", (field) => {
    const request = put(order)(field);
    return { ...request, headers: [...(request.headers ?? []), ["Content-Type", "text/plain"]] };
  }),
  ...[
    "APPLICATION/JSON",
    "application/json ; charset=utf-8",
    "application/json\t;charset=UTF-8",
    'application/json;charset="utf-8"',
  ].map((type) =>
    responded("H11", `${JSON.stringify(type)}, which is one`, (field) =>
      call({ method: "PUT", path: ORDER, body: JSON.stringify(order), headers: [["Content-Type", type]] }, field),
    ),
  ),
  ...[[], ["a", "b"], ["a", "a"], ["x".repeat(129)], ["é"], [""], ["a\tb"]].map((ids) =>
    refused("H12", JSON.stringify(ids).slice(0, 30), (field) => {
      const { headers = [], ...rest } = put(order)(field);
      const others = headers.filter(([name]) => name !== "Service-Request-Id");
      return { ...rest, headers: [...others, ...ids.map((id) => ["Service-Request-Id", id] as const)] };
    }),
  ),
  raw(
    "H12",
    "CR and LF in it",
    framed("Service-Request-Id: a\r\n\r\nGET / HTTP/1.1\r\nContent-Length: 2", "{}"),
    [400],
  ),
  ...["TRACE", "DELETE", "OPTIONS", "POST", "PROPFIND", "PURGE", "M-SEARCH"].map((method) =>
    refused("H13", method, (field) => call({ method, path: ORDER }, field), { status: 405 }),
  ),
  raw("H13", "CONNECT", () => "CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n", [405]),
  refused(
    "H13",
    "DELETE with an override",
    (field) => call({ path: ORDERS, headers: [["X-HTTP-Method-Override", "PUT"]], method: "DELETE" }, field),
    {
      status: 405,
    },
  ),
  responded("H13", "X-HTTP-Method-Override changes nothing", (field) =>
    call(
      {
        path: ORDER,
        headers: [
          ["X-HTTP-Method-Override", "PATCH"],
          ["X-Method-Override", "DELETE"],
        ],
      },
      field,
    ),
  ),
  ...["h2c", "websocket", "TLS/1.0"].map((protocol) =>
    responded(
      "H14",
      protocol,
      (field) =>
        call(
          {
            path: ORDERS,
            headers: [
              ["Connection", "Upgrade, HTTP2-Settings"],
              ["Upgrade", protocol],
              ["HTTP2-Settings", "AAMAAABk"],
            ],
          },
          field,
        ),
      [200, 400],
    ),
  ),
  spoofed([
    ["X-Forwarded-Host", "evil.example"],
    ["X-Forwarded-Proto", "javascript"],
    ["X-Forwarded-Prefix", "/evil"],
  ]),
  spoofed([["Host", "evil.example"]]),
  spoofed([
    ["Forwarded", "host=evil.example;proto=http"],
    ["X-Original-URL", `/businesses/${B.businessId}/orders`],
  ]),
  spoofed([
    ["X-Rewrite-URL", "/evil"],
    ["X-Forwarded-For", "127.0.0.1"],
    ["True-Client-IP", "evil"],
  ]),
];
