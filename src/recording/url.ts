/** Stands for the origin of a URL in a recording that has only paths. Like a variable without a value, it fits any server. */
export const UNRECORDED_ORIGIN = "{{no host}}";

/** The origin of the base URL of a recording without hosts; without one, the origin is unrecorded. */
export function getBaseOrigin(baseUrl: string | undefined): string {
  return /^[a-z][a-z0-9+.-]*:\/\/[^/?#]+/i.exec(baseUrl ?? "")?.[0] ?? UNRECORDED_ORIGIN;
}

/** Whether `text` is an absolute URL, or would be one if its origin was recorded. */
export function isRequestUrl(text: string): boolean {
  return isAbsoluteUrl(text.replace(UNRECORDED_ORIGIN, "http://unrecorded"));
}

/** Whether `text` is an absolute URL. */
export function isAbsoluteUrl(text: string): boolean {
  if (ASCII.test(text)) return URL.canParse(text);
  // In Node 20, the optimized `URL.canParse` rejects URLs with non-ASCII characters.
  try {
    return new URL(text).href !== "";
  } catch {
    return false;
  }
}

const ASCII = /^[\x20-\x7e]*$/;

/** Percent-encodes text for a URL component. As in browsers, a lone surrogate becomes U+FFFD. */
export function percentEncode(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString("utf8"));
}
