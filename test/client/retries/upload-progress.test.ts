import { getRequestListener } from "@hono/node-server";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHookedFetch } from "../../../src/client/index.js";
import { keepPlatformGlobals } from "../../testing/frameworks/hono-server.js";

describe.each([
  ["of the platform", () => undefined],
  ["of Hono, which replaces them", () => getRequestListener(() => undefined as never)],
])("with the globals %s", (_, replaceGlobals) => {
  test.each<[string, NonNullable<RequestInit["body"]>, number | undefined, RegExp | null]>([
    ["a text", "abcd", 4, /^text\/plain;charset=UTF-8$/],
    ["bytes", new Uint8Array(5), 5, null],
    ["a file", new Blob(["abc"]), 3, null],
    ["a file with a type", new Blob(["abc"], { type: "image/png" }), 3, /^image\/png$/],
    ["a stream", new Blob(["abcde"]).stream(), undefined, null],
    ["a form", createForm(), undefined, /^multipart\/form-data; boundary=/],
  ])("the upload of %s is counted, and arrives", async (_, body, total, type) => {
    onTestFinished(keepPlatformGlobals());
    replaceGlobals();
    const seen: (readonly [number, number | undefined])[] = [];
    let arrived: Request | undefined;
    const hooked = createHookedFetch({
      onUpload: (sent, all) => seen.push([sent, all]),
      fetch: async (url, init) => {
        arrived = new Request(url, init);
        return new Response(await arrived.arrayBuffer());
      },
    });
    const response = await hooked("https://lib.example/", { method: "POST", body });
    const { byteLength } = await response.arrayBuffer();
    expect(seen.at(-1)?.[0]).toBe(byteLength);
    if (total !== undefined) expect(seen.at(-1)).toEqual([total, total]);
    const sent = arrived?.headers.get("content-type");
    if (type === null) expect(sent).toBeNull();
    else expect(sent).toMatch(type);
  });
});

function createForm(): FormData {
  const form = new FormData();
  form.set("file", new Blob(["x".repeat(100)]));
  return form;
}
