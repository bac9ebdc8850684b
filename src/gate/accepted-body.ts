import type { BodyContent } from "../checks/index.js";
import type { MediaType } from "../document/index.js";
import { parseMediaType, type StringContent } from "../exchange/index.js";
import { isJson } from "../match/index.js";
import type { Acceptor } from "../schema/acceptance/index.js";
import type { ReadBody } from "./subject.js";

/** Judges the body of an answer from its bytes; a body that has to be read is left unread. */
export function readAccepted(accept: Acceptor, body: StringContent): ReadBody {
  return (_, media, { contentType }) => (isAccepted(accept, body, media, contentType) ? ACCEPTED : UNREAD);
}

function isAccepted(
  accept: Acceptor,
  body: StringContent,
  media: MediaType | undefined,
  contentType: string | undefined,
): boolean {
  if (media?.schema === undefined) return false;
  const type = parseMediaType(contentType ?? media.range);
  return type !== undefined && isJson(type) && accept(media.schema, "response", body);
}

const ACCEPTED: BodyContent = { kind: "accepted" };
const UNREAD: BodyContent = { kind: "unread" };
