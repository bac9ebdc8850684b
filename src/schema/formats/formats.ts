import * as functions from "./format-functions.js";
import { NUMBER_FORMATS, type NumberFormat } from "./number-formats.js";

const DAY = "(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)";
const MONTH = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)";
const TIME = "(?:[01]\\d|2[0-3]):[0-5]\\d:(?:[0-5]\\d|60)";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `uuid`, and the names that Pydantic writes for UUIDs of one version. */
export const UUID_FORMATS: readonly string[] = ["uuid", ...[1, 3, 4, 5, 6, 7, 8].map((version) => `uuid${version}`)];

/**
 * The formats that are validated: those of JSON Schema 2020-12, and those of the OpenAPI registry that define their values
 * exactly. Any other format is an annotation.
 *
 * @see https://json-schema.org/draft/2020-12/json-schema-validation#section-7
 * @see https://spec.openapis.org/registry/format/
 */
export const FORMAT_VALIDATORS: Readonly<Record<string, FormatValidator>> = {
  "date-time": functions.dateTime,
  date: functions.date,
  time: functions.time,
  duration: functions.duration,
  email: functions.email,
  "idn-email": functions.idnEmail,
  hostname: functions.hostname,
  "idn-hostname": functions.idnHostname,
  ipv4: functions.ipv4,
  ipv6: functions.ipv6,
  uri: functions.uri,
  "uri-reference": functions.uriReference,
  iri: functions.iri,
  "iri-reference": functions.iriReference,
  ...Object.fromEntries(UUID_FORMATS.map((name) => [name, UUID])),
  "uri-template": functions.uriTemplate,
  "json-pointer": functions.jsonPointer,
  "relative-json-pointer": functions.relativeJsonPointer,
  regex: functions.regex,
  ...NUMBER_FORMATS,
  "date-time-local": functions.dateTimeLocal,
  "time-local": functions.timeLocal,
  "http-date": new RegExp(
    `^(?:${DAY}, \\d\\d ${MONTH} \\d{4} ${TIME} GMT|\\w{6,9}, \\d\\d-${MONTH}-\\d\\d ${TIME} GMT|${DAY} ${MONTH} [ \\d]\\d ${TIME} \\d{4})$`,
  ),
  char: /^.$/su,
  byte: functions.byte,
  base64url: functions.base64url,
};

type FormatValidator = RegExp | ((text: string) => boolean) | NumberFormat;
