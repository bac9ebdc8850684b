import type { ResponseReader } from "../calls/body-codecs.js";

/** Creates a reader that chooses by the content type: the type, its range such as `image/*`, or any type. */
export function createReader(readers: Readonly<Record<string, ResponseReader>>): ResponseReader {
  return (response, signal) => {
    const [type = ""] = (response.headers.get("content-type") ?? "").toLowerCase().split(";");
    const reader = readers[type.trim()] ?? readers[type.replace(/\/.*/, "/*")] ?? readers["*/*"];
    return reader?.(response, signal);
  };
}

/** Reads text: plain text, XML, HTML, CSV. */
export const readTextBody: ResponseReader = (response) => response.text();

/** Reads bytes. Responses without a body give an empty Blob. */
export const readBlob: ResponseReader = (response) => response.blob();

/** Reads a body of any type: JSON, text or bytes, by its content type. */
export const readAny: ResponseReader = (response) => {
  const type = response.headers.get("content-type") ?? "";
  // The client reads JSON, and the text of a body without a type.
  if (/^([^;]*[/+]json)?\s*(;|$)/i.test(type)) return undefined;
  return /^text\/|[/+]xml\b/i.test(type) ? response.text() : response.blob();
};
