import type { BodyContent } from "../../checks/index.js";
import { createRawJsonString, getContentBytes, parseMediaType, type RawJsonString } from "../../exchange/index.js";
import type { RecordedBodyReader } from "../../gate/validation/check-context.js";
import { isJsonBody, readBody, UNREAD_BODY } from "../../gate/validation/read-body.js";
import type { BodyAcceptor, WasmValidator } from "../wasm-validator/index.js";

/**
 * Creates a reader that checks JSON bodies from their bytes. It accepts a response body that conforms except for scalar
 * errors, which are reported separately. A response body that has to be parsed stays unread; a request body is parsed.
 */
export function createFastBodyReader(
  accept: BodyAcceptor,
  {
    findScalarErrors,
    responseBody,
  }: { readonly findScalarErrors: WasmValidator["listScalarErrors"]; readonly responseBody: RawJsonString },
): RecordedBodyReader {
  return (schemas, media, recorded) => {
    const { direction, body, contentType } = recorded;
    const type = media?.schema === undefined ? undefined : parseMediaType(contentType ?? media.range);
    const isJudged = media?.schema !== undefined && type !== undefined && isJsonBody(schemas, media, type);
    if (direction === "response")
      return isJudged && findScalarErrors(media.schema, direction, getContentBytes(responseBody)) !== undefined
        ? CONFORMING_BODY
        : UNREAD_BODY;
    const isAccepted = isJudged && body.kind === "text" && accept(media.schema, direction, encodeText(body.text));
    return isAccepted ? CONFORMING_BODY : readBody(schemas, media, recorded);
  };
}

/** Encodes text in the form in which validators read bodies: as the content of a JSON string. */
export function encodeText(text: string): Buffer {
  return getContentBytes(createRawJsonString(text));
}

const CONFORMING_BODY: BodyContent = { kind: "accepted" };
