/** Responses of many kinds. */
import { join } from "node:path";
import { test } from "vitest";
import {
  createReader,
  readAny,
  readBlob,
  readEvents,
  readJsonLines,
  readTextBody,
} from "../../../src/client/response/body-readers.js";
import {
  formatExcerpt,
  formatUrl,
  parseBody,
  readResponse,
  rejectRedirect,
} from "../../../src/client/response/read-response.js";
import { attempt, expectTable, map, type Row } from "../table.js";

function respond(body: string | null, type: string | undefined, status = 200): Response {
  const headers: Record<string, string> = type === undefined ? {} : { "content-type": type };
  return new Response(body, { status, headers });
}

test("bodies by their content type", async () => {
  const types = [
    "application/json",
    "application/json; charset=utf-8",
    "application/problem+json",
    "text/html",
    "",
    undefined,
    "image/svg+xml",
    "image/png",
    "TEXT/PLAIN",
    "application/jsonx",
  ];
  const rows: Row[] = [];
  for (const type of types) {
    const read = readAny(respond("[1]", type), undefined);
    const value = await read;
    rows.push([
      ["any", type],
      value instanceof Blob ? ["blob", await value.text()] : [value === undefined ? "left" : "read", value],
    ]);
  }
  const reader = createReader({ "text/csv": readTextBody, "image/*": readBlob, "*/*": readAny });
  for (const type of ["text/csv; header=present", "TEXT/CSV", "image/png", "text/plain", undefined]) {
    const value = await reader(respond("[1]", type), undefined);
    rows.push([["chosen", type], value instanceof Blob ? ["blob", await value.text()] : value]);
  }
  rows.push(["none", createReader({})(respond("", "a/b"), undefined)]);
  for (const type of ["application/octet-stream", "image/png", "application/problem+json"]) {
    const bytes = createReader({ "application/octet-stream": readBlob });
    rows.push([`bytes as ${type}`, await bytes(respond("x", type), undefined)]);
  }
  await expectTable(join(import.meta.dirname, "tables"), "bodies", rows);
});

test("streams", async () => {
  const rows: Row[] = [];
  const streams = [
    ...[
      "data: 1\n\n",
      'data: a\ndata: b\r\n\r\nevent: e\rid: 7\rdata: {"x":1}\r\r',
      ": comment\n\ndata\n\nid: a\0b\ndata: c\n\n",
      "event: only\n\ndata: rest",
    ],
    "data:no space\n\ndata:  two\n\nretry: 5\nid: 1\n\ndata: last\n\n",
  ];
  for (const text of streams) {
    const events: unknown[] = [];
    for await (const it of (await readEvents(respond(text, "text/event-stream"), undefined)) as AsyncIterable<unknown>)
      events.push(it);
    rows.push([text, events]);
  }
  for (const text of ['{"a":1}\n\n2\r\n"x"', "\u001e1\n\u001e[2]\n", "", "1\nbroken"]) {
    const values: unknown[] = [];
    try {
      for await (const it of (await readJsonLines(
        respond(text, "application/jsonl"),
        undefined,
      )) as AsyncIterable<unknown>)
        values.push(it);
    } catch (error) {
      values.push((error as Error).name);
    }
    rows.push([text, values]);
  }
  await expectTable(join(import.meta.dirname, "tables"), "streams", rows);
});

test("results and redirects", async () => {
  const rows: Row[] = [];
  for (const [body, type, status, empty] of [
    ...[
      ["{}", "application/json", 200],
      ["{}", "text/html", 200],
      ["<html>", "application/json", 200],
      ["", "application/json", 200],
      ["", undefined, 204],
    ],
    ...[
      ["", "text/html", 200, true],
      ["x", "text/html", 404],
      ['{"e":1}', "application/problem+json", 500],
      ["", undefined, 500],
      ["null", "application/json", 200],
    ],
    ["word ".repeat(60) + "t".repeat(30), "text/plain", 200],
  ] as unknown as readonly [string, string | undefined, number, true?][]) {
    const response = respond(status === 204 ? null : body, type, status);
    const info = { operation: "op", attempts: 1, response, status };
    const result = attempt(() =>
      readResponse([info, body, undefined, undefined] as never, empty === undefined ? {} : { empty }),
    );
    rows.push([
      [body, type, status, empty],
      typeof result === "string"
        ? result
        : JSON.parse(JSON.stringify(result, (key, it) => (key === "response" ? undefined : it))),
    ]);
  }
  for (const status of [200, 300, 301, 302, 303, 304, 305, 307, 308, 404]) {
    const response = new Response(null, { status, headers: { location: "https://u:p@b.example/path?secret#x" } });
    rows.push([
      ["redirect", status],
      typeof attempt(() =>
        rejectRedirect([{ operation: "op", attempts: 1, response, status }, "", undefined, undefined] as never),
      ) === "string"
        ? attempt(() =>
            rejectRedirect([{ operation: "op", attempts: 1, response, status }, "", undefined, undefined] as never),
          )
        : "passes",
    ]);
  }
  await expectTable(join(import.meta.dirname, "tables"), "results", [
    ...rows,
    ...map(["{}", "", "text", "1", '"x"', "null"], parseBody),
    ...map(["a\n\tb", "é!~", `x${"-".repeat(30)}y`, "short-token", "a ".repeat(150)], formatExcerpt),
    ...map(["https://u:p@a.example/b?c#d", "/b", "", "http://[", null], (it) => [
      formatUrl(it),
      formatUrl(it, "https://base.example/x/y"),
    ]),
  ]);
});
