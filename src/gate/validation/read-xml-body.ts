import type { BodyContent } from "../../checks/index.js";
import type { MediaTypeDefinition } from "../../document/index.js";
import { decodeXmlText, type ParsedMediaType, type RecordedBody } from "../../exchange/index.js";
import {
  checkXmlSyntax,
  getSchemaTypes,
  listXmlViolations,
  type MessageDirection,
  readXml,
  type Schemas,
} from "../../schema/index.js";

type TypedXmlBody = {
  readonly body: RecordedBody;
  readonly type: ParsedMediaType;
  readonly direction: MessageDirection;
};

/**
 * Reads an XML body as a value of its schema. If the schema allows only strings, the value is the document itself.
 */
export function readXmlBody(
  schemas: Schemas,
  media: MediaTypeDefinition,
  { body, type, direction }: TypedXmlBody,
): BodyContent {
  const decoded = decodeXmlText(body, type.parameters.charset);
  if (decoded.kind !== "text")
    return { kind: "not-checked", reason: decoded.kind === "missing" ? decoded.reason : "there is no text" };
  const { text } = decoded;
  const { schema } = media;
  if (schema === undefined || [...getSchemaTypes(schemas, schema)].every((name) => name === "string")) {
    const syntaxError = checkXmlSyntax(text);
    return syntaxError?.kind === "malformed" ? syntaxError : { kind: "value", value: text };
  }
  const read = readXml(schemas, schema, text, direction);
  if (read.kind !== "value") return read;
  const { value, notes, partAt: getPart } = read;
  const xml = {
    text,
    getPart,
    undeclared: notes.filter(({ kind }) => kind === "undeclared"),
    undecided: notes.flatMap(({ kind, reason }) => (kind === "undecided" ? [reason] : [])),
  };
  return { kind: "value", value, violations: listXmlViolations(notes), xml };
}
