import { type Exchange, getHeaderValues, type HeaderField } from "../../recording/index.js";

/** The message body length (RFC 9112, section 6.3). */
export type Framing =
  | { readonly kind: "none" }
  | { readonly kind: "length"; readonly length: number }
  | { readonly kind: "chunked" /** Other transfer codings precede `chunked`. */; readonly hasOtherCodings: boolean }
  | { readonly kind: "until-close" };

/** Returns undefined if the end of the body is ambiguous. */
export function getRequestFraming(headers: readonly HeaderField[]): Framing | undefined {
  const framing = readDeclaredFraming(headers);
  // The end of the connection never delimits a request body.
  return framing?.kind === "until-close" ? undefined : framing;
}

type ResponseFramingInput = Pick<Exchange["request"], "method"> & Pick<Exchange["response"], "status" | "headers">;

export function getResponseFraming({ method, status, headers }: ResponseFramingInput): Framing | undefined {
  if (method === "HEAD" || status === 204 || status === 304 || status < 200) return { kind: "none" };
  // A transfer coding overrides a length.
  const framing = readTransferCoding(headers) ?? readDeclaredFraming(headers);
  // Without a declared length, the end of the connection ends the body. A declared length of 0 ends with the head.
  return framing?.kind === "none" ? { kind: "until-close" } : framing;
}

function readDeclaredFraming(headers: readonly HeaderField[]): Framing | undefined {
  const coding = readTransferCoding(headers);
  const lengths = [...new Set(splitHeaderValues(headers, "content-length"))];
  const [length] = lengths;
  if (length === undefined) return coding ?? { kind: "none" };
  if (coding !== undefined) return undefined;
  if (lengths.length > 1 || !/^\d{1,15}$/.test(length)) return undefined;
  return { kind: "length", length: Number(length) };
}

function readTransferCoding(headers: readonly HeaderField[]): Framing | undefined {
  const codings = splitHeaderValues(headers, "transfer-encoding").map((it) => it.toLowerCase());
  if (codings.length === 0) return undefined;
  return codings.at(-1) === "chunked"
    ? { kind: "chunked", hasOtherCodings: codings.length > 1 }
    : { kind: "until-close" };
}

function splitHeaderValues(headers: readonly HeaderField[], name: string): string[] {
  return getHeaderValues(headers, name).flatMap((value) => value.split(",").map((it) => it.trim()));
}
