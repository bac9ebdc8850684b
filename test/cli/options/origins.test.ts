import { expect, test } from "vitest";
import { collectOrigins } from "../../../src/cli/options/option-parsers.js";

test.each(["https://docs.example", "http://localhost:4050", "http://[::1]"])("%s is an origin", (origin) => {
  expect(collectOrigins(origin)).toEqual([origin]);
});

test.each(["docs.example", "https://docs.example/", "https://docs.example/a", "https://DOCS.example", "*", ""])(
  "%j is not an origin",
  (origin) => {
    expect(() => collectOrigins(origin)).toThrow("Give an origin such as https://docs.example, without a path.");
  },
);
