import { IsDuration, IsEmail, IsHostname, IsIdnEmail, IsIdnHostname, IsIPv4, IsIPv6, IsRegex } from "typebox/format";
import { isDate, isDateTime, isLocalDateTime, isLocalTime, isTime } from "./date-time.js";
import { NUMBER_FORMATS, type NumberFormat } from "./number-formats.js";
import { isIri, isIriReference, isUri, isUriReference } from "./uri.js";
import { isUriTemplate } from "./uri-template.js";

const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)";

/** RFC 1034 section 3.1: in ASCII; in Unicode a character may be two units, and is at least one octet in ASCII. */
const LONGEST_HOST = 253;

/** RFC 5321 section 4.5.3.1: a local part, `@`, a domain. */
const LONGEST_MAILBOX = 64 + 1 + 255;

/**
 * The formats that are asserted: those of JSON Schema 2020-12, and those of the OpenAPI registry that say exactly which
 * values are theirs. Any other format is an annotation.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7
 * @see https://spec.openapis.org/registry/format/
 */
export const FORMATS: Readonly<Record<string, Format>> = {
  "date-time": isDateTime,
  date: isDate,
  time: isTime,
  duration: IsDuration,
  email: (text: string) => text.length <= LONGEST_MAILBOX && IsEmail(text),
  "idn-email": (text: string) => text.length <= LONGEST_MAILBOX && IsIdnEmail(text),
  hostname: IsHostname,
  "idn-hostname": (text: string) => text.length <= 2 * LONGEST_HOST && IsIdnHostname(text),
  ipv4: IsIPv4,
  ipv6: IsIPv6,
  uri: isUri,
  "uri-reference": isUriReference,
  iri: isIri,
  "iri-reference": isIriReference,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  "uri-template": isUriTemplate,
  "json-pointer": isPointer,
  "relative-json-pointer": (text: string) => {
    const [steps = ""] = /^(?:0|[1-9]\d*)/.exec(text) ?? [];
    const rest = text.slice(steps.length);
    return steps !== "" && (rest === "#" || isPointer(rest));
  },
  regex: IsRegex,
  ...NUMBER_FORMATS,
  "date-time-local": isLocalDateTime,
  "time-local": isLocalTime,
  "http-date": new RegExp(
    `^(?:${DAY}, \\d\\d ${MONTH} \\d{4} ${TIME} GMT|\\w{6,9}, \\d\\d-${MONTH}-\\d\\d ${TIME} GMT|${DAY} ${MONTH} [ \\d]\\d ${TIME} \\d{4})$`,
  ),
  char: /^.$/su,
  byte: isBase64,
  base64url: (text: string) => /^[\w-]*={0,2}$/.test(text) && text.replace(/=+$/, "").length % 4 !== 1,
};

type Format = RegExp | ((text: string) => boolean) | NumberFormat;

/** RFC 6901 section 3. */
function isPointer(text: string): boolean {
  return (text === "" || text.startsWith("/")) && !/~(?![01])/.test(text);
}

/** RFC 4648 section 4; line breaks are let pass, since encoders that wrap their lines are in use everywhere. */
function isBase64(text: string): boolean {
  const line = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, "") : text;
  return line.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(line);
}
