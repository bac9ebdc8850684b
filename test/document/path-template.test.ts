/** How the path template of an operation is split at its query and its fragment. */
import { expect, test } from "vitest";
import { parsePathTemplate } from "../../src/document/operations.js";

test.each([
  ["/a", "/a", []],
  ["/a?b", "/a", [{ name: "b" }]],
  [
    "/a/{i}?b=c&&d&=e&f=",
    "/a/{i}",
    [{ name: "b", value: "c" }, { name: "d" }, { name: "", value: "e" }, { name: "f", value: "" }],
  ],
  ["/a?b={c}&d={e&f=g}&h=i=j", "/a", [{ name: "b" }, { name: "d" }, { name: "f" }, { name: "h", value: "i=j" }]],
  ["/a?b=c#d&e=f", "/a", [{ name: "b", value: "c" }]],
  ["/a#b?c=d", "/a", []],
  ["/a?", "/a", []],
  ["/a?b?c=d", "/a", [{ name: "b?c", value: "d" }]],
])("%s", (template, path, query) => expect(parsePathTemplate(template)).toEqual({ path, query }));
