import type { BodyWriter } from "../calls/body-codecs.js";
import { type EncodedText, mapDefined } from "./build-request.js";
import type { ParameterWriter } from "./parameter-writers.js";
import { createBoundary, createPart, isBytes } from "./parts.js";

/** Writes a form (`application/x-www-form-urlencoded`): lists repeat their name. */
export const writeForm: BodyWriter = (body, format) =>
  `${new URLSearchParams(
    mapDefined(Object(body), (value, name) =>
      [value].flat().flatMap((item) => (item == null ? [] : [[name, format(item, name)] as [string, string]])),
    ),
  )}`;

/** Creates a writer of forms whose properties have other styles (`encoding` of the spec). */
export function createFormWriter(writers: Readonly<Record<string, ParameterWriter>>): BodyWriter {
  return (body, format) =>
    Object.entries(Object(body))
      .flatMap(([name, value]) => {
        const encode = (it: unknown) => encodeURIComponent(format(it, name));
        const entries = value == null ? [] : (writers[name]?.(value, name, encode) ?? [[name, value] as const]);
        return entries.flatMap(([key, all]) =>
          [all].flat().flatMap((it) => {
            const text = it == null ? undefined : ((it as Partial<EncodedText>).encoded ?? encode(it));
            return text === undefined ? [] : `${encodeURIComponent(key)}=${text}`;
          }),
        );
      })
      .join("&");
}

/** Writes `multipart/form-data`. Blobs and bytes are files, objects are JSON. */
export const writeMultipart: BodyWriter = /* @__PURE__ */ createMultipartWriter({});

/** Creates a writer of `multipart/form-data` whose parts have the given content types (`encoding` of the spec). */
export function createMultipartWriter(types: Readonly<Record<string, string>>): BodyWriter {
  return (body, format, headers) => {
    const form = new FormData();
    for (const [name, item] of listFields(body)) {
      const part = createPart(item, types[name], () => format(item, name));
      // Without a name, the platform would make the part a file called `blob`.
      const file = item instanceof Blob ? ((item as Partial<File>).name ?? "blob") : isBytes(item) ? name : "";
      if (typeof part === "string") form.append(name, part);
      else form.append(name, part, file);
    }
    // The platform adds the boundary.
    headers.delete("Content-Type");
    return form;
  };
}

/** Refuses a body, which fetch does not send with GET and HEAD. */
export const refuseBody: BodyWriter = () => {
  throw "fetch cannot send a body with this method";
};

/** Sends text, bytes, files and streams unchanged. */
export const writeRaw: BodyWriter = (body) => body as never;

/** Writes a list of items as lines of JSON. Other bodies are sent unchanged. */
export const writeJsonLines: BodyWriter = (body) =>
  Array.isArray(body) ? body.map((item) => `${JSON.stringify(item)}\n`).join("") : (body as never);

/** The same as a JSON text sequence (RFC 7464), whose items begin with a record separator. */
export const writeJsonSequence: BodyWriter = (body) =>
  Array.isArray(body) ? body.map((item) => `\u001e${JSON.stringify(item)}\n`).join("") : (body as never);

/**
 * Creates a writer of multipart bodies whose parts have content types by position (`prefixEncoding` and `itemEncoding` of the
 * spec). Bodies other than lists are sent unchanged.
 */
export function createPartsWriter(types: readonly string[], itemType?: string): BodyWriter {
  return (body, format, headers) => {
    if (!Array.isArray(body)) return body as never;
    const boundary = createBoundary();
    headers.set("Content-Type", `${headers.get("Content-Type")}; boundary=${boundary}`);
    const parts = body.flatMap((item, index) => {
      const part = createPart(item, types[index] ?? itemType, () => format(item, `body[${index}]`));
      const type = (part as Partial<Blob>).type || "text/plain";
      return [`--${boundary}\r\nContent-Type: ${type}\r\n\r\n`, part, "\r\n"];
    });
    return new Blob([...parts, `--${boundary}--\r\n`]);
  };
}

/** The properties of a body, with an entry for each item of a list. */
function listFields(body: unknown): [name: string, item: unknown][] {
  return Object.entries(Object(body)).flatMap(([name, value]) =>
    [value].flat().flatMap((item): [string, unknown][] => (item == null ? [] : [[name, item]])),
  );
}
