/** The changelog, for readers who call the API: sentences about every change of the cases. */
import { expect, test } from "vitest";
import { DIFF_CODES, type DiffCode } from "../../src/diff/index.js";
import { getClientAction, renderChangelog } from "../../src/report/diff/changelog.js";
import { baseText, difference, editedText, readCases } from "../diff/case.js";

const FILES = ["operations.yaml", "requests.yaml", "responses.yaml", "webhooks.yaml", "callbacks.yaml", "wire.yaml"];
const spec = (path: string) => ({ path, title: "Orders", version: "1" });

function write(old: string, next: string): string {
  return renderChangelog({
    difference: difference(old, next),
    ...{ old: spec("old.json"), new: spec("new.json"), failOn: "error", colour: false },
    tool: { name: "contract", version: "1" },
    source: { old: () => [], new: () => [] },
  });
}

test("says for every change that may break what a client has to do, and for no other", () => {
  const codes = Object.keys(DIFF_CODES) as DiffCode[];
  const isIdle = (code: DiffCode): boolean => DIFF_CODES[code].level === "info";
  expect(codes.filter((it) => !isIdle(it) && getClientAction(it) === undefined)).toEqual([]);
});

test.each(FILES)("states each change of %s for readers who call the API", (file) => {
  const changes = readCases(file).map((edit) => {
    const text = write(baseText(), editedText(edit)) + write(editedText(edit), baseText());
    const lines = text.split("\n").filter((it) => it.startsWith("- "));
    for (const line of lines) {
      expect(line).toMatch(/^- [A-Z`].*\.$/);
      // No words to the author of the spec, and names as they are: in code, without escapes and pointers.
      expect(line.replaceAll(/`[^`]*`/g, "")).not.toMatch(
        /to stay compatible|could not be determined|\b(request|response|webhook)\.[a-z-]+\.|\/\w/,
      );
    }
    return `${edit.title}\n${lines.join("\n")}`;
  });
  expect(changes.join("\n")).toMatchSnapshot();
});

test("puts breaking changes first, and what affects most operations", () => {
  const text = write(baseText(), editedText({ remove: ["/components/schemas/Order/properties/id"], set: {} }));
  expect(text).toMatchSnapshot();
});
