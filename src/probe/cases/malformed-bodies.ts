import { isJsonType, type Operation } from "../../document/index.js";
import { type SerializableBody, serializeRequestBody } from "../../samples/serialization/serialize-body.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { CaseProposal } from "./case-draft.js";
import { addExampleBody, listExampleBodies } from "./example-requests.js";
import type { GenerationContext } from "./generation-context.js";

/** A body as it is sent: a character of the text is a byte. */
type WrittenBody = { readonly contentType: string; readonly text: string };

/** How a body is made malformed. A change that leaves a body as it is does not apply to it. */
type Malformation = readonly [slug: string, what: string, change: (body: WrittenBody) => Partial<WrittenBody>];

/**
 * Proposes malformed bodies of each media type that the spec declares, those that break most parsers first. A parser may be lenient, so only
 * a failure of the service is a finding.
 */
export function* proposeMalformedBodies(
  context: GenerationContext,
  operation: Operation,
  base: CaseRequest,
): Iterable<CaseProposal> {
  const { requestBody } = operation;
  const example = addExampleBody(context, operation, base);
  if (requestBody === undefined || example.body === undefined) return;
  const place = { part: "body", at: "", contract: requestBody.pointer } as const;
  const bodies = [example.body, ...listExampleBodies(context, operation)];
  for (const range of new Set(bodies.map(({ contentType }) => contentType))) {
    const body = bodies.find(({ contentType }) => contentType === range) ?? example.body;
    const written = writeBody(context, operation, body);
    for (const [slug, what, change] of listMalformations(range)) {
      const malformed = { ...written, ...change(written) };
      if (malformed.text === written.text && malformed.contentType === written.contentType) continue;
      const request = { ...base, body: { ...malformed, isBinary: true } };
      yield { slug, edit: { ...place, what: `the body: ${what}` }, request, expect: "open" };
    }
  }
  const request = { ...example, header: { ...base.header, "Content-Encoding": "gzip" } };
  const what = "the body: not compressed, but with Content-Encoding: gzip";
  yield { slug: "encoding:gzip", edit: { ...place, what }, request, expect: "open" };
}

function writeBody({ document }: GenerationContext, operation: Operation, body: SerializableBody): WrittenBody {
  const media = operation.requestBody?.content.find(({ range }) => range === body.contentType);
  const { contentType, bytes } = serializeRequestBody(document, media, body);
  return { contentType, text: Buffer.from(bytes).toString("latin1") };
}

function listMalformations(type: string): readonly Malformation[] {
  if (/^multipart\//i.test(type)) return MULTIPART;
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return [...FORM, ...TEXT];
  if (/[/+]xml\b/i.test(type)) return [...XML, ...TEXT];
  return isJsonType(type) || /^text\//i.test(type) ? TEXT : [];
}

function getBoundary({ contentType }: WrittenBody): string {
  return contentType.replace(/^.*boundary=/s, "");
}

function edit(pattern: RegExp, replacement: string): Malformation[2] {
  return ({ text }) => ({ text: text.replace(pattern, replacement) });
}

function editType(pattern: RegExp, replacement: string): Malformation[2] {
  return ({ contentType }) => ({ contentType: contentType.replace(pattern, replacement) });
}

const LONG_HEADER = `X-Long: ${"x".repeat(20_000)}\r\n`;

/** RFC 2046, section 5.1, and RFC 7578. */
const MULTIPART: readonly Malformation[] = [
  ["broken:no-boundary", "multipart, but no boundary in its Content-Type", editType(/;.*$/s, "")],
  ["part:no-name", "a part without a name", edit(/; name="[^"]*"/, "")],
  ["broken:cut", "without the closing boundary", edit(/(?<=\r\n)--[^\r\n]*--\r\n$/, "")],
  ["part:no-disposition", "a part without Content-Disposition", edit(/^Content-Disposition:.*\r\n/m, "")],
  ["broken:other-boundary", "another boundary than in its Content-Type", editType(/$/, "-other")],
  ["part:no-filename", "a file without a filename", edit(/; filename="[^"]*"/, "")],
  ["part:no-type", "a file without a Content-Type", edit(/^Content-Type:.*\r\n/m, "")],
  ["part:file", "a file in place of a text", edit(/(; name="[^"]*")(?=\r\n)/, '$1; filename="text"')],
  ["broken:cut-header", "cut off in the header of a part", edit(/"\r\n.*$/s, "")],
  ["broken:empty", "no bytes", edit(/^.*$/s, "")],
  ["broken:no-parts", "no parts", (it) => ({ text: `--${getBoundary(it)}--\r\n` })],
  ["part:empty-file", "an empty file", edit(/(filename="[^"]*".*?\r\n\r\n).*?(?=\r\n--)/s, "$1")],
  ["part:repeated", "a part that is sent twice", edit(/^(--.*?\r\n)(?=--)/s, "$1$1")],
  [
    "part:type",
    "a part whose Content-Type is no media type",
    edit(/(^Content-Disposition:.*\r\n)(Content-Type:.*\r\n)?/m, "$1Content-Type: /;=\r\n"),
  ],
  ["broken:line-ends", "line ends without CR", edit(/\r\n/g, "\n")],
  ["part:long-header", "a header of 20,000 characters", edit(/^(?=Content-Disposition:)/m, LONG_HEADER)],
];

const FORM: readonly Malformation[] = [
  ["broken:percent", "a percent sign without two digits", edit(/$/, "%zz")],
  ["broken:percent-bytes", "percent-encoded bytes that are not UTF-8", edit(/$/, "%ff%fe")],
];

const XML: readonly Malformation[] = [
  ["broken:cut", "XML without its end tag", edit(/^.*$/s, "<a><b>")],
  ["broken:word", "plain text instead of XML", edit(/^.*$/s, "not xml")],
  ["broken:entity", "XML with an entity that is not declared", edit(/^.*$/s, "<a>&undeclared;</a>")],
];

const TEXT: readonly Malformation[] = [
  // At the end, so that a lenient service does not store them as a part of a value.
  ["broken:bytes", "bytes that are not UTF-8", edit(/$/, "\xFF\xFE")],
  ["broken:charset", "a charset that does not exist", editType(/(;.*)?$/s, "; charset=no-charset")],
];
