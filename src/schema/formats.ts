import type { Format } from "ajv";
import {
  IsDuration,
  IsEmail,
  IsHostname,
  IsIdnEmail,
  IsIdnHostname,
  IsIPv4,
  IsIPv6,
  IsRegex,
  IsUriTemplate,
} from "typebox/format";
import { isDate, isDateTime, isLocalDateTime, isLocalTime, isTime } from "./date-time.js";
import { NUMBER_FORMATS } from "./number-formats.js";
import { isIri, isIriReference, isUri, isUriReference } from "./uri.js";

const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)";

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
  email: IsEmail,
  "idn-email": IsIdnEmail,
  hostname: IsHostname,
  "idn-hostname": IsIdnHostname,
  ipv4: IsIPv4,
  ipv6: IsIPv6,
  uri: isUri,
  "uri-reference": isUriReference,
  iri: isIri,
  "iri-reference": isIriReference,
  uuid: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i,
  "uri-template": IsUriTemplate,
  "json-pointer": /^(?:\/(?:[^~/]|~0|~1)*)*$/,
  "relative-json-pointer": /^(?:0|[1-9]\d*)(?:#|(?:\/(?:[^~/]|~0|~1)*)*)$/,
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

/** RFC 4648 section 4; line breaks are let pass, since encoders that wrap their lines are in use everywhere. */
function isBase64(text: string): boolean {
  const line = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, "") : text;
  return line.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(line);
}
