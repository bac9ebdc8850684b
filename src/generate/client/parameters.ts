import {
  asString,
  type Document,
  isJsonType,
  type Operation,
  type Parameter,
  type Pointer,
  resolvePointer,
} from "../../document/index.js";
import { getSchemas, getSchemaTypes } from "../../schema/index.js";
import { type CodeValue, formatCallOf, formatReference } from "../code.js";
import { describeEncoding } from "./encoding.js";

/** How the parameters of an operation are written, without the defaults. */
export function describeParameters(document: Document, { path, parameters }: Operation) {
  const lists: string[] = [];
  const styles: Record<string, CodeValue> = {};
  const hasCookies = parameters.some((it) => it.in === "cookie");
  for (const parameter of parameters) {
    const writer = chooseWriter(document, parameter);
    if (parameter.in === "querystring")
      styles[`query ${parameter.name}`] = createQuerystringWriter(document, parameter);
    else if (writer === "list") lists.push(parameter.name);
    else if (writer !== undefined) styles[`${parameter.in} ${parameter.name}`] = formatReference(writer);
  }
  const prepare =
    Object.keys(styles).length === 0 && !hasCookies ? [] : [formatCallOf("createParameterSetWriter", styles)];
  const [, query] = /\?([^#]*)/.exec(path) ?? [];
  return {
    lists: lists.length === 0 ? undefined : lists,
    prepare: query === undefined ? prepare[0] : formatCallOf("createFixedQueryWriter", query, ...prepare),
  };
}

/** The writer of a parameter that describes the whole query string (OpenAPI 3.2, section 4.12.3). */
function createQuerystringWriter(document: Document, { content }: Parameter): CodeValue {
  if (content === undefined || isJsonType(content.range)) return formatReference("writeJsonQuery");
  return /^application\/x-www-form-urlencoded\b/i.test(content.range)
    ? formatCallOf("createFormQueryWriter", describeEncoding(document, content) ?? {})
    : formatReference("writeTextQuery");
}

/** The function of the runtime that writes a parameter, `list` for a list joined with commas, or undefined by default. */
function chooseWriter(document: Document, parameter: Parameter): string | undefined {
  if (parameter.in === "cookie") return chooseCookieWriter(document, parameter);
  if (parameter.in === "query") return chooseQueryWriter(document, parameter);
  const { style, explode, content } = parameter;
  if (content !== undefined) return "writeJsonText";
  const [plain, exploded] = SEGMENT_WRITERS[style] ?? ["writeCommaDelimited", "writeSimpleExploded"];
  const isNeeded =
    style in SEGMENT_WRITERS ||
    canBe(document, parameter, "object") ||
    (parameter.in === "path" && canBe(document, parameter, "array"));
  return isNeeded ? (explode ? exploded : plain) : undefined;
}

function chooseCookieWriter(document: Document, parameter: Parameter): string | undefined {
  const { style, explode, content } = parameter;
  if (content !== undefined) return "writeJsonText";
  if (style === "cookie") return explode ? "writeCookieExploded" : "writeCookie";
  if (canBe(document, parameter, "object")) return explode ? "writeFormObject" : "writeCommaDelimited";
  return !explode && canBe(document, parameter, "array") ? "writeCommaDelimited" : undefined;
}

function chooseQueryWriter(document: Document, parameter: Parameter): string | undefined {
  const { style, explode, allowReserved, content } = parameter;
  if (content !== undefined) return "writeJsonText";
  const [plain, exploded] = QUERY_WRITERS[style] ?? [];
  const writer = explode ? exploded : plain;
  if (writer !== undefined) return writer;
  if (allowReserved) return "writeReserved";
  if (canBe(document, parameter, "object")) return explode ? "writeFormObject" : "writeCommaDelimited";
  if (hasObjectItems(document, parameter)) return explode ? "writeJsonItems" : "writeCommaDelimited";
  return explode ? undefined : "list";
}

/** The functions for a style, and with `explode`. */
const QUERY_WRITERS: Readonly<Record<string, readonly [plain: string, exploded?: string]>> = {
  deepObject: ["writeDeepObject", "writeDeepObject"],
  spaceDelimited: ["writeSpaceDelimited"],
  pipeDelimited: ["writePipeDelimited"],
};

const SEGMENT_WRITERS: Readonly<Record<string, readonly [plain: string, exploded: string]>> = {
  label: ["writeLabel", "writeLabelExploded"],
  matrix: ["writeMatrix", "writeMatrixExploded"],
};

/** Whether a parameter, or a branch of its schema, has a type. */
function canBe(document: Document, { schema }: Parameter, type: string): boolean {
  return getSchemaTypes(getSchemas(document), schema).has(type);
}

function hasObjectItems(document: Document, parameter: Parameter): boolean {
  return listItemSchemas(document, parameter).some((it) => getSchemaTypes(getSchemas(document), it).has("object"));
}

function listItemSchemas(document: Document, { schema }: Parameter): readonly Pointer[] {
  const { model } = getSchemas(document);
  return (schema === undefined ? undefined : model.item(model.at([schema]), 0)?.pointers) ?? [];
}

/** Whether a parameter, or an item of its list, can be a time. */
export function isTimeParameter(document: Document, parameter: Parameter): boolean {
  const { model } = getSchemas(document);
  const places = [parameter.schema, ...listItemSchemas(document, parameter)];
  return places.flatMap(model.possible).some(({ schema }) => schema.format === "date-time");
}

/** The required headers whose schemas allow only one value, with that value. */
export function listConstants(document: Document, headers: readonly DescribedHeader[]): [string, string][] {
  return headers.flatMap((header): [string, string][] => {
    const value = header.required ? asString(resolvePointer(document, header.schema)?.value.const) : undefined;
    return value === undefined ? [] : [[header.name, value]];
  });
}

type DescribedHeader = Pick<Parameter, "name" | "schema" | "required">;
