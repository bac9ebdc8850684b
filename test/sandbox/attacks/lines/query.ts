/** Q: query parameters. */
import { type Attack, call, get, ORDERS, refused, responded, TRANSACTIONS } from "../attack.js";
import { A } from "../tenants.js";

/** Rejected by both lists or one of them. */
const bad = (line: string, query: string, paths: readonly string[] = [ORDERS, TRANSACTIONS]): readonly Attack[] =>
  paths.map((path) => refused(line, `${path.slice(-12)}?${query.slice(0, 80)}`, get(`${path}?${query}`)));
const fine = (line: string, query: string, path = TRANSACTIONS): Attack =>
  responded(line, query.slice(0, 80), get(`${path}?${query}`));
const modified = (value: string, status: number): Attack =>
  responded(
    "Q6",
    `${value} (${status})`,
    (field) => call({ path: ORDERS, headers: [["If-Modified-Since", value]] }, field),
    status,
  );

const TIMES = [
  ...[
    "yesterday",
    "2026-02-30T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-06-30T23:59:60Z",
    "2026-01-01T00:00:00%2B01:00",
  ],
  ...[
    "2026-01-01T00:00:00.000Z",
    "2026-01-01t00:00:00z",
    "10000-01-01T00:00:00Z",
    "%2B010000-01-01T00:00:00Z",
    "2026-01-01",
  ],
  ...[
    "1767225600",
    "2026-13-01T00:00:00Z",
    "2026-01-01T25:00:00Z",
    "2026-01-01T00:60:00Z",
    "",
    "-2026-01-01T00:00:00Z",
  ],
  ...["2026-01-01T00:00:00Z%00", "2026-01-01T00:00:00Z%20", "٢٠٢٦-01-01T00:00:00Z", "2026-01-01T00:00:00Z'--"],
];
const INJECTIONS = [
  "updatedAt;DROP TABLE orders",
  "(SELECT 1)",
  "1",
  "updatedAt'",
  "body",
  "sequence",
  "updated_at",
  "__proto__",
];
const LARGE = "2".repeat(400);

export const QUERY_LINES: readonly Attack[] = [
  ...["0", "101", "-1", "1e9", "1e2", "1.5", "", "abc", "0x10", "%205", "5%20", "%D9%A5", "%2B5", "NaN", LARGE].flatMap(
    (value) => bad("Q1", `limit=${value}`),
  ),
  ...[
    "limit=1&limit=2",
    "limit=1&limit=1",
    "startAt=2026-01-01T00:00:00Z&startAt=2026-01-01T00:00:00Z",
    "limit[]=1",
    "limit=1,2",
  ].flatMap((query) => bad("Q2", query)),
  ...TIMES.flatMap((time) => [
    ...bad("Q3", `startAt=${encoded(time)}`, [ORDERS]),
    ...bad("Q3", `endAt=${encoded(time)}`, [TRANSACTIONS]),
  ]),
  ...bad("Q4", "startAt=2026-01-02T00:00:00Z&endAt=2026-01-01T00:00:00Z"),
  ...[
    "-1",
    "9007199254740992",
    "1000000000",
    "1e3",
    "1.5",
    "999999999999",
    "1000000000000",
    "9007199254740991",
    "1000001000000100",
    "",
  ].flatMap((offset) => bad("Q5", `startOffset=${offset}`)),
  ...bad("Q5", `startOffset=${LARGE}`),
  modified("2026-01-01T00:00:00Z", 200),
  modified("Thu, 01 Jan 2026 00:00:00 GMT", 400),
  modified("yesterday", 400),
  modified("2026-02-30T00:00:00Z", 400),
  modified("Thu, 32 Jan 2026 00:00:00 GMT", 400),
  modified("", 400),
  responded("Q6", "startAt wins over a broken header", (field) =>
    call(
      { path: `${ORDERS}?startAt=2026-01-01T00:00:00Z`, headers: [["If-Modified-Since", "2026-01-01T00:00:00Z"]] },
      field,
    ),
  ),
  ...["opened", "UNKNOWN", "", "OPENED ", "' OR ''='"].map((status) =>
    responded("Q7", `orderStatus=${status}`, get(`${ORDERS}?orderStatus=${encodeURIComponent(status)}`), [200, 400]),
  ),
  ...["action=sale", "action=UNKNOWN", "status=captured", "status=%27%20OR%201=1--"].map((query) => fine("Q7", query)),
  ...INJECTIONS.flatMap((order) => bad("Q8", `orderBy=${encodeURIComponent(order)}`, [TRANSACTIONS])),
  ...bad("Q8", "orderBy=updatedAt", [ORDERS]),
  ...[
    "%",
    "_",
    "\\",
    "'",
    '"',
    "%%%%%%%%%%%%%%%%",
    "\\%",
    "a\\",
    "$1",
    "?",
    "' UNION SELECT body FROM orders--",
    "x".repeat(256),
  ].map((key) => fine("Q9", `searchKey=${encodeURIComponent(key)}`)),
  ...bad("Q9", `searchKey=${"x".repeat(257)}`, [TRANSACTIONS]),
  ...bad("Q9", `searchKey=${"x".repeat(10_000)}`, [TRANSACTIONS]),
  ...bad("Q9", "searchKey=%00", [TRANSACTIONS]),
  ...bad("Q10", `transactionIds=${Array(101).fill(A.transactionIds[0]).join()}`, [TRANSACTIONS]),
  // Scaled down from 10 000: more do not fit into the header limit (H6).
  ...bad("Q10", `transactionIds=${Array(7000).fill("a").join()}`, [TRANSACTIONS]),
  fine("Q10", `transactionIds=${Array(100).fill(A.transactionIds[0]).join()}`),
  ...[",,,", "", "a,,b", "%2C", "'", "*"].map((ids) =>
    responded("Q10", ids, get(`${TRANSACTIONS}?transactionIds=${ids}`), [200, 400]),
  ),
  ...bad("Q10", "transactionIds=a&transactionIds=%00", [TRANSACTIONS]),
  ...["1", "TRUE", "yes", "0", "on", "True", "", "truee", "null", "true,true"].flatMap((value) => [
    ...bad("Q11", `authOnly=${value}`, [TRANSACTIONS]),
    ...bad("Q11", `includeStaysAll=${value}`, [ORDERS]),
  ]),
  ...["1234567", "12345", "abcdef", "12345a", "١٢٣٤٥٦", "", "123456%0a", "-12345"].flatMap((value) =>
    bad("Q11", `cardNumberFirst6=${encoded(value)}`),
  ),
  ...["12345", "abcd", "123", "", "1e10"].flatMap((value) => bad("Q11", `cardNumberLast4=${value}`)),
  ...["", "a", "1.5", "1e400", LARGE].flatMap((value) => bad("Q11", `cardExpirationMonth=${value}`)),
  ...[
    "unknown=1",
    "LIMIT=5",
    "__proto__[x]=1",
    "__proto__=1",
    "constructor=1",
    "toString=1",
    "limit%00=1",
    "=1",
    "businessId=x",
  ]
    .concat(["limit[$gt]=1", "a".repeat(9000), "%ff=1", "%E0%A4%A=1", "startat=2026-01-01T00:00:00Z"])
    .flatMap((query) => bad("Q12", query)),
];

/** Percent-encodes a text unless it is already encoded. */
function encoded(text: string): string {
  return /%[0-9A-Fa-f]{2}/.test(text) ? text.replace(/[^\x21-\x7e]/g, encodeURIComponent) : encodeURIComponent(text);
}
