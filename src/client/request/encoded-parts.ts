import type { BodyWriter } from "../calls/body-codecs.js";
import type { PartHeaders } from "../calls/call-settings.js";
import { writeForm } from "./body-writers.js";
import { createBoundary, createPart, isBytes } from "./parts.js";

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
 * Creates a writer of multipart bodies whose parts have headers or parts of their own. Parts have names if the body is an object,
 * or if it is a list of objects and the type is `multipart/form-data`. Text and bytes are sent unchanged.
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
  return (
    typeof value === "object" &&
    value !== null &&
    !(value instanceof Blob || value instanceof Date || value instanceof ReadableStream || isBytes(value))
  );
}
