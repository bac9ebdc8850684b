import { test } from "vitest";
import { isMassDelete, sortByDependency } from "../../../src/probe/graph/operation-order.js";
import {
  createTemplateMatcher,
  isSameResource,
  readParameterName,
  readPathShape,
  readReferenceName,
} from "../../../src/probe/graph/path-shape.js";
import { alignIdentifiers, makeFreshBody } from "../../../src/probe/graph/request-candidates.js";
import type { CaseRequest } from "../../../src/probe/requests/probe-case.js";
import { splitWords } from "../../../src/resources/index.js";
import { expectTable, map } from "./table.js";

const ID = "0c2f6f1e-0000-4000-8000-000000000000";
const OTHER_ID = "7d9e0c3a-1111-4111-8111-111111111111";

const WORDS = [
  ...[
    "orderId",
    "orderIDs",
    "order_ids",
    "X-Order-ID",
    "HTTPServer2Name",
    "boxes",
    "matches",
    "heroes",
    "status",
    "news",
  ],
  ...[
    "glass",
    "buses",
    "cities",
    "ties",
    "bus",
    "us",
    "s",
    "Straßen-Nr.",
    "__id",
    "",
    "APIKeys",
    "userIDsOld",
    "quizzes",
  ],
];

test("names", async () => {
  await expectTable("names", [
    ...map(WORDS, splitWords),
    ...map(
      [
        ...[
          ["id", "sessions"],
          ["session", "sessions"],
          ["session_id", "sessions"],
          ["slug", "blog-posts"],
        ],
        ...[
          ["orderNumber", "things"],
          ["number", ""],
          ["", "things"],
          ["x", "y"],
          ["userName", "users"],
          ["loginId", ""],
        ],
      ] as const,
      ([name, segment]) => readParameterName(name, segment),
    ),
    ...map(["teamId", "team_uuid", "id", "teamName", "parentTeamKey", "teamSlug", "guid", "key"], readReferenceName),
    ...map(
      [
        ...[
          ["order", "order"],
          ["order", "sales order"],
          ["sales order", "order"],
          ["border", "order"],
          ["", "order"],
        ],
        ...[
          ["order", ""],
          ["order item", "item order"],
        ],
      ] as const,
      ([one, other]) => isSameResource(one, other),
    ),
  ]);
});

const PATHS = [
  ...["/", "/things", "/things/", "/things/{id}", "/things/{thing}/parts/{partId}", "/v1/a-b/{x}.json", "/t/{a},{b}"],
  ...["/t/{a}/{b}", "/{tenant}/users", "/things/{id}/reset", "/a?b=1", "//a//{b}", "/search/{query}.{format}"],
];

test("paths", async () => {
  const match = createTemplateMatcher(PATHS);
  await expectTable("paths", [
    ...map(PATHS, readPathShape),
    ...map(
      [
        ...["/things/7", "/v2/things/7/", "https://a.example/things/7?x=1#y", "/things/7/parts/a%20b", "/things/%zz"],
        ...["/v1/a-b/1.json", "/v1/a-bX1.json", "/t/1,2", "/t/1/2", "http://", "things/7", "/things/", ""],
      ],
      match,
    ),
    ...map(
      [
        ...[
          "DELETE /things",
          "DELETE /things/{id}",
          "POST /things/reset",
          "POST /things/{id}/reset",
          "POST /purge-all",
        ],
        ...["GET /reset", "POST /things", "PUT /things", "POST /things/{id}", "POST /", "POST /things/clearing"],
      ],
      (it) => isMassDelete({ method: it.split(" ")[0] ?? "", path: it.split(" ")[1] ?? "" }),
    ),
    [
      "order",
      sortByDependency(
        [
          ...[
            "DELETE /a",
            "DELETE /a/{b}",
            "DELETE /a/{b}/c/{d}",
            "POST /a/reset",
            "POST /a/{b}/run",
            "POST /run",
            "POST /a",
          ],
          ...[
            "PATCH /a/{b}",
            "PUT /a/{b}",
            "PUT /a",
            "GET /a/{b}",
            "HEAD /a/{b}",
            "GET /a",
            "OPTIONS /a",
            "GET /a/{b}/c/{d}",
          ],
        ].map((it) => ({ method: it.split(" ")[0] ?? "", path: it.split(" ")[1] ?? "" })),
      ).map(({ method, path }) => `${method} ${path}`),
    ],
  ]);
});

test("fresh and aligned bodies", async () => {
  const request = (value: unknown, path: CaseRequest["path"] = {}): CaseRequest => ({
    ...{ path, query: {}, header: {}, cookie: {} },
    ...(value === undefined ? {} : { body: { contentType: "application/json", value } }),
  });
  const bodyOf = (it: CaseRequest): unknown => it.body && "value" in it.body && it.body.value;
  const bodies = [
    {
      name: "Ann",
      note: "n",
      id: OTHER_ID,
      size: 1,
      email: "a@b.example",
      website_url: "https://a.example/",
      path: "p",
    },
    { user: { login: "ann", deep: { code: "c" } }, list: [{ name: "x" }], username: "u", key: 7 },
    { name: "too long" },
    [{ name: "a" }],
    "text",
    undefined,
  ];
  const text = { ...request(undefined), body: { contentType: "text/plain", text: "name" } };
  const isShort = (it: CaseRequest): boolean => !JSON.stringify(bodyOf(it)).includes("too long-");
  const names = { shopId: "s1", count: 2, id: "from names" };
  const createId = (name: string): string => `new ${name}`;
  const aligned = [
    { shopId: "old", count: "old", other: { shopId: "old" }, list: [{ shopId: 1 }, { shopId: "x" }] },
    { id: "own", parentId: OTHER_ID, href: OTHER_ID, otherId: OTHER_ID, items: [{ id: OTHER_ID, parentId: "short" }] },
    [{ shopId: "old" }],
    null,
  ];
  await expectTable("bodies", [
    ...map(bodies, (it) => bodyOf(makeFreshBody(request(it), ID, isShort))),
    [text, makeFreshBody(text, ID, isShort)],
    ...map(aligned, (it) => bodyOf(alignIdentifiers(request(it, { a: 1, last: "path id" }), names, undefined))),
    ...map(aligned, (it) => bodyOf(alignIdentifiers(request(it), names, createId))),
    [text, alignIdentifiers(text, names, createId)],
  ]);
});
