/**
 * Whether a media type, with or without parameters, is JSON: `application/json`, `text/json` or one with the suffix `+json`. A sequence of JSON
 * (`application/json-seq`) is not.
 *
 * @see https://www.rfc-editor.org/rfc/rfc6838#section-4.2.8
 */
export function isJsonType(mediaType: string | undefined): boolean {
  return mediaType !== undefined && /^[^;]*[/+]json\s*(;|$)/i.test(mediaType);
}
