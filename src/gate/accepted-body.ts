import type { BodyContent } from "../checks/index.js";
import { parseMediaType, type StringContent, stringContent } from "../exchange/index.js";
import type { Acceptance, Acceptor } from "../schema/acceptance/index.js";
import { isJsonBody, readBody } from "./body.js";
import type { ReadBody } from "./subject.js";

/**
 * Judges bodies from their bytes. An answer's is accepted but for scalars that are told of by themselves, and left unread
 * where it has to be read; a request's, which mostly is small, is read then.
 */
export function readAccepted(
  accept: Acceptor,
  { shortfalls, body: answer }: { readonly shortfalls: Acceptance["shortfalls"]; readonly body: StringContent },
): ReadBody {
  return (schemas, media, recorded) => {
    const { side, body, contentType } = recorded;
    const type = media?.schema === undefined ? undefined : parseMediaType(contentType ?? media.range);
    const isJudged = media?.schema !== undefined && type !== undefined && isJsonBody(schemas, media, type);
    if (side === "response")
      return isJudged && shortfalls(media.schema, side, answer) !== undefined ? ACCEPTED : UNREAD;
    const isAccepted = isJudged && body.kind === "text" && accept(media.schema, side, stringContent(body.text));
    return isAccepted ? ACCEPTED : readBody(schemas, media, recorded);
  };
}

const ACCEPTED: BodyContent = { kind: "accepted" };
const UNREAD: BodyContent = { kind: "unread" };
