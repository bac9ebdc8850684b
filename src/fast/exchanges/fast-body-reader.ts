import type { BodyContent } from "../../checks/index.js";
import { createRawJsonString, getContentBytes, parseMediaType, type RawJsonString } from "../../exchange/index.js";
import type { RecordedBodyReader } from "../../gate/validation/check-context.js";
import { isJsonBody, readBody, UNREAD_BODY } from "../../gate/validation/read-body.js";
import type { WasmValidator } from "../wasm-validator/index.js";

/**
 * Creates a reader that checks JSON bodies from their bytes. It accepts a response body that conforms except for scalar
 * errors, which are reported separately. A response body that has to be parsed stays unread; a request body is parsed.
 */
export function createFastBodyReader(
  listScalarErrors: WasmValidator["listScalarErrors"],
  responseBody: RawJsonString,
): RecordedBodyReader {
  return (schemas, media, recorded) => {
    const { direction, body, contentType } = recorded;
    const isResponse = direction === "response";
    const content = isResponse ? getContentBytes(responseBody) : body.kind === "text" && encodeText(body.text);
    const type = media?.schema === undefined ? undefined : parseMediaType(contentType ?? media.range);
    if (content && media?.schema !== undefined && type !== undefined && isJsonBody(schemas, media, type)) {
      const scalarErrors = listScalarErrors(media.schema, direction, content);
      if (isResponse ? scalarErrors !== undefined : scalarErrors?.length === 0) return CONFORMING_BODY;
    }
    return isResponse ? UNREAD_BODY : readBody(schemas, media, recorded);
  };
}

/** Encodes text in the form in which validators read bodies: as the content of a JSON string. */
export function encodeText(text: string): Buffer {
  return getContentBytes(createRawJsonString(text));
}

const CONFORMING_BODY: BodyContent = { kind: "accepted" };
