import type { PartPointers } from "../../exchange.js";
import { isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";

/** JSON Pointers of the parts of an exchange in a HAR entry that has all of them. */
export const HAR_PART_POINTERS: PartPointers = Object.freeze({
  "request.method": "/request/method",
  "request.url": "/request/url",
  "request.headers": "/request/headers",
  "request.body": "/request/postData/text",
  "response.status": "/response/status",
  "response.headers": "/response/headers",
  "response.body": "/response/content/text",
});

/** Returns the pointers of the parts of an entry. A part that the entry lacks is located at its closest existing parent. */
export function findPartPointers(request: UnknownRecord, response: unknown): PartPointers {
  const received = isPlainObject(response) ? response : undefined;
  const receivedAt = received === undefined ? "" : "/response";
  return {
    ...HAR_PART_POINTERS,
    "request.headers": isSet(request.headers) ? "/request/headers" : "/request",
    "request.body": findRequestBody(request),
    "response.status": isSet(received?.status) ? "/response/status" : receivedAt,
    "response.headers": isSet(received?.headers) ? "/response/headers" : receivedAt,
    "response.body": findContent(received?.content, "/response/content") ?? receivedAt,
  };
}

function findRequestBody({ postData, _content }: UnknownRecord): string {
  const isForm = isPlainObject(postData) && !isSet(postData.text) && isSet(postData.params);
  if (isForm) return "/request/postData/params";
  return findContent(postData, "/request/postData") ?? findContent(_content, "/request/_content") ?? "/request";
}

function findContent(content: unknown, pointer: string): string | undefined {
  if (!isPlainObject(content)) return undefined;
  if (isSet(content._file)) return `${pointer}/_file`;
  return isSet(content.text) ? `${pointer}/text` : pointer;
}

function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}
