import type { BodyContent } from "../../checks/index.js";
import { createRawJsonString, parseMediaType, type RawJsonString } from "../../exchange/index.js";
import type { BodyAcceptor, WasmValidator } from "../../schema/wasm-validator/index.js";
import type { RecordedBodyReader } from "../validation/check-context.js";
import { isJsonBody, readBody, UNREAD_BODY } from "../validation/read-body.js";

/**
 * Creates a reader that checks JSON bodies from their bytes. It accepts a response body that conforms except for scalar
 * errors, which are reported separately. A response body that has to be parsed stays unread; a request body is parsed.
 */
export function createFastBodyReader(
  accept: BodyAcceptor,
  {
    shortfalls,
    body: answer,
  }: { readonly shortfalls: WasmValidator["listScalarErrors"]; readonly body: RawJsonString },
): RecordedBodyReader {
  return (schemas, media, recorded) => {
    const { direction, body, contentType } = recorded;
    const type = media?.schema === undefined ? undefined : parseMediaType(contentType ?? media.range);
    const isJudged = media?.schema !== undefined && type !== undefined && isJsonBody(schemas, media, type);
    if (direction === "response")
      return isJudged && shortfalls(media.schema, direction, answer) !== undefined ? CONFORMING_BODY : UNREAD_BODY;
    const isAccepted =
      isJudged && body.kind === "text" && accept(media.schema, direction, createRawJsonString(body.text));
    return isAccepted ? CONFORMING_BODY : readBody(schemas, media, recorded);
  };
}

const CONFORMING_BODY: BodyContent = { kind: "accepted" };
