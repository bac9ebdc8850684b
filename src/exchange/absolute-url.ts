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
