import { expect, test } from "vitest";
import { HAR_ENTRIES } from "../../../src/fast/entries/entry-format.js";
import { TemplateMemory } from "../../../src/fast/entries/entry-template.js";
import { EntryTemplateCache } from "../../../src/fast/entries/fast-entries.js";
import { readHarEntry } from "../../../src/recording/formats/har/har-entry.js";
import type { Exchange } from "../../../src/recording/index.js";

const MARK = "body-left-in-the-recording";
const HEAD = `{"_consumer":"shop","startedDateTime":"2026-01-31T10:00:00.000Z","time":20.5,"connection":"17","request":{"method":"PATCH","url":"https://host.example/a/1?b=2","httpVersion":"HTTP/1.1","cookies":[],"headers":[{"name":":authority","value":"host.example"},{"name":"Service-Request-Id","value":"abc-1"},{"name":"Accept","value":"*/*"}],"queryString":[],"postData":{"mimeType":"application/json","text":"{\\"a\\":1}"},"headersSize":-1,"bodySize":7},"response":{"status":200,"headers":[{"name":"Content-Type","value":"application/json"},{"name":"Date","value":"Thu, 01 Jan 2026 00:00:00 GMT"}],"content":{"size":300,"mimeType":"application/json","text":"`;
const TAIL = `"},"bodySize":300},"cache":{},"timings":{"send":1,"wait":18.2,"receive":-1}}`;
const BODY = "{}".repeat(150);
const AT = { source: "it.har", index: 7 };

test("an entry like an earlier one is read as without the cache", () => {
  const other = HEAD.replace("10:00:00.000Z", "11:11:11Z")
    .replace("20.5", "7")
    .replace("a/1?b=2", "c/%20/2#x")
    .replace("abc-1", "xyz")
    .replace('{\\"a\\":1}', '[\\"\\u00e9\\",\\n1]')
    .replace("Thu, 01", "Fri, 02");
  const tail = TAIL.replace("300", "299").replace("18.2", "1234.25");
  const filled = fill(learned(), other + BODY + tail);
  expect(filled?.exchange).toEqual(read(other + MARK + tail));
  expect(filled?.entry).toEqual({ startedDateTime: "2026-01-31T11:11:11Z", time: 7 });
  expect([filled?.body.start, filled?.body.end]).toEqual([other.length, other.length + BODY.length]);
});

test.each([
  ["another method", (it: string) => it.replace("PATCH", "POST")],
  ["another status", (it: string) => it.replace('"status":200', '"status":201')],
  ["another header", (it: string) => it.replace("*/*", "*")],
  ["another host", (it: string) => it.replace("host.example/a", "other.example/a")],
  ["a field more", (it: string) => it.replace('"cache":', '"_fromCache":"disk","cache":')],
  ["no size, as from a cache", (it: string) => it.replace('"bodySize":300', '"bodySize":0')],
  ["no number", (it: string) => it.replace("20.5", "020.5")],
  ["an escape in the address", (it: string) => it.replace("a/1", "a\\u002f1")],
  ["a line break in a text", (it: string) => it.replace("abc-1", "abc\n1")],
  ["no body of the request", (it: string) => it.replace('{\\"a\\":1}', "")],
  ["a wrong escape in the body of the request", (it: string) => it.replace('{\\"a\\":1}', "\\x")],
  ["something behind it", (it: string) => `${it} `],
  ["a bracket less", (it: string) => it.slice(0, -1)],
])("%s does not match the template", (_, edit) => {
  expect(fill(learned(), edit(HEAD + BODY + TAIL))).toBeUndefined();
});

test.each([
  ["a name that comes twice", HEAD.replace('"time":20.5', '"time":20.5,"time":20.5')],
  ["a name with an escape", HEAD.replace('"time"', '"t\\u0069me"')],
  ["a host with an escape", HEAD.replace("https://host.example/", "https://host.example\\u002fx/")],
  [
    "an object that comes twice",
    HEAD.replace('"response":', '"request":{"url":"https://host.example/a/1?b=2"},"response":'),
  ],
])("a template from %s does not mislead", (_, head) => {
  const templates = learned(head);
  const changed = (head + BODY + TAIL).replaceAll("a/1?b=2", "a/2?b=2").replaceAll("20.5", "21.5");
  const filled = fill(templates, changed);
  if (filled !== undefined) expect(filled.exchange).toEqual(read(changed.replace(BODY, MARK)));
});

test("an entry as Chrome writes it, with times of many digits after the body, matches", () => {
  const phases = ["blocked", "queued", "send", "wait", "receive"].map((name) => `"${name}":6.661321115680039`).join();
  const tail = `"}},"startedDateTime":"2026-01-31T10:00:00.000Z","time":80.48319008667022,"timings":{${phases}}}`;
  const head = HEAD.replace(/"startedDateTime":.*?"time":20.5,/, "");
  const other = tail.replace(/"(blocked|queued)":6.661321115680039/g, '"$1":-1').replace("80.48319008667022", "80.5");
  const filled = fill(learned(head, tail), head + BODY + other);
  expect(filled?.exchange).toEqual(read(head + MARK + other));
});

const VARIED = HEAD.replace('{"name":"Date"', '{"name":"ETag","value":"W/\\"1\\""},{"name":"Date"').replace(
  '"queryString":[]',
  '"queryString":[{"name":"b","value":"2"}]',
);
const varied = (tag: string, more = (it: string) => it): string => more(VARIED.replace('W/\\"1\\"', tag));

test.each([
  ["another value of the header", varied("2"), true],
  ["a value with quotation marks", varied('W/\\"\\"'), true],
  ["a value with letters beyond ASCII", varied("é"), true],
  ["a value with a line break", varied("1\\n2"), false],
  ["a value with another escape", varied("\\u0031"), false],
  ["no text", varied('"').replace('"""', "1"), false],
  ["another value of a header that did not differ", varied("2", (it) => it.replace("*/*", "*")), false],
  [
    "another parameter in the list",
    varied("2", (it) => it.replace('"name":"b","value":"2"', '"name":"c","value":"3"')),
    true,
  ],
])("%s, in a header that differed between two entries: %#", (_, head, matches) => {
  const filled = fill(
    learned(
      VARIED,
      TAIL,
      varied("x", (it) => it.replace('"value":"2"', '"value":"x"').replace('"name":"b"', '"name":"x"')),
    ),
    head + BODY + TAIL,
  );
  expect(filled?.exchange).toEqual(matches ? read(head + MARK + TAIL) : undefined);
});

// `-` is an entry that is read in full, `+` one that is checked from its bytes.
test.each([
  ["-".repeat(299), true],
  ["-".repeat(300), false],
  ["--+".repeat(400), true],
  ["---+".repeat(400), false],
])("after the entries %s, further ones are tried: %s", (entries, isTried) => {
  const it = learned();
  for (const entry of entries) it.templates.count(entry === "+");
  expect(fill(it, HEAD + BODY + TAIL) !== undefined).toBe(isTried);
});

test("an entry of a known kind gets a template, however many kinds follow", () => {
  const { templates, memory } = createTemplates();
  const learn = (text: string): void => {
    const reading = readHarEntry(JSON.parse(text), AT);
    if (reading.kind === "exchange") templates.learn(itemOf(memory, text), reading.exchange);
  };
  learn(HEAD + BODY + TAIL);
  for (let kind = 0; kind < 250; kind += 1) learn(HEAD.replace('"Accept"', `"Accept-${kind}"`) + BODY + TAIL);
  learn(HEAD + BODY + TAIL);
  expect(fill({ templates, memory }, HEAD + BODY + TAIL)).toBeDefined();
});

test("an entry that is nested deeply has no template", () => {
  const deep = HEAD.replace('"_consumer":"shop"', `"_consumer":"shop","_deep":${"[".repeat(4000)}${"]".repeat(4000)}`);
  expect(fill(learned(deep), deep + BODY + TAIL)).toBeUndefined();
});

test("a slot with any value, one byte off, is read as without the cache", () => {
  const whole = HEAD + BODY + TAIL;
  const templates = learned();
  let count = 0;
  for (let at = 0; at < whole.length; at += 1) {
    if (at >= HEAD.length && at < HEAD.length + BODY.length) continue;
    for (const byte of ['"', "\\", "0", "-", ".", "{", "}", ",", "/", "x", " ", "\n", ""]) {
      for (const rest of [at, at + 1]) {
        const edited = whole.slice(0, at) + byte + whole.slice(rest);
        const filled = fill(templates, edited);
        if (filled === undefined) continue;
        count += 1;
        const { start, end } = filled.body;
        expect(filled.exchange).toEqual(read(edited.slice(0, start) + MARK + edited.slice(end)));
      }
    }
  }
  expect(count).toBeGreaterThan(1000);
});

type Learned = { readonly templates: EntryTemplateCache; readonly memory: TemplateMemory };

/** @param earlier the start of an entry of the same kind */
function learned(head = HEAD, tail = TAIL, earlier = head): Learned {
  const { templates, memory } = createTemplates();
  // A template is created of the second entry of a kind.
  for (const text of [earlier + BODY + tail, head + BODY + tail]) {
    const reading = readHarEntry(JSON.parse(text), AT);
    if (reading.kind === "exchange") templates.learn(itemOf(memory, text), reading.exchange);
  }
  return { templates, memory };
}

function createTemplates(): Learned {
  const memory = new TemplateMemory();
  return { templates: new EntryTemplateCache(memory, HAR_ENTRIES), memory };
}

function fill({ templates, memory }: Learned, text: string): ReturnType<EntryTemplateCache["build"]> {
  const item = itemOf(memory, text);
  const template = templates.find(item);
  return template && templates.build(template, item, AT);
}

function itemOf({ window }: TemplateMemory, text: string): { bytes: Buffer; start: number; end: number } {
  const end = window.write(text);
  window.write("    ", end);
  return { bytes: window, start: 0, end };
}

/** An entry without its body and its duration, which only deliveries need, and those are read without templates. */
function read(json: string): Exchange {
  const reading = readHarEntry(JSON.parse(json), AT);
  if (reading.kind !== "exchange") throw new Error(`the entry was not read: ${reading.kind}`);
  const { durationMs: _, ...exchange } = reading.exchange;
  const body = { kind: "missing", reason: "the body was checked in the recording and was not extracted" } as const;
  return { ...exchange, response: { ...exchange.response, body } };
}

test("a template of an entry without a request body does not match one whose body is missing", () => {
  const bare = HEAD.replace(/"postData":\{.*?\},/, "")
    .replace('"bodySize":7', '"bodySize":-1')
    .replace('{"name":"Accept","value":"*/*"}', '{"name":"Content-Length","value":"0"}');
  const templates = learned(bare);
  expect(fill(templates, bare + BODY + TAIL)?.exchange).toEqual(read(bare + MARK + TAIL));
  expect(fill(templates, bare.replace('"value":"0"', '"value":"7"') + BODY + TAIL)).toBeUndefined();
});

const UNRECORDED = HEAD.replace(/"postData":\{.*?\},/, "");
const NOT_MODIFIED = HEAD.replace('"status":200', '"status":304');

test.each([
  ["the size of a body that is recorded", HEAD, ['"bodySize":7', '"bodySize":8'], true],
  ["the size of a body that is missing, which the reason names", UNRECORDED, ['"bodySize":7', '"bodySize":8'], false],
  ["the size of content", HEAD, ['"size":300', '"size":301'], true],
  ["the size of content with status 304, which may be from a cache", NOT_MODIFIED, ['"size":300', '"size":301'], false],
] as const)("an entry differs in %s", (_, head, [from, to], matches) => {
  const changed = head.replace(from, to);
  const filled = fill(learned(head), changed + BODY + TAIL);
  expect(filled?.exchange).toEqual(matches ? read(changed + MARK + TAIL) : undefined);
});
