import type { Format } from "ajv";
import { fullFormats } from "ajv-formats/dist/formats.js";

/**
 * The formats that are asserted: those of JSON Schema 2020-12 and of the OpenAPI registry. A format that is not here is
 * an annotation.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7
 * @see https://spec.openapis.org/registry/format/
 */
export const FORMATS: Readonly<Record<string, Format>> = {
  ...fullFormats,
  "date-time": isDateTime,
  date: isDate,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
};

const DAYS_OF_MONTH = [0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339 `full-date`. */
function isDate(text: string): boolean {
  return text.length === 10 && isDateAt(text);
}

/**
 * RFC 3339 `date-time`, read character by character: formats are what costs most in validating a body.
 *
 * @see https://www.rfc-editor.org/rfc/rfc3339#section-5.6
 */
function isDateTime(text: string): boolean {
  if (text.length < 20 || !isDateAt(text) || (text.charCodeAt(10) | 0x20) !== 0x74) return false;
  const hour = twoDigits(text, 11);
  const minute = twoDigits(text, 14);
  const second = twoDigits(text, 17);
  if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) return false;
  if (text[13] !== ":" || text[16] !== ":") return false;
  let at = 19;
  if (text[at] === ".") {
    const start = at + 1;
    do at += 1;
    while (isDigit(text, at));
    if (at === start) return false;
  }
  const offset = offsetMinutes(text, at);
  if (offset === undefined) return false;
  // A leap second stands only at the end of a day in UTC.
  return second < 60 || (((hour * 60 + minute - offset) % 1440) + 1440) % 1440 === 1439;
}

function isDateAt(text: string): boolean {
  const year = twoDigits(text, 0) * 100 + twoDigits(text, 2);
  const month = twoDigits(text, 5);
  const day = twoDigits(text, 8);
  if (twoDigits(text, 0) < 0 || twoDigits(text, 2) < 0 || text[4] !== "-" || text[7] !== "-") return false;
  if (month < 1 || month > 12 || day < 1 || day > (DAYS_OF_MONTH[month] ?? 0)) return false;
  return month !== 2 || day < 29 || (year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0));
}

function offsetMinutes(text: string, at: number): number | undefined {
  if ((text.charCodeAt(at) | 0x20) === 0x7a) return text.length === at + 1 ? 0 : undefined;
  const sign = text[at] === "+" ? 1 : text[at] === "-" ? -1 : 0;
  const hours = twoDigits(text, at + 1);
  const minutes = twoDigits(text, at + 4);
  if (sign === 0 || text.length !== at + 6 || text[at + 3] !== ":") return undefined;
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return undefined;
  return sign * (hours * 60 + minutes);
}

function isDigit(text: string, at: number): boolean {
  const digit = text.charCodeAt(at) - 48;
  return digit >= 0 && digit <= 9;
}

/** The number that two digits make, or less than nothing where they are not two digits. */
function twoDigits(text: string, at: number): number {
  return isDigit(text, at) && isDigit(text, at + 1)
    ? (text.charCodeAt(at) - 48) * 10 + text.charCodeAt(at + 1) - 48
    : -1000;
}
