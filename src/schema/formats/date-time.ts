const DAYS_OF_MONTH = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339 `full-date`. */
export function isDate(text: string): boolean {
  return text.length === 10 && isDateAt(text);
}

/**
 * RFC 3339 `date-time`. Reads characters rather than using a regular expression, because formats take most of the time
 * of validating a body.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
export function isDateTime(text: string): boolean {
  return isDateAt(text) && isTimeSeparator(text) && isTimeAt(text, 11);
}

/** RFC 3339 `full-time`. */
export function isTime(text: string): boolean {
  return isTimeAt(text, 0);
}

/** A date and time without a UTC offset. */
export function isLocalDateTime(text: string): boolean {
  return isDateAt(text) && isTimeSeparator(text) && isLocalTimeAt(text, 11);
}

/** RFC 3339 `partial-time`. */
export function isLocalTime(text: string): boolean {
  return isLocalTimeAt(text, 0);
}

function isTimeSeparator(text: string): boolean {
  return (text.charCodeAt(10) | 0x20) === 0x74;
}

function isDateAt(text: string): boolean {
  const year = parseTwoDigits(text, 0) * 100 + parseTwoDigits(text, 2);
  const month = parseTwoDigits(text, 5);
  const day = parseTwoDigits(text, 8);
  if (parseTwoDigits(text, 0) < 0 || parseTwoDigits(text, 2) < 0 || text[4] !== "-" || text[7] !== "-") return false;
  if (month < 1 || month > 12 || day < 1 || day > (DAYS_OF_MONTH[month] ?? 0)) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

function isTimeAt(text: string, start: number): boolean {
  const end = findTimeEnd(text, start);
  const offset = end === undefined ? undefined : parseOffsetMinutes(text, end);
  if (offset === undefined) return false;
  // A leap second is valid only at the end of a day in UTC.
  const minutes = parseTwoDigits(text, start) * 60 + parseTwoDigits(text, start + 3) - offset;
  return parseTwoDigits(text, start + 6) < 60 || ((minutes % 1440) + 1440) % 1440 === 1439;
}

function isLocalTimeAt(text: string, start: number): boolean {
  return findTimeEnd(text, start) === text.length && parseTwoDigits(text, start + 6) < 60;
}

/** The index after `hh:mm:ss` and its fraction, or undefined if there is no valid time at `start`. */
function findTimeEnd(text: string, start: number): number | undefined {
  const hour = parseTwoDigits(text, start);
  const minute = parseTwoDigits(text, start + 3);
  const second = parseTwoDigits(text, start + 6);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return undefined;
  if (text[start + 2] !== ":" || text[start + 5] !== ":") return undefined;
  let at = start + 8;
  if (text[at] !== ".") return at;
  at += 1;
  if (!isDigit(text, at)) return undefined;
  while (isDigit(text, at)) at += 1;
  return at;
}

function parseOffsetMinutes(text: string, at: number): number | undefined {
  if ((text.charCodeAt(at) | 0x20) === 0x7a) return text.length === at + 1 ? 0 : undefined;
  const sign = text[at] === "+" ? 1 : text[at] === "-" ? -1 : 0;
  const hours = parseTwoDigits(text, at + 1);
  const minutes = parseTwoDigits(text, at + 4);
  if (sign === 0 || text.length !== at + 6 || text[at + 3] !== ":") return undefined;
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return undefined;
  return sign * (hours * 60 + minutes);
}

function isDigit(text: string, at: number): boolean {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9;
}

/** The number that two digits represent, or a negative number if they are not digits. */
function parseTwoDigits(text: string, at: number): number {
  return isDigit(text, at) && isDigit(text, at + 1)
    ? (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48
    : -1000;
}
