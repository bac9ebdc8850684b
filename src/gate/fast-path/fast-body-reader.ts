import type { BodyContent } from "../../checks/index.js";
import { createRawJsonString, parseMediaType, type RawJsonString } from "../../exchange/index.js";
import type { BodyAcceptor, WasmValidator } from "../../schema/wasm-validator/index.js";
import type { RecordedBodyReader } from "../validation/check-context.js";
import { isJsonBody, readBody, UNREAD_BODY } from "../validation/read-body.js";

/**
 * Judges bodies from their bytes. An answer's is accepted but for scalars that are told of by themselves, and left unread
 * where it has to be read; a request's, which mostly is small, is read then.
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
