/** Headers of HAR messages, completed by cookies and media types that are recorded beside them. */
import { expect, test } from "vitest";
import {
  addContentType,
  readHarRequestHeaders,
  readHarResponseHeaders,
} from "../../../../src/recording/formats/har/har-entry.js";

const field = (name: string, value: string): object => ({ name, value });
const COOKIES = [field("a", "1"), { name: "b" }, { value: "c" }, "d", field("e", "")];

test("cookies of a request become a header unless there is one", () => {
  expect(readHarRequestHeaders({ cookies: COOKIES })).toEqual({
    headers: [["Cookie", "a=1; e="]],
    pointers: ["/cookies"],
    isRecorded: false,
  });
  expect(readHarRequestHeaders({ headers: [field("X", "1")], cookies: COOKIES })).toEqual({
    headers: [
      ["X", "1"],
      ["Cookie", "a=1; e="],
    ],
    pointers: ["/0", "1/cookies"],
    isRecorded: true,
  });
  const known = { headers: [["cookie", "a=2"]], isRecorded: true };
  expect(readHarRequestHeaders({ headers: [field("cookie", "a=2")], cookies: COOKIES })).toEqual(known);
  for (const cookies of [undefined, "a=1", [], [{}]])
    expect(readHarRequestHeaders({ headers: null, cookies })).toEqual({ headers: [], isRecorded: false });
});

test("cookies of a response become one header each unless there is one", () => {
  const cookies = [
    { ...field("a", "1"), path: "/", domain: "d.example", expires: "then", httpOnly: true, secure: true },
    { ...field("b", "2"), path: "", domain: null, expires: 5, httpOnly: false, secure: "true" },
  ];
  expect(readHarResponseHeaders({ headers: [field("X", "1")], cookies })).toEqual({
    headers: [
      ["X", "1"],
      ["Set-Cookie", "a=1; Path=/; Domain=d.example; Expires=then; Secure; HttpOnly"],
      ["Set-Cookie", "b=2"],
    ],
    pointers: ["/0", "1/cookies", "1/cookies"],
    isRecorded: true,
  });
  const known = { headers: [["Set-Cookie", "z=1"]], isRecorded: true };
  expect(readHarResponseHeaders({ headers: [field("Set-Cookie", "z=1")], cookies })).toEqual(known);
  expect(readHarResponseHeaders({ headers: [field("X", "1")], cookies: [] })).toEqual({
    headers: [["X", "1"]],
    isRecorded: true,
  });
});

const text = { kind: "text", text: "a" } as const;
const FORM = "multipart/form-data";
const WHOLE = `${FORM}; boundary=b`;
const lists = {
  empty: { headers: [], isRecorded: false },
  other: { headers: [["X", "1"]], isRecorded: true },
  json: {
    headers: [
      ["X", "1"],
      ["CONTENT-TYPE", "application/json"],
    ],
    isRecorded: true,
  },
  form: {
    headers: [
      ["X", "1"],
      ["content-type", FORM],
    ],
    isRecorded: true,
  },
  whole: { headers: [["content-type", `${FORM}; boundary=own`]], isRecorded: true },
} as const;

test("a media type is added only where the headers lack it", () => {
  const add = (list: keyof typeof lists, mimeType: unknown) => addContentType(lists[list], text, mimeType, "/m");
  expect(add("empty", "text/plain")).toEqual({
    headers: [["Content-Type", "text/plain"]],
    pointers: ["/m"],
    isRecorded: false,
  });
  expect(add("other", "text/plain")).toEqual({
    headers: [
      ["X", "1"],
      ["Content-Type", "text/plain"],
    ],
    pointers: ["/0", "1/m"],
    isRecorded: true,
  });
  expect(add("form", WHOLE)).toEqual({
    headers: [
      ["X", "1"],
      ["content-type", WHOLE],
    ],
    isRecorded: true,
  });
  for (const mimeType of ["", "x-unknown", undefined, 5]) expect(add("empty", mimeType)).toBe(lists.empty);
  for (const [list, mimeType] of [
    ["json", "text/plain"],
    ["json", WHOLE],
    ["form", FORM],
    ["whole", WHOLE],
  ] as const)
    expect(add(list, mimeType)).toBe(lists[list]);
  expect(addContentType(lists.empty, { kind: "none" }, "text/plain", "/m")).toBe(lists.empty);
});

test("a list with pointers of its own keeps them", () => {
  const list = { headers: [["X", "1"]] as const, pointers: ["/4"], isRecorded: true };
  expect(addContentType(list, text, "text/plain", "/m").pointers).toEqual(["/4", "1/m"]);
});
