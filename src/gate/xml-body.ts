import type { BodyContent, BodyProblem } from "../checks/index.js";
import { joinPointer, type MediaType } from "../document/index.js";
import { type Body, type MediaType as ParsedMediaType, xmlText } from "../exchange/index.js";
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
