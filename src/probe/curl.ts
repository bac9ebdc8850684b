import { type Body, type Exchange, joinedHeader, redacted, withoutSecrets } from "../exchange/index.js";

/**
 * A request as a line for a shell that sends it again, byte for byte but for what is secret: that stands as `$TOKEN`, for the
 * reader to set.
 */
export function curlLine(exchange: Exchange): string {
  const { method, url, headers, body } = withoutSecrets(exchange).request;
  const isPlain = method === "GET" && body.kind === "none";
  // Curl would say of a body that it is a form.
  const isUntyped = body.kind !== "none" && joinedHeader(headers, "content-type") === undefined;
  const words = [
    "curl -sS -i",
    ...(method === "HEAD" ? ["--head"] : isPlain ? [] : [`-X ${word(method)}`]),
    // Without these curl would tidy the path up, and a bracket would be a pattern of its own.
    "--path-as-is --globoff",
    word(url),
    ...headers.map(([name, value]) => `-H ${word(value === "" ? `${name};` : `${name}: ${value}`)}`),
    ...(isUntyped ? ["-H 'Content-Type:'"] : []),
    ...bodyWords(body),
  ];
  return words.join(" ");
}

function bodyWords(body: Body): string[] {
  if (body.kind === "text") return [`--data-raw ${word(body.text)}`];
  if (body.kind !== "bytes") return [];
  const text = Buffer.from(body.bytes).toString();
  return [`--data-raw ${Buffer.from(text).equals(body.bytes) ? word(text) : escaped(body.bytes)}`];
}

/** One word of a shell, whatever is in the text. */
function word(text: string): string {
  const parts = text.split(redacted);
  if (parts.length > 1 && !/["$`\\!\p{Cc}]/u.test(text)) return `"${parts.join("$TOKEN")}"`;
  return parts.map((part) => (part === "" && parts.length > 1 ? "" : quoted(part))).join('"$TOKEN"');
}

function quoted(text: string): string {
  if (/^[A-Za-z0-9_./:=%,+@-]+$/.test(text)) return text;
  return /\p{Cc}/u.test(text) ? escaped(Buffer.from(text)) : `'${text.replaceAll("'", "'\\''")}'`;
}

/** The quotation of Bash, and of POSIX since 2024, that can hold any byte but zero. */
function escaped(bytes: Uint8Array): string {
  const isPlain = (byte: number): boolean => byte >= 0x20 && byte < 0x7f && byte !== 0x27 && byte !== 0x5c;
  const text = [...bytes].map((byte) =>
    isPlain(byte) ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, "0")}`,
  );
  return `$'${text.join("")}'`;
}
