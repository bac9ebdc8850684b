import type { BodyContent } from "../../checks/index.js";
import { parseMediaType } from "../../exchange/index.js";
import { parseJson } from "../../schema/index.js";
import type { BodyAcceptor } from "../../schema/wasm-validator/index.js";
import type { RecordedBodyReader } from "../validation/check-context.js";
import { isJsonBody, readBody } from "../validation/read-body.js";
import { encodeText } from "./fast-body-reader.js";

/** Creates a reader that accepts JSON bodies from their bytes. They are parsed only if a check needs their value. */
export function createAcceptingBodyReader(accept: BodyAcceptor): RecordedBodyReader {
  return (schemas, media, recorded) => {
    const { direction, body, contentType } = recorded;
    const type = media?.schema === undefined ? undefined : parseMediaType(contentType ?? media.range);
    const isJson = media?.schema !== undefined && type !== undefined && isJsonBody(schemas, media, type);
    return isJson &&
      body.kind === "text" &&
      body.text.length >= MIN_LENGTH &&
      accept(media.schema, direction, encodeText(body.text))
      ? createAcceptedContent(body.text)
      : readBody(schemas, media, recorded);
  };
}

/** Parsing smaller bodies is as fast. */
const MIN_LENGTH = 256;

function createAcceptedContent(text: string): BodyContent {
  let parsed: { readonly value: unknown } | undefined;
  return {
    kind: "value",
    isAccepted: true,
    get value() {
      parsed ??= { value: parseJson(text) };
      return parsed.value;
    },
  };
}
