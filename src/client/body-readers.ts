import type { BodyReader } from "./call-description.js";

/** Reads text: plain text, XML, HTML, CSV. */
export const readText: BodyReader = (response) => response.text();

/** Reads bytes. Responses without a body give an empty Blob. */
export const readBlob: BodyReader = (response) => response.blob();

/** Reads JSON of another type than `application/json`. */
export const readJson: BodyReader = (response) => response.json();

/** Reads a body of any type: JSON, text or bytes, by its content type. */
export const readAny: BodyReader = (response) => {
  const type = response.headers.get("content-type") ?? "";
  if (/[/+]json\b/i.test(type)) return response.json();
  return /^text\/|[/+]xml\b|^$/i.test(type) ? response.text() : response.blob();
};
