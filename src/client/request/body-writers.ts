import type { BodyWriter, PartHeaders } from "../calls/call-settings.js";
import { chooseByType } from "../calls/media-types.js";
import { type EncodedText, mapDefined } from "./build-request.js";
import type { ParameterWriter } from "./parameter-writers.js";

/** Creates a writer that chooses by the content type of the request. */
export function createWriter(writers: Readonly<Record<string, BodyWriter>>): BodyWriter {
  return (body, format, headers, settings) =>
    chooseByType(writers, headers.get("Content-Type"))?.(body, format, headers, settings);
}

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

/** Sends a body of a range of types, such as `image/*`, unchanged. A file has its own type unless the caller gives one. */
export const writeOpenType: BodyWriter = (body, _, headers, settings) => {
  const isGiven = Object.keys(settings?.headers ?? {}).some((name) => /^content-type$/i.test(name));
  if (body instanceof Blob && body.type && !isGiven) headers.set("Content-Type", body.type);
  return body as never;
};

/** Writes a body of any type. Files, bytes and streams are sent unchanged, and so is text unless its type is JSON. */
export const writeAny: BodyWriter = (body, format, headers, settings) => {
  const isText = typeof body === "string" && !/json/i.test(`${headers.get("Content-Type")}`);
  return isBinary(body) || isText ? writeOpenType(body, format, headers, settings) : undefined;
};

/** Writes a list of items as lines of JSON. Other bodies are sent unchanged. */
export const writeJsonLines: BodyWriter = (body) =>
  Array.isArray(body) ? body.map((item) => `${JSON.stringify(item)}\n`).join("") : (body as never);

/** The same as a JSON text sequence (RFC 7464), whose items begin with a record separator. */
export const writeJsonSequence: BodyWriter = (body) =>
  Array.isArray(body) ? body.map((item) => `\u001e${JSON.stringify(item)}\n`).join("") : (body as never);

/** The properties of a body, with an entry for each item of a list. */
function listFields(body: unknown): [name: string, item: unknown][] {
  return Object.entries(Object(body)).flatMap(([name, value]) =>
    [value].flat().flatMap((item): [string, unknown][] => (item == null ? [] : [[name, item]])),
  );
}

/** A part of a multipart body: text, or bytes with their content type. */
function createPart(item: unknown, type: string | undefined, formatText: () => string): Blob | string {
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
function createBoundary(): string {
  const [, boundary = ""] = /boundary=(.*)/.exec(`${new Response(new FormData()).headers.get("content-type")}`) ?? [];
  return boundary;
}

function isBytes(value: unknown): boolean {
  return value instanceof ArrayBuffer || ArrayBuffer.isView(value);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && !(value instanceof Date);
}

/** How a part, or a whole body, is written (Encoding Object of OpenAPI 3.2). */
export type BodyEncoding = {
  readonly type?: string;
  /** Headers that can have one value only. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How nested parts are written: by name, by position, and those that have no other encoding. */
  readonly names?: Readonly<Record<string, BodyEncoding>>;
  readonly prefix?: readonly BodyEncoding[];
  readonly item?: BodyEncoding;
};

/**
 * Creates a writer of multipart bodies whose parts have headers, positions or parts of their own. Parts have names if the body is an
 * object, or if it is a list of objects and the type is `multipart/form-data`. Text and bytes are sent unchanged.
 */
export function createEncodedWriter(encoding: BodyEncoding): BodyWriter {
  return (body, format, headers, { partHeaders = {} } = {}) => {
    if (!isContainer(body)) return body as never;
    const boundary = createBoundary();
    const type = `${headers.get("Content-Type")}`;
    headers.set("Content-Type", `${type}; boundary=${boundary}`);
    return writeParts(body, { ...encoding, type }, { boundary, format, partHeaders, path: "" });
  };
}

type PartContext = {
  readonly boundary: string;
  readonly format: Parameters<BodyWriter>[1];
  readonly partHeaders: PartHeaders;
  /** JSON Pointer of the parts in the body. */
  readonly path: string;
};

type Part = readonly [path: string, value: unknown, encoding: BodyEncoding | undefined, name: string | undefined];

function writeParts(body: object, encoding: BodyEncoding, context: PartContext): Blob {
  const { boundary, format, partHeaders } = context;
  const parts = listParts(body, encoding).flatMap(([at, value, { type, headers: fixed, ...nested } = {}, name]) => {
    const path = context.path + at;
    const headers = new Headers(fixed);
    for (const [key, given] of Object.entries(partHeaders[path] ?? {})) {
      const texts = [given].flat().map((it) => format(it, key));
      headers.set(key, texts.join(","));
    }
    let content: Blob | string;
    let contentType = type;
    if (isContainer(value) && /^multipart\//i.test(`${type}`)) {
      const inner = createBoundary();
      contentType = `${type}; boundary=${inner}`;
      content = writeParts(value, { ...nested, type: `${type}` }, { ...context, boundary: inner, path });
    } else if (isContainer(value) && type === "application/x-www-form-urlencoded") {
      content = writeForm(value, format, headers) as string;
    } else {
      content = createPart(value, type, () => format(value, path));
      contentType = (content as Partial<Blob>).type || (name === undefined ? "text/plain" : type);
    }
    if (contentType && !headers.has("Content-Type")) headers.set("Content-Type", contentType);
    if (name !== undefined && !headers.has("Content-Disposition"))
      headers.set("Content-Disposition", formatDisposition(name, value));
    return [`--${boundary}\r\n`, ...[...headers].map(([key, text]) => `${key}: ${text}\r\n`), "\r\n", content, "\r\n"];
  });
  return new Blob([...parts, `--${boundary}--\r\n`]);
}

/** Lists the parts in their order. A list with a name is one part for each item, unless it is a multipart body itself. */
function listParts(body: object, { type, names, prefix, item }: BodyEncoding): Part[] {
  const byPosition = (index: number) => prefix?.[index] ?? item;
  if (Array.isArray(body) && type !== "multipart/form-data")
    return body.map((value, index) => [`/${index}`, value, byPosition(index), undefined]);
  const fields: Part[] = (Array.isArray(body) ? body : [body]).flatMap((fieldsOfPart, index) =>
    Object.entries(Object(fieldsOfPart)).map(([name, value]): Part => {
      const path = `${body === fieldsOfPart ? "" : `/${index}`}/${name.replace(/~/g, "~0").replace(/\//g, "~1")}`;
      return [path, value, names?.[name] ?? byPosition(index), name];
    }),
  );
  return fields.flatMap(([path, value, encoding, name]): Part[] => {
    if (value == null) return [];
    if (!Array.isArray(value) || /^multipart\//i.test(`${encoding?.type}`)) return [[path, value, encoding, name]];
    return value.map((it, index): Part => [`${path}/${index}`, it, encoding, name]);
  });
}

/** @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function formatDisposition(name: string, value: unknown): string {
  const escapeName = (text: string) => text.replace(/[\r\n"]/g, encodeURIComponent);
  const file = value instanceof Blob || isBytes(value) ? ((value as Partial<File>).name ?? name) : undefined;
  return `form-data; name="${escapeName(name)}"${file === undefined ? "" : `; filename="${escapeName(file)}"`}`;
}

function isContainer(value: unknown): value is object {
  return typeof value === "object" && value !== null && !(value instanceof Date || isBinary(value));
}

function isBinary(value: unknown): boolean {
  return value instanceof Blob || value instanceof ReadableStream || isBytes(value);
}
