import { expect, test } from "vitest";
import { isAbsoluteUrl } from "../../src/recording/message.js";

test.each([
  ["https://host.example/a", true],
  ["https://servéces.example/a", true],
  ["https://host.example/küche?q=ß", true],
  ["https://日本.example/", true],
  ["/küche", false],
  ["https://ho st/é", false],
  ["no URL", false],
])("%s is classified as URL or not, consistently", (text, expected) => {
  // A string from JSON, checked often enough for V8 to optimize the function.
  const given = JSON.parse(JSON.stringify(text)) as string;
  let count = 0;
  for (let index = 0; index < 30_000; index += 1) if (isAbsoluteUrl(given) === expected) count += 1;
  expect(count).toBe(30_000);
});
