/** Percent-encodes text for a URL component. As in browsers, a lone surrogate becomes U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString("utf8"));
}
