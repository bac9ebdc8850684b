import { expect, test } from "vitest";
import {
  EXCHANGE_PART_POINTERS,
  type Exchange,
  type RecordedBody,
  redactSecrets,
} from "../../../src/recording/index.js";

const texts: readonly (readonly [what: string, text: string, shown: string])[] = [
  ["an element", "<u><password>p</password><n>1</n></u>", "<u><password>[redacted]</password><n>1</n></u>"],
  ["with a prefix", '<a:secret xmlns:a="u">p</a:secret>', '<a:secret xmlns:a="u">[redacted]</a:secret>'],
  ["an attribute", `<u n="1" token = 'it"s'/>`, `<u n="1" token = '[redacted]'/>`],
  ["a value in an attribute", '<password value="p">q</password>', '<password value="[redacted]">[redacted]</password>'],
  ["elements within", "<secret><a>p</a>q</secret><b>r</b>", "<secret><a>[redacted]</a>[redacted]</secret><b>r</b>"],
  ["after an empty one", "<u><password/><b>r</b></u>", "<u><password/><b>r</b></u>"],
  ["a number", "<pin> 1234 </pin>", "<pin> 0 </pin>"],
  ["what is no secret", "<secret>true</secret>", "<secret>true</secret>"],
  ["an ordinary code", "<code>NOT_FOUND</code>", "<code>NOT_FOUND</code>"],
  ["a CDATA section", "<secret><![CDATA[<p>]]></secret>", "<secret><![CDATA[[redacted]]]></secret>"],
  [
    "comments and quotes that mislead",
    `<a b=">"><!-- <secret> --><c>d</c></a>`,
    `<a b=">"><!-- <secret> --><c>d</c></a>`,
  ],
  ["a text that is cut off", "<u><password>p", "<u><password>[redacted]"],
  ["a tag that is cut off", '<u><password token="p', '<u><password token="p'],
  ["by its looks", "<a>ghp_abcdefghijklmnopqrst</a>", "<a>[redacted]</a>"],
];

test.each(texts)("secrets in XML are removed: %s", (_, text, shown) => {
  expect(redacted({ kind: "text", text }, "application/xml")).toEqual({ kind: "text", text: shown });
});

test("bytes are read in their encoding", () => {
  const text = "<u><password>p</password></u>";
  for (const bytes of [Buffer.from(`\ufeff${text}`, "utf16le"), Buffer.from(text, "utf16le")])
    expect(redacted({ kind: "bytes", bytes }, "text/xml")).toEqual({
      kind: "text",
      text: "<u><password>[redacted]</password></u>",
    });
});

test.each([["<".repeat(1e6)], ['<a "'.repeat(5e5)], ["<secret>".repeat(3e5)], [`<a ${"b='".repeat(3e5)}`]])(
  "hostile text is scanned once",
  (text) => {
    expect(redacted({ kind: "text", text }, "application/xml").kind).toBe("text");
  },
);

function redacted(body: RecordedBody, type: string): RecordedBody {
  const exchange: Exchange = {
    request: { method: "GET", url: "https://a.example/", headers: [], body: { kind: "none" } },
    response: { status: 200, headers: [["Content-Type", type]], body },
    origin: { source: "case", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  };
  return redactSecrets(exchange).response.body;
}
