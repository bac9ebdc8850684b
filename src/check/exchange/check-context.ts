import { type MediaTypeDefinition, memoizeByObject, type Operation, type Parameter } from "../../document/index.js";
import {
  canHaveResponseBody,
  type Exchange,
  getCombinedHeader,
  getHeaderValues,
  type HeaderField,
} from "../../recording/index.js";
import {
  CannotValidateError,
  type CollectUndeclared,
  isSequentialType,
  type RawPair,
  readParameter,
  readQuerystring,
  type Schemas,
  splitCookies,
  splitPairs,
} from "../../schema/index.js";
import { listKeyNames, nearestMediaType, pickMediaType, pickResponse } from "../router/documented-parts.js";
import { getRawQuery } from "../router/router.js";
import { CHECKS } from "../rules/all-checks.js";
import type {
  BodyContext,
  Check,
  CheckContext,
  CheckedParameter,
  CheckFinding,
  FindingReporter,
} from "../rules/check.js";
import { readBody, UNREAD_BODY } from "./read-body.js";

export type MatchedExchange = Pick<CheckContext, "exchange" | "operation" | "earlier"> & {
  /** Raw values of the path's template expressions. */
  readonly path: ReadonlyMap<string, string>;
  /** Other operations that the request may belong to. */
  readonly ambiguousOperations?: readonly Operation[];
};

/** Reads the content of a recorded body. */
export type RecordedBodyReader = typeof readBody;

/**
 * Builds the data that the checks need from an exchange and its operation.
 *
 * @throws CannotValidateError if a reference of the operation that the exchange needs is unresolved.
 */
export function buildCheckContext(
  schemas: Schemas,
  collectUndeclared: CollectUndeclared,
  { exchange, operation, path, ambiguousOperations = [], earlier }: MatchedExchange,
  readAny: RecordedBodyReader = readBody,
): CheckContext {
  const { notLogged = [] } = exchange;
  const read: ContentReader = (media, recorded) => {
    const { body, direction, view, contentType } = recorded;
    const isRecorded = body.kind === "text" || body.kind === "bytes" || !notLogged.includes(`${direction}.body`);
    if (isRecorded) return assessContent(schemas, media, view, readAny(schemas, media, recorded));
    // Only a body has a type. `dropUnrecorded` reports that the body is not checked.
    return body.kind === "none" && contentType === undefined ? { kind: "none" } : UNREAD_BODY;
  };
  const { request } = exchange;
  const query = splitPairs(getRawQuery(request.url));
  const response = pickResponse(operation.responses, exchange.response.status);
  const [gap] = [...(operation.gaps ?? []), ...(response?.gaps ?? [])];
  if (gap !== undefined) throw new CannotValidateError(gap);
  const { taken, usesCookies } = getReadingPlan(operation);
  const cookies = usesCookies ? getHeaderValues(request.headers, "cookie").flatMap(splitCookies) : [];
  const readOne = (parameter: Parameter): CheckedParameter => {
    const { in: location, name } = parameter;
    if (location === "querystring")
      return {
        parameter,
        reading: readQuerystring(schemas, parameter, { text: getRawQuery(request.url), pairs: query }),
      };
    if (location === "query" || location === "cookie") {
      const raw = { in: location, pairs: location === "query" ? query : cookies, taken } as const;
      return { parameter, reading: readParameter(schemas, parameter, raw), raw };
    }
    const text = location === "path" ? path.get(name) : getCombinedHeader(request.headers, name);
    if (text === undefined) return { parameter, reading: { kind: "absent" } };
    const raw = { in: location, text } as const;
    return { parameter, reading: readParameter(schemas, parameter, raw), raw };
  };
  return {
    exchange,
    operation,
    ambiguousOperations,
    response,
    parameters: operation.parameters.map(readOne),
    queryNames: listNames(query),
    cookieNames: listNames(cookies),
    bodies: {
      request: buildBody(read, request, {
        direction: "request",
        view: operation.kind === "webhook" ? "response" : "request",
        documented: operation.requestBody?.content ?? [],
        pointer: operation.requestBody?.pointer ?? operation.pointer,
        required: operation.requestBody?.required ?? false,
      }),
      response: buildBody(read, exchange.response, describeResponseBody(exchange, operation, response)),
    },
    schemas,
    collectUndeclared,
    earlier,
  };
}

/** The names of the query parameters of an operation, and whether it has parameters or credentials in cookies. */
type ReadingPlan = { readonly taken: ReadonlySet<string>; readonly usesCookies: boolean };

const getReadingPlan = memoizeByObject(
  (operation: Operation): ReadingPlan => ({
    taken: new Set(operation.parameters.flatMap((it) => (it.in === "query" ? [it.name] : []))),
    usesCookies: operation.parameters.some((it) => it.in === "cookie") || listKeyNames(operation, "cookie").length > 0,
  }),
);

function listNames(pairs: readonly RawPair[]): readonly string[] {
  return pairs.length === 0 ? NO_NAMES : [...new Set(pairs.map(({ name }) => name))];
}

const NO_NAMES: readonly string[] = [];

type ContentReader = (
  ...given: Parameters<RecordedBodyReader> extends [unknown, ...infer Rest] ? Rest : never
) => BodyContext["content"];

/** What the spec says about a body. */
type BodyDescription = Pick<BodyContext, "direction" | "view" | "documented" | "pointer" | "required">;

function buildBody(
  read: ContentReader,
  { headers, body }: Exchange["request"] | Exchange["response"],
  description: BodyDescription,
): BodyContext {
  const { direction, view, documented, pointer, required } = description;
  const contentType = contentTypeOf(headers);
  const { media, isNearest = false } = pickBodyMediaType(documented ?? [], contentType);
  const content = read(media, { direction, view, body, headers, contentType });
  // Spreading the parts takes several times as long.
  return { direction, view, documented, pointer, required, contentType, media, isNearest, content };
}

function describeResponseBody(
  { request, response }: Exchange,
  { pointer, kind }: Operation,
  definition: CheckContext["response"],
): BodyDescription {
  // The documented content of a HEAD response is that of the corresponding GET.
  const documented = request.method === "HEAD" ? definition && [] : definition?.content;
  const required = canHaveResponseBody(request.method, response.status) && (documented?.length ?? 0) > 0;
  const view = kind === "webhook" ? "request" : "response";
  return { direction: "response", view, documented, pointer: definition?.pointer ?? pointer, required };
}

/** Adds whether a value conforms to its schema, so that most bodies are walked only once. */
function assessContent(
  schemas: Schemas,
  media: BodyContext["media"],
  view: BodyContext["view"],
  content: BodyContext["content"],
): BodyContext["content"] {
  if (content.kind !== "value" || content.conformity !== undefined || media?.schema === undefined) return content;
  const { each, inner, violations, xml } = content;
  if (each === true || inner !== undefined || violations !== undefined || xml !== undefined) return content;
  try {
    return { ...content, conformity: schemas.assess(media.schema, view, content.value) };
  } catch {
    // The checks report why the value cannot be validated.
    return content;
  }
}

/** Ignores repeated headers with the same value. */
function contentTypeOf(headers: readonly HeaderField[]): string | undefined {
  const values = getHeaderValues(headers, "content-type");
  return values.length < 2 ? values[0] : [...new Set(values)].join(", ");
}

/** Without a Content-Type, uses the only documented media type. Another check reports the missing header. */
function pickBodyMediaType(
  documented: readonly MediaTypeDefinition[],
  contentType: string | undefined,
): Pick<BodyContext, "media" | "isNearest"> {
  if (contentType === undefined)
    return { media: documented.length === 1 ? selectItemSchema(documented[0]) : undefined };
  const media = pickMediaType(documented, contentType);
  if (media !== undefined) return { media: selectItemSchema(media, contentType) };
  const near = nearestMediaType(documented, contentType);
  return near === undefined ? { media } : { media: selectItemSchema(near), isNearest: true };
}

/** In a sequence, the schema of an item replaces that of the whole, which `readBody` also applies. */
function selectItemSchema(media: MediaTypeDefinition | undefined, type = media?.range): BodyContext["media"] {
  if (media?.itemSchema === undefined) return media;
  const { itemSchema, schema: wholeSchema, ...rest } = media;
  if (!isSequentialType(type ?? "")) return { ...rest, ...(wholeSchema === undefined ? {} : { schema: wholeSchema }) };
  return { ...rest, schema: itemSchema, itemSchema, ...(wholeSchema === undefined ? {} : { wholeSchema }) };
}

export type CheckResult = { readonly findings: readonly CheckFinding[]; readonly notValidated: readonly string[] };

/** Runs the checks on an exchange and collects their results. */
export function runChecks(context: CheckContext, checks: readonly Check[] = CHECKS): CheckResult {
  const findings: CheckFinding[] = [];
  const notValidated: string[] = [];
  const report: FindingReporter = (found) => {
    if ("notValidated" in found) notValidated.push(found.notValidated);
    else findings.push(found);
  };
  for (const check of checks) {
    try {
      check(context, report);
    } catch (error) {
      // Validators recurse with the depth of the value. A stack overflow may show as any error, not only as a RangeError.
      if (!(error instanceof CannotValidateError) && !hasDeepBody(context)) throw error;
      notValidated.push(
        error instanceof CannotValidateError ? error.message : "a body is nested too deeply to be checked",
      );
    }
  }
  return { findings, notValidated: [...new Set(notValidated)] };
}

function hasDeepBody({ bodies }: CheckContext): boolean {
  return [bodies.request, bodies.response].some(
    ({ content }) => content.kind === "value" && exceedsMaxDepth(content.value),
  );
}

/** Deeper than real bodies, and far below the limit of the call stack. */
const MAX_DEPTH = 500;

/** Whether a value is nested too deeply for recursive validation. */
export function exceedsMaxDepth(value: unknown): boolean {
  return typeof value === "object" && value !== null && isDeeperThanMax(value);
}

/** Cached, because every finding needs it and a body can be large. */
const isDeeperThanMax = memoizeByObject((value: object): boolean => {
  let level: unknown[] = [value];
  for (let depth = 0; depth < MAX_DEPTH; depth += 1) {
    const next: unknown[] = [];
    for (const item of level) {
      if (typeof item === "object" && item !== null) for (const child of Object.values(item)) next.push(child);
    }
    if (next.length === 0) return false;
    level = next;
  }
  return true;
});
