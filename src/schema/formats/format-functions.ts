import { IsEmail, IsIdnEmail, IsIdnHostname } from "typebox/format";

/**
 * One export per format, under a JavaScript name, so that generated validators contain only the formats that they use.
 * No code may run when this module is loaded, so that unused formats can be dropped.
 */
export {
  IsDuration as duration,
  IsHostname as hostname,
  IsIPv4 as ipv4,
  IsIPv6 as ipv6,
  IsRegex as regex,
} from "typebox/format";
export {
  isDate as date,
  isDateTime as dateTime,
  isLocalDateTime as dateTimeLocal,
  isLocalTime as timeLocal,
  isTime as time,
} from "./date-time.js";
export { isIri as iri, isIriReference as iriReference, isUri as uri, isUriReference as uriReference } from "./uri.js";
export { isUriTemplate as uriTemplate } from "./uri-template.js";

/** RFC 1034 section 3.1, in ASCII octets. A Unicode character is one or two UTF-16 units and at least one octet. */
const MAX_HOST_LENGTH = 253;

/** RFC 5321 section 4.5.3.1: 64 octets for the local part, `@`, and 255 octets for the domain. */
const MAX_MAILBOX_LENGTH = 320;

export function email(text: string): boolean {
  return text.length <= MAX_MAILBOX_LENGTH && IsEmail(text);
}

export function idnEmail(text: string): boolean {
  return text.length <= MAX_MAILBOX_LENGTH && IsIdnEmail(text);
}

export function idnHostname(text: string): boolean {
  return text.length <= 2 * MAX_HOST_LENGTH && IsIdnHostname(text);
}

/** RFC 6901 section 3. */
export function jsonPointer(text: string): boolean {
  return (text === "" || text.startsWith("/")) && !/~(?![01])/.test(text);
}

export function relativeJsonPointer(text: string): boolean {
  const [steps = ""] = /^(?:0|[1-9]\d*)/.exec(text) ?? [];
  const rest = text.slice(steps.length);
  return steps !== "" && (rest === "#" || jsonPointer(rest));
}

/** RFC 4648 section 4. Line breaks are accepted, because many encoders wrap lines. */
export function byte(text: string): boolean {
  const line = /[\r\n]/.test(text) ? text.replaceAll(/[\r\n]/g, "") : text;
  return line.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(line);
}

export function base64url(text: string): boolean {
  return /^[\w-]*={0,2}$/.test(text) && text.replace(/=+$/, "").length % 4 !== 1;
}
