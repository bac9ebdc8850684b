import { type Header, headerValues } from "../exchange/index.js";

/** How long a body is (RFC 9112, section 6.3). */
export type Framing =
  | { readonly kind: "none" }
  | { readonly kind: "length"; readonly length: number }
  | { readonly kind: "chunked" /** Packed for the way alone, beyond being cut into chunks. */; readonly coded: boolean }
  | { readonly kind: "until-close" };

/** Undefined when two readers could find the end of the body in two places. */
export function requestFraming(headers: readonly Header[]): Framing | undefined {
  const framing = declared(headers);
  // A request never ends with its connection.
  return framing?.kind === "until-close" ? undefined : framing;
}

export type Answered = { readonly method: string; readonly status: number; readonly headers: readonly Header[] };

export function responseFraming({ method, status, headers }: Answered): Framing | undefined {
  if (method === "HEAD" || status === 204 || status === 304 || status < 200) return { kind: "none" };
  const framing = declared(headers);
  return framing?.kind === "none" ? { kind: "until-close" } : framing;
}

function declared(headers: readonly Header[]): Framing | undefined {
  const codings = listed(headers, "transfer-encoding").map((it) => it.toLowerCase());
  const lengths = [...new Set(listed(headers, "content-length"))];
  if (codings.length > 0) {
    if (lengths.length > 0) return undefined;
    if (codings.at(-1) !== "chunked") return { kind: "until-close" };
    return { kind: "chunked", coded: codings.length > 1 };
  }
  const [length] = lengths;
  if (length === undefined) return { kind: "none" };
  if (lengths.length > 1 || !/^\d{1,15}$/.test(length)) return undefined;
  return length === "0" ? { kind: "none" } : { kind: "length", length: Number(length) };
}

function listed(headers: readonly Header[], name: string): string[] {
  return headerValues(headers, name).flatMap((value) => value.split(",").map((it) => it.trim()));
}
