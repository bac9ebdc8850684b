import { expect, test } from "vitest";
import { orderResults } from "../../site/reference/search-order.js";

const result = (type: string, title: string) => ({ item: { type, title } });
const many = (type: string, count: number) => Array.from({ length: count }, (_, at) => result(type, `${type} ${at}`));
const order = (query: string, found: readonly ReturnType<typeof result>[]): string[] =>
  orderResults(query, found).map(({ item }) => item.title);

test.each([
  [
    "operations before schemas, and these before headings",
    "order",
    [result("heading", "Orders guide"), result("model", "OrderList"), result("operation", "List orders")],
    ["List orders", "OrderList", "Orders guide"],
  ],
  [
    "operations before the schema whose name was typed",
    " orderlist ",
    [result("model", "OrderList"), result("operation", "List orders")],
    ["List orders", "OrderList"],
  ],
  [
    "what has the name that was typed first among its kind",
    " orderlist ",
    [
      result("model", "OrderListItem"),
      result("model", "OrderList"),
      result("operation", "List orders"),
      result("operation", "OrderList"),
    ],
    ["OrderList", "List orders", "OrderList", "OrderListItem"],
  ],
  [
    "results of a kind as they were found",
    "order",
    [result("webhook", "Order changed"), result("operation", "List orders")],
    ["Order changed", "List orders"],
  ],
])("shows %s", (_, query, found, titles) => {
  expect(order(query, found)).toEqual(titles);
});

test.each(["/pets/{petId}", "put /pets/{petid}"])("shows the operation of %s first", (query) => {
  const at = (method: string, path: string) => ({ item: { type: "operation", title: `${method} pets`, method, path } });
  const [first] = orderResults(query, [
    at("get", "/pets"),
    at("get", "/pets/{petId}/photo"),
    at("put", "/pets/{petId}"),
  ]);
  expect(first?.item).toMatchObject({ method: "put", path: "/pets/{petId}" });
});

test("shows some results of each kind", () => {
  const titles = order("x", [...many("model", 40), ...many("operation", 40), ...many("tag", 40)]);
  expect([titles[0], titles[15], titles[25], titles.length]).toEqual(["operation 0", "model 0", "tag 0", 35]);
});

test("shows the schema whose name was typed, however many were found before it", () => {
  const titles = order("the one", [...many("operation", 40), ...many("model", 40), result("model", "The One")]);
  expect([titles[15], titles[16], titles.length]).toEqual(["The One", "model 0", 25]);
});
