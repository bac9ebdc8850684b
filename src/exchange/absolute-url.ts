/** Whether a text is an absolute URL. */
export function isAbsoluteUrl(text: string): boolean {
  if (ASCII.test(text)) return URL.canParse(text);
  // Once it is optimised, `URL.canParse` of Node 20 refuses what has a letter beyond ASCII.
  try {
    return new URL(text).href !== "";
  } catch {
    return false;
  }
}

const ASCII = /^[\x20-\x7e]*$/;
