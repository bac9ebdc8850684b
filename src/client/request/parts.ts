/** A part of a multipart body: text, or bytes with their content type. */
export function createPart(item: unknown, type: string | undefined, formatText: () => string): Blob | string {
  if (item instanceof Blob && item.type) return item;
  // The default of OpenAPI, and of a part without a type that is no text (RFC 7578, section 4.4).
  if (item instanceof Blob || isBytes(item))
    return new Blob([item as ArrayBuffer], { type: type || "application/octet-stream" });
  const isJson = isObject(item) || /json$/.test(`${type}`);
  const text = isJson ? JSON.stringify(item) : formatText();
  // A part with JSON has a type.
  return isJson || type ? new Blob([text], { type: type ?? "application/json" }) : text;
}

/** The platform chooses a random boundary, which is part of the content type of an empty form. */
export function createBoundary(): string {
  const [, boundary = ""] = /boundary=(.*)/.exec(`${new Response(new FormData()).headers.get("content-type")}`) ?? [];
  return boundary;
}

export function isBytes(value: unknown): boolean {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && !(value instanceof Date);
}
