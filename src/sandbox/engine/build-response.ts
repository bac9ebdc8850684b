import { pickResponse } from "../../check/router/documented-parts.js";
import {
  asObject,
  formatLocation,
  isJsonType,
  isObject,
  type Json,
  joinPointer,
  type MediaTypeDefinition,
  type Operation,
  type Pointer,
  type ResponseDefinition,
  setMember,
} from "../../document/index.js";
import { serializeExactJson } from "../../document/values/serialize-json.js";
import { makeParameterValue } from "../../samples/example-values.js";
import { serializeRequestBody } from "../../samples/serialization/serialize-body.js";
import { serializeHeaderParameter } from "../../samples/serialization/serialize-parameter.js";
import { serializeXml } from "../../samples/serialization/serialize-xml.js";
import { describeViolation, type Schemas, toPrintable } from "../../schema/index.js";
import type { Refusal, ServiceResponse } from "../context/request-context.js";
import { isConditional } from "./conditional-requests.js";
import { dropExcluded, getMember, isValid, listValidExamples, makeSample } from "./sample-values.js";

/** No response that the spec allows can be made. */
export class UnplayableError extends Error {
  override readonly name = "UnplayableError";
}

export type ResponseContent = {
  /** Statuses that fit, the best first. */
  readonly statuses: readonly number[];
  /**
   * Makes the JSON body for its schema; undefined if the schema is not of a record or list. `around` is a valid example or sample
   * of the body, for what a body has beside records.
   */
  readonly build?: ((schema: Pointer, around: Json | undefined) => Json | undefined) | undefined;
  /** Whether no example and no sample may be sent instead of a body that is built but not valid. */
  readonly isExact?: boolean;
  /** Values of headers, sent if the response declares them. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly accept?: string | undefined;
  /** The type and the bytes, as Latin-1, of a file that a GET returns, unless its response is JSON. */
  readonly file?: Json | undefined;
};

/**
 * Makes a successful response of an operation, valid for its schema.
 *
 * @throws UnplayableError naming the statement of the spec that allows no value
 */
export function buildDeclaredResponse(schemas: Schemas, operation: Operation, content: ResponseContent) {
  const picked = pickSuccess(operation, content.statuses);
  if (picked === undefined) return { status: content.statuses[0] ?? 200, headers: {}, bytes: new Uint8Array() };
  const { status, definition } = picked;
  const declared = buildHeaders(schemas, definition, content.headers ?? {});
  const etag = isConditional(operation) ? content.headers?.etag : undefined;
  const headers = etag === undefined ? declared : { ...declared, ETag: etag };
  const media = status === 204 || status === 304 ? undefined : pickMedia(definition.content, content.accept);
  const { type, text } = asObject(content.file) ?? {};
  // The bytes and the type of an upload are the body of a download.
  if (type && operation.method === "GET" && status === 200 && !isJsonType(media?.range ?? ""))
    return {
      status,
      headers: { ...headers, "Content-Type": String(type) },
      bytes: Buffer.from(String(text ?? ""), "latin1"),
    };
  if (media === undefined) return buildOpenResponse(operation, picked, headers, content.build);
  const isBody = media.schema !== undefined || isJsonType(media.range);
  const { value, built } = isBody ? findBody(schemas, media, content) : {};
  if (value === undefined && media.schema !== undefined && isJsonType(media.range))
    throw new UnplayableError(explainUnplayable(schemas, operation, { status, media, built }));
  const sent = value ?? listValidExamples(schemas, media, "response")[0] ?? "text";
  const { contentType, bytes } = serialize(schemas, media, sent);
  return { status, headers: { ...headers, "Content-Type": contentType }, bytes };
}

/** A response without a media type: a success without `content` in the spec shows what was found as JSON. */
function buildOpenResponse(
  { method }: Operation,
  { status, definition }: NonNullable<ReturnType<typeof pickSuccess>>,
  headers: Readonly<Record<string, string>>,
  build: ResponseContent["build"],
) {
  const isOpen = status < 204 && !definition.hasContent && method !== "DELETE";
  const shown = isOpen ? build?.("", undefined) : undefined;
  if (shown === undefined) return { status, headers, bytes: new Uint8Array() };
  return { status, headers: { ...headers, "Content-Type": "application/json" }, bytes: encodeJson(shown) };
}

type FoundBody = { readonly value?: Json | undefined; readonly built?: Json | undefined };

/** A valid value for a body: the built one, an example, or a sample. */
function findBody(
  schemas: Schemas,
  media: MediaTypeDefinition,
  { build, isExact = false }: ResponseContent,
): FoundBody {
  const { schema } = media;
  const [example] = listValidExamples(schemas, media, "response");
  if (schema === undefined) return { value: build?.("", example) ?? example ?? {} };
  const made = example ?? makeSample(schemas, schema);
  const around = made === undefined ? undefined : toSendable(schemas, schema, made);
  const built = build?.(schema, around);
  const sent = built === undefined ? undefined : toSendable(schemas, schema, built);
  return { value: sent ?? (built !== undefined && isExact ? undefined : around), built };
}

/** A valid body without what no response has; undefined if there is none. */
function toSendable(schemas: Schemas, schema: Pointer, value: Json): Json | undefined {
  const declared = dropExcluded(schemas, schema, value);
  return [declared, value].find((it) => isValid(schemas, schema, it));
}

function pickSuccess({ responses }: Operation, statuses: readonly number[]) {
  for (const status of statuses) {
    const definition = responses.find((it) => it.status === String(status));
    if (definition !== undefined) return { status, definition };
  }
  const exact = responses.find((it) => /^[23]\d\d$/.test(it.status));
  if (exact !== undefined) return { status: Number(exact.status), definition: exact };
  const general = responses.find((it) => /^2xx$/i.test(it.status)) ?? responses.find((it) => it.status === "default");
  return general === undefined ? undefined : { status: statuses[0] ?? 200, definition: general };
}

/** JSON if the client accepts it. Only a client that names another type gets that one. */
function pickMedia(content: readonly MediaTypeDefinition[], accept = "*/*"): MediaTypeDefinition | undefined {
  const ranges = accept.split(",").map((it) => it.replace(/;.*$/, "").trim().toLowerCase());
  const isAccepted = ({ range }: MediaTypeDefinition): boolean =>
    ranges.some((it) => it === "*/*" || range.toLowerCase().startsWith(it.replace(/\*$/, "")));
  const isJson = ({ range }: MediaTypeDefinition): boolean => isJsonType(range);
  return (
    content.find((it) => isAccepted(it) && isJson(it)) ?? content.find(isAccepted) ?? content.find(isJson) ?? content[0]
  );
}

function buildHeaders(
  schemas: Schemas,
  { headers }: ResponseDefinition,
  known: Readonly<Record<string, string | undefined>>,
): Record<string, string> {
  const sent = headers.flatMap((header): [string, string][] => {
    const value = known[header.name.toLowerCase()];
    if (value !== undefined) return [[header.name, value]];
    if (!header.required) return [];
    const made = makeParameterValue({ schemas, direction: "response" }, header);
    return made === undefined ? [] : [[header.name, serializeHeaderParameter(header, made.value)]];
  });
  return Object.fromEntries(sent);
}

function serialize(schemas: Schemas, media: MediaTypeDefinition, value: Json) {
  const contentType = media.range.replace(/^\*\/\*/, "application/json").replace(/\*$/, "plain");
  const xml =
    /[/+]xml/.test(contentType) && media.schema !== undefined ? serializeXml(schemas, media.schema, value) : undefined;
  if (xml !== undefined) return { contentType, bytes: Buffer.from(xml) };
  return serializeRequestBody(schemas.document, media, { contentType, value });
}

type UnplayableBody = FoundBody & { readonly status: number; readonly media: MediaTypeDefinition };

function explainUnplayable(schemas: Schemas, operation: Operation, { status, media, built }: UnplayableBody): string {
  const { schema = media.pointer } = media;
  const at = formatLocation(schemas.document.locate(schema));
  const where = `${operation.method} ${operation.path}: no body was found that is valid for the response ${status} (${at})`;
  try {
    const [violation] = schemas.validate(schema, "response", built ?? makeSample(schemas, schema) ?? {});
    if (violation === undefined) return where;
    const place = violation.instance === "" ? "" : ` at ${toPrintable(violation.instance)}`;
    return `${where}: expected ${describeViolation(violation).expected}${place}`;
  } catch (error) {
    return `${where}: ${error instanceof Error ? error.message : String(error)}`;
  }
}

/**
 * Makes an error response: a declared one that fits, with a valid body that has the message. If none is declared, the first status
 * is sent with a body of the sandbox.
 */
export function buildErrorResponse(
  schemas: Schemas,
  operation: Operation | undefined,
  refusal: Refusal,
): ServiceResponse {
  const { code, message, place, headers = {} } = refusal;
  const statuses = listFittingStatuses(refusal);
  const [first = 400] = statuses;
  const responses = operation?.responses ?? [];
  const status = statuses.find((it) => responses.some((response) => response.status === String(it))) ?? first;
  const definition = pickResponse(responses, status);
  const own = { "Content-Type": "application/json" };
  const open = { status, code, message };
  if (definition === undefined) return { status, headers: { ...own, ...headers }, bytes: encodeJson(open) };
  const declared = { ...buildHeaders(schemas, definition, {}), ...headers };
  const media = pickMedia(definition.content);
  // Without a place for it in the body, the reason is in a header.
  const warning = { Warning: `199 sandbox ${JSON.stringify(message).replaceAll(/[^ -~]/g, "?")}` };
  if (media === undefined) return { status, headers: { ...declared, ...warning }, bytes: new Uint8Array() };
  const [example] = listValidExamples(schemas, media, "response");
  const value = example ?? (media.schema === undefined ? open : makeSample(schemas, media.schema));
  if (value === undefined) return { status, headers: { ...declared, ...own }, bytes: encodeJson(open) };
  const shown = { ...open, place, isExample: example !== undefined };
  const filled = media.schema === undefined ? value : addMessage(schemas, media.schema, value, shown);
  const { contentType, bytes } = serialize(schemas, media, filled);
  const reason = JSON.stringify(filled).includes(JSON.stringify(message)) ? {} : warning;
  return { status, headers: { ...declared, ...reason, "Content-Type": contentType }, bytes };
}

/** Statuses that fit an invalid request. A path parameter with an invalid value names no record. */
function listFittingStatuses({ status, statuses, code, place }: Refusal): readonly number[] {
  if (place[0] === "path") return [400, 404, 422];
  const isUnspecific = status === 400 && statuses.length === 1;
  return isUnspecific ? (FITTING_STATUSES[code] ?? [400, 422, 404]) : statuses;
}

const FITTING_STATUSES: Readonly<Record<string, readonly number[]>> = {
  INVALID_BODY: [422, 400],
  UNSUPPORTED_MEDIA_TYPE: [415, 400, 422],
};

type ShownError = Pick<Refusal, "code" | "message" | "place"> & {
  readonly status: number;
  readonly isExample: boolean;
};

/**
 * Sets the members of an error that are a message, a status, a code or the place of the fault, if the body stays valid. Removes what is
 * about something else: what only a sample has, and the details of an example. A body of text is the message.
 */
function addMessage(schemas: Schemas, schema: Pointer, value: Json, error: ShownError): Json {
  const scalars = listScalars(value, []);
  const hasMessage = scalars.some(({ path }) => MESSAGE_NAME.test(path.at(-1) ?? ""));
  const known: string[] = [];
  const set = (body: Json, path: readonly string[], candidates: readonly (Json | undefined)[]): Json | undefined =>
    candidates.map((it) => setMember(body, path, it)).find((it) => isValid(schemas, schema, it));
  const filled = scalars.reduce((body, { path, scalar }) => {
    const isListed = typeof scalar === "string" && set(body, path, ["any text"]) === undefined;
    const changed = set(body, path, listErrorValues(path, scalar, { ...error, hasMessage, isListed }));
    if (changed !== undefined || (error.isExample && path.length < 2)) known.push(joinPointer("", ...path));
    return changed ?? body;
  }, value);
  const parts = scalars.flatMap(({ path }) => path.map((_, index) => path.slice(0, index + 1)));
  return parts.reduce((body, path) => {
    const at = joinPointer("", ...path);
    const isKnown = known.some((it) => it === at || it.startsWith(`${at}/`));
    return isKnown || getMember(body, path) === undefined ? body : (set(body, path, [undefined, [], {}, null]) ?? body);
  }, filled);
}

function listErrorValues(
  path: readonly string[],
  scalar: Json,
  { status, code, message, place, isExample, hasMessage, isListed }: ShownError & ErrorFacts,
): readonly Json[] {
  const name = path.findLast((it) => !/^\d+$/.test(it)) ?? "";
  if (isPlaceName(path) && place.length > 0) return listPlaces(name, scalar, place);
  const isStatus = STATUS_NAME.test(name) && /^(\d{3}|0)?$/.test(String(scalar));
  if (typeof scalar === "number") return STATUS_NAME.test(name) ? [status] : [];
  if (typeof scalar !== "string") return [];
  const isMessage = name === "" || (hasMessage ? MESSAGE_NAME : TITLE_NAME).test(name);
  const isCode = isListed || (!isExample && CODE_NAME.test(name));
  const codes = isCode ? [code, code.toLowerCase(), code.toLowerCase().replaceAll("_", "-")] : [];
  const title = /^title$/i.test(name) ? [code.charAt(0) + code.slice(1).toLowerCase().replaceAll("_", " ")] : [];
  return [...(isMessage ? [message] : title), ...(isStatus ? [String(status)] : []), ...codes];
}

type ErrorFacts = Readonly<Record<"hasMessage" | "isListed", boolean>>;

/** The place of a fault as a JSON Pointer, as `items.0.size`, or as a list of names; `loc` begins with `body` or `query`. */
function listPlaces(name: string, member: Json, place: readonly string[]): readonly Json[] {
  const names = /^loc/i.test(name) ? place : place.slice(1);
  if (Array.isArray(member)) return [names.map((it) => (/^\d+$/.test(it) ? Number(it) : it)), [...names]];
  return typeof member === "string" ? [/pointer$/i.test(name) ? joinPointer("", ...names) : names.join(".")] : [];
}

/** Whether a member of an error names the place of the fault. `path` beside a message can be that of the request. */
function isPlaceName(path: readonly string[]): boolean {
  const name = path.at(-1) ?? "";
  return PLACE_NAME.test(name) || (/^(path|name)$/i.test(name) && path.some((it) => /^\d+$/.test(it)));
}

const MESSAGE_NAME = /^(message|detail|msg|reason|error|error_?(message|description)|description)$/i;
const TITLE_NAME = /^(title|summary|name)$/i;
const STATUS_NAME = /^((http|error)_?)?(status(_?code)?|code)$/i;
const CODE_NAME = /^(error_?)?(type|code)$/i;
const PLACE_NAME = /^(field|loc|location|pointer|property|param|parameter|attribute|target)(_?(name|path))?$/i;

/** Texts, numbers and the like; a list that is the place of a fault as a whole. */
function listScalars(value: Json, path: readonly string[]): readonly { path: readonly string[]; scalar: Json }[] {
  const isPlace = Array.isArray(value) && isPlaceName(path);
  if (isPlace || (!isObject(value) && !Array.isArray(value))) return [{ path, scalar: value }];
  return path.length > 3 ? [] : Object.entries(value).flatMap(([name, it]) => listScalars(it, [...path, name]));
}

function encodeJson(value: Json): Uint8Array {
  return Buffer.from(serializeExactJson(value));
}
