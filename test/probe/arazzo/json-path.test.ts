/** The queries of RFC 9535: the bookstore of section 1.5, filters of section 2.3.5, and invalid expressions. */
import { expect, test } from "vitest";
import { JsonPathError, selectJsonPath } from "../../../src/probe/arazzo/runtime-expression.js";

const STORE = {
  store: {
    book: [
      { category: "reference", author: "Nigel Rees", price: 8.95 },
      { category: "fiction", author: "Evelyn Waugh", price: 12.99 },
      { category: "fiction", author: "Herman Melville", isbn: "0-553-21311-3", price: 8.99 },
      { category: "fiction", author: "J. R. R. Tolkien", isbn: "0-395-19395-8", price: 22.99 },
    ],
    bicycle: { color: "red", price: 399 },
  },
};
const LIST = { a: [3, 5, 1, 2, 4, 6, { b: "j" }, { b: "k" }, { b: {} }, { b: "kilo" }], e: "f", "j j": 0 };

test.each<[string, readonly unknown[]]>([
  ["$.store.book[*].author", ["Nigel Rees", "Evelyn Waugh", "Herman Melville", "J. R. R. Tolkien"]],
  ["$..author", ["Nigel Rees", "Evelyn Waugh", "Herman Melville", "J. R. R. Tolkien"]],
  ["$.store..price", [8.95, 12.99, 8.99, 22.99, 399]],
  ["$..book[2].author", ["Herman Melville"]],
  ["$..book[2].publisher", []],
  ["$..book[-1].author", ["J. R. R. Tolkien"]],
  ["$..book[0,1].price", [8.95, 12.99]],
  ["$..book[:2].price", [8.95, 12.99]],
  ["$..book[::-2].price", [22.99, 12.99]],
  ["$..book[?@.isbn].price", [8.99, 22.99]],
  ["$..book[?@.price<10].price", [8.95, 8.99]],
  ["$.store.book[?(@.price < 10 && @.category == 'fiction')].price", [8.99]],
  ["$.store.book[?!@.isbn || @.price > 20].price", [8.95, 12.99, 22.99]],
  ["$.store.book[?length(@.author) == 10].price", [8.95]],
  ["$.store.book[?match(@.author, 'J.*n')].price", [22.99]],
  ["$.store.book[?search(@.author, 'M')].price", [8.99]],
  ["$.store[?count(@.*) == 2].color", ["red"]],
  ["$.store.book[?@.price == $.store.book[0].price].author", ["Nigel Rees"]],
])("%s", (expression, expected) => {
  expect(selectJsonPath(STORE, expression)).toEqual(expected);
});

test.each<[string, readonly unknown[]]>([
  ["$.a[?@.b == 'kilo']", [{ b: "kilo" }]],
  ["$.a[?(@.b == 'kilo')]", [{ b: "kilo" }]],
  ["$.a[?@ > 3.5]", [5, 4, 6]],
  ["$.a[?@.b].b", ["j", "k", {}, "kilo"]],
  ['$.a[?@<2 || @.b == "k"]', [1, { b: "k" }]],
  ["$.a[?@.b != 'j' && @.b]", [{ b: "k" }, { b: {} }, { b: "kilo" }]],
  ["$['j j']", [0]],
  ["$[?@.absent == @.other].b", []],
  ["$.a[1:3]", [5, 1]],
  ["$", [LIST]],
])("%s", (expression, expected) => {
  expect(selectJsonPath(LIST, expression)).toEqual(expected);
});

test.each(["a", "$.", "$[", "$[0", "$[?@.a ==]", "$[?'a']"])("%s is invalid", (expression) => {
  expect(() => selectJsonPath({}, expression)).toThrow(JsonPathError);
  expect(() => selectJsonPath({}, expression)).toThrow(`${expression}: `);
});
