import { expect, test } from "vitest";
import { createHookedFetch } from "../../../src/client/index.js";

test.each<[string, NonNullable<RequestInit["body"]>, number | undefined, RegExp | null]>([
  ["a text", "abcd", 4, /^text\/plain/],
  ["a file", new Blob(["abc"]), 3, null],
  ["a stream", new Blob(["abcde"]).stream(), undefined, null],
  ["a form", createForm(), undefined, /^multipart\/form-data; boundary=/],
])("the upload of %s is counted, and arrives", async (_, body, total, type) => {
  const seen: (readonly [number, number | undefined])[] = [];
  const hooked = createHookedFetch({
    onUpload: (sent, all) => seen.push([sent, all]),
    fetch: async (url, init) => {
      const request = new Request(url, init);
      return new Response(await request.arrayBuffer(), { headers: request.headers });
    },
  });
  const response = await hooked("https://lib.example/", { method: "POST", body });
  const { byteLength } = await response.clone().arrayBuffer();
  expect(seen.at(-1)?.[0]).toBe(byteLength);
  if (total !== undefined) expect(seen.at(-1)).toEqual([total, total]);
  if (type === null) expect(response.headers.get("content-type")).toBeNull();
  else expect(response.headers.get("content-type")).toMatch(type);
});

function createForm(): FormData {
  const form = new FormData();
  form.set("file", new Blob(["x".repeat(100)]));
  return form;
}
