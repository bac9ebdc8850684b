/** Invalid bodies of saved requests are reported at their location. */
import { expect, test } from "vitest";
import { readText } from "../recording-samples.js";
import { postman, read, url } from "./minimal-recordings.js";

test.each<readonly [what: string, body: unknown, pointer: string, reason: string]>([
  ["a body that is no object", 5, "", "5; expected an object with a mode"],
  ["a text that is none", { mode: "raw", raw: 5 }, "/raw", "5; expected a string"],
  ["a form that is no list", { mode: "urlencoded" }, "/urlencoded", "missing; expected an array of { key, value }"],
  [
    "a field that is no object",
    { mode: "urlencoded", urlencoded: [5] },
    "/urlencoded/0",
    "5; expected an object with key and value",
  ],
  [
    "a name that is no text",
    { mode: "urlencoded", urlencoded: [{ key: 5 }] },
    "/urlencoded/0/key",
    "5; expected a string",
  ],
  [
    "a value that is no text",
    { mode: "urlencoded", urlencoded: [{ value: 5 }] },
    "/urlencoded/0/value",
    "5; expected a string",
  ],
])("%s is unreadable", async (_, body, pointer, reason) => {
  const readings = await readText(postman({ originalRequest: { url, body }, code: 204 }), read);
  const name = `originalRequest.body${pointer.replaceAll("/", ".")}`;
  const place = `/item/0/response/0/originalRequest/body${pointer}`;
  expect(readings).toEqual([
    { kind: "unreadable", unreadable: { source: "made", pointer: place, reason: `${name} is ${reason}` } },
  ]);
});
