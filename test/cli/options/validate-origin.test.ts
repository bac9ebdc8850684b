import { expect, test } from "vitest";
import { validateOrigin } from "../../../src/cli/options/validate-origin.js";

test.each(["https://docs.example", "http://localhost:4050", "http://[::1]"])("%s is an origin", (origin) => {
  expect(validateOrigin(origin)).toBe(origin);
});

test.each(["docs.example", "https://docs.example/", "https://docs.example/a", "https://DOCS.example", "*", ""])(
  "%j is not an origin",
  (origin) => {
    expect(() => validateOrigin(origin)).toThrow("Give an origin such as https://docs.example, without a path.");
  },
);
