import type { HeaderField, RecordedBody } from "../../exchange.js";
import { getHeaderValues } from "../../headers.js";
import { parseEssence, parseMediaType } from "../../media-type.js";
import { EntryError, isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";
import { createMissingBody } from "../../reader/recorded-body.js";

/** A rebuilt body, and its media type if a boundary had to be chosen; this one replaces a recorded header. */
export type RebuiltForm = { readonly body: RecordedBody; readonly mimeType?: string };

/**
 * Rebuilds a form body from `postData.params`, which are decoded. The result is equivalent, but not necessarily
 * byte-identical.
 *
 * @throws EntryError if the parameters are invalid.
 */
export function buildFormBody(postData: UnknownRecord, headers: readonly HeaderField[]): RebuiltForm {
  const [header] = getHeaderValues(headers, "content-type");
  const { mimeType } = postData;
  const declared = typeof mimeType === "string" && mimeType !== "" ? mimeType : (header ?? "");
  const essence = parseEssence(declared);
  if (essence !== URL_ENCODED && essence !== MULTIPART) {
    const kind = essence || "a body of unknown type";
    return { body: createMissingBody(`only postData.params are recorded; they cannot be converted to ${kind}`) };
  }
  const params = readParams(postData.params);
  if (essence === URL_ENCODED) {
    const form = new URLSearchParams(params.map(({ name, value = "" }): [string, string] => [name, value]));
    return { body: { kind: "text", text: form.toString() } };
  }
  return rebuildMultipart(params, declared, header);
}

type FormParam = { readonly name: string } & Readonly<Partial<Record<"value" | "fileName" | "contentType", string>>>;

function readParams(params: unknown): readonly FormParam[] {
  if (!Array.isArray(params)) return [];
  return params.map((param: unknown, index): FormParam => {
    const pointer = `/request/postData/params/${index}`;
    if (!isPlainObject(param)) throw new EntryError(pointer, param, "an object with name and value");
    const { name, value } = param;
    if (typeof name !== "string") throw new EntryError(`${pointer}/name`, name, "a string");
    if (value !== undefined && typeof value !== "string") throw new EntryError(`${pointer}/value`, value, "a string");
    const { fileName, contentType } = param;
    return {
      name,
      ...(value === undefined ? {} : { value }),
      ...(typeof fileName === "string" ? { fileName } : {}),
      ...(typeof contentType === "string" ? { contentType } : {}),
    };
  });
}

/**
 * Uses the boundary of the header, which the check reads, or else that of `postData.mimeType`. Some recorders leave it out of
 * both; a client cannot, so one is chosen.
 */
function rebuildMultipart(params: readonly FormParam[], declared: string, header: string | undefined): RebuiltForm {
  const file = params.find(({ fileName, value }) => fileName !== undefined && !value);
  if (file !== undefined)
    return { body: createMissingBody("the content of a file in postData.params is not recorded") };
  const known = parseMediaType(header ?? declared)?.parameters.boundary;
  const boundary = known ?? CHOSEN_BOUNDARY;
  if (params.some(({ value = "" }) => value.includes(boundary)))
    return { body: createMissingBody("only postData.params are recorded, and one of them contains the boundary") };
  const parts = params.map((param) => `--${boundary}\r\n${formatPart(param)}\r\n`);
  const body = { kind: "text", text: `${parts.join("")}--${boundary}--\r\n` } as const;
  return known === undefined ? { body, mimeType: `${MULTIPART}; boundary=${boundary}` } : { body };
}

function formatPart({ name, value = "", fileName, contentType = "" }: FormParam): string {
  const file = fileName === undefined ? "" : `; filename="${escapeName(fileName)}"`;
  const type = contentType === "" ? "" : `\r\nContent-Type: ${contentType.replaceAll(/[\r\n]/g, " ")}`;
  return `Content-Disposition: form-data; name="${escapeName(name)}"${file}${type}\r\n\r\n${value}`;
}

/** @see https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#multipart-form-data */
function escapeName(name: string): string {
  return name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22");
}

const URL_ENCODED = "application/x-www-form-urlencoded";
const MULTIPART = "multipart/form-data";
const CHOSEN_BOUNDARY = "form-params-of-the-recording";
