/** Lists whose pages have the next URL in a header. */
import { expect, test } from "vitest";
import { createClient, createLinkHeaderReader, defineList } from "../../../src/client/index.js";

const NEXT = "https://a.example/list?page=2";

test.each<[header: string | undefined, name: string, value: string, expected: readonly number[]]>([
  [undefined, "Link", `<${NEXT}>; rel="next"`, [1, 2]],
  [undefined, "Next-Page", NEXT, [1]],
  ["Next-Page", "Next-Page", NEXT, [1, 2]],
  ["Next-Page", "Link", `<${NEXT}>; rel="next"`, [1]],
])("the list of the header %s with %s", async (header, name, value, expected) => {
  const send = async (url: unknown) =>
    String(url) === NEXT ? Response.json([2]) : Response.json([1], { headers: { [name]: value } });
  const list = defineList("items", (body) => body, createLinkHeaderReader(header));
  const client = createClient({ list: { call: "GET /list", list } }, { baseUrl: "https://a.example", fetch: send });
  const { items } = client as unknown as { readonly items: () => AsyncIterable<number> };
  const found: number[] = [];
  for await (const item of items()) found.push(item);
  expect(found).toEqual(expected);
});
