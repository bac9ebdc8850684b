/** Text as a part of a URL. Half a surrogate pair, which no URL can hold, becomes U+FFFD, as in browsers. */
export function percentEncode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString("utf8"));
}
