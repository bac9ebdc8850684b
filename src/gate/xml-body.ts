import type { BodyContent, BodyProblem } from "../checks/index.js";
import { joinPointer, type MediaType } from "../document/index.js";
import { type Body, bodyText, type MediaType as ParsedMediaType } from "../exchange/index.js";
import { readXml, type Schemas, schemaTypes, xmlTrouble } from "../schema/index.js";

type Typed = { readonly body: Body; readonly type: ParsedMediaType; readonly side: "request" | "response" };

/**
 * Reads a body in XML as the value that its schema describes. Where the schema is that of a text, the document itself is
 * the value.
 */
export function readXmlBody(schemas: Schemas, media: MediaType, { body, type, side }: Typed): BodyContent {
  const decoded = xmlText(body, type.parameters.charset);
  if (decoded.kind !== "text")
    return { kind: "unjudged", reason: decoded.kind === "missing" ? decoded.reason : "there is no text" };
  const { text } = decoded;
  const { schema } = media;
  if (schema === undefined || [...schemaTypes(schemas, schema)].every((name) => name === "string")) {
    const trouble = xmlTrouble(text);
    return trouble?.kind === "malformed" ? trouble : { kind: "value", value: text };
  }
  const read = readXml(schemas, schema, text, side);
  if (read.kind !== "value") return read;
  const { value, notes, partAt } = read;
  const about = (kind: (typeof notes)[number]["kind"]): (BodyProblem & { name: string })[] =>
    notes.flatMap((note) => {
      const { tokens, reason, contract, valueClass, name = "", occurrences } = note;
      return note.kind === kind
        ? [{ at: joinPointer("", ...tokens), reason, contract, valueClass, name, occurrences }]
        : [];
    });
  const xml = { text, partAt, undeclared: about("undeclared"), unsure: about("unsure").map(({ reason }) => reason) };
  return { kind: "value", value, problems: about("invalid"), xml };
}

/**
 * A byte order mark outranks the charset of the Content-Type, and that the document's own word.
 *
 * @see https://www.rfc-editor.org/rfc/rfc7303#section-3
 */
function xmlText(body: Body, charset: string | undefined): Exclude<Body, { kind: "bytes" }> {
  if (body.kind !== "bytes") return body;
  return bodyText(body, encodingOfMark(body.bytes) ?? charset ?? encodingOfText(body.bytes));
}

function encodingOfMark([first, second, third]: Uint8Array): string | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8";
  if (first === 0xfe && second === 0xff) return "utf-16be";
  return first === 0xff && second === 0xfe ? "utf-16le" : undefined;
}

function encodingOfText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0 && second === 0x3c) return "utf-16be";
  if (first === 0x3c && second === 0) return "utf-16le";
  const start = Buffer.from(bytes.subarray(0, LONGEST_DECLARATION)).toString("latin1");
  const [, encoding = "utf-8"] =
    /^<\?xml[^>]*?[\t\n\r ]encoding[\t\n\r ]*=[\t\n\r ]*["']([\w.-]+)["']/.exec(start) ?? [];
  // What could be read as far as this is of bytes, whatever it says.
  return /^(utf-?16|ucs-?2|utf-?32)/i.test(encoding) ? "utf-8" : encoding;
}

const LONGEST_DECLARATION = 400;
