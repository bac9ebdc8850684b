import { getParameterLocation, groupBy, type Parameter, type Pointer, parsePointer } from "../../document/index.js";
import {
  canHaveResponseBody,
  type Exchange,
  type ExchangePart,
  type HeaderField,
  redactText,
} from "../../recording/index.js";
import {
  explainClosedSchema,
  explainFieldEncoding,
  type MessageDirection,
  quote,
  reduceToClosestBranch,
  toPrintable,
  type Violation,
} from "../../schema/index.js";
import type { BodyContext, BodyFindingReporter, BodyValue, Check, CheckContext } from "./check.js";
import { describeRedacted, formatRedactedValue, getRedactedPath, isSecretInXml, redactPlace } from "./values.js";

/** Returns the request and response bodies: body checks apply to both. */
export function listBodies({ bodies }: CheckContext): readonly BodyContext[] {
  return [bodies.request, bodies.response];
}

/** Checks each body of an exchange by itself. */
export function createBodyCheck(
  checkBody: (body: BodyContext, report: BodyFindingReporter, context: CheckContext) => void,
): Check {
  return (context, report) => {
    for (const body of listBodies(context)) {
      const [part, contract] = [`${body.direction}.body` as const, body.pointer];
      checkBody(body, (found) => report("code" in found ? { part, contract, ...found } : found), context);
    }
  };
}

/** Whether the message has a body, readable or not. */
function hasBody({ content }: BodyContext): boolean {
  return content.kind !== "none";
}

/** Lists the values that schemas apply to: the body or each item of a stream, and the values that a body contains as text. */
export function listBodyValues({ content, media }: Pick<BodyContext, "content" | "media">): readonly BodyValue[] {
  if (content.kind !== "value") return [];
  const inner = content.inner ?? [];
  const schema = media?.schema;
  if (schema === undefined) return inner;
  if (content.each !== true || !Array.isArray(content.value))
    return [{ schema, prefix: "", property: "", value: content.value }, ...inner];
  const items = content.value.map((value: unknown, index) => ({ schema, prefix: `/${index}`, property: "/*", value }));
  return [...items, ...inner];
}

export function getParameterPart(parameter: Parameter): ExchangePart {
  const location = getParameterLocation(parameter);
  return location === "path" || location === "query" ? "request.url" : "request.headers";
}

/** Returns the pointer of a parameter within its part: the index of a header, or `""` in the URL. */
export function getParameterPointer(parameter: Parameter, { request }: Exchange): Pointer {
  const location = getParameterLocation(parameter);
  if (location === "path" || location === "query") return "";
  return findHeaderPointer(request.headers, location === "cookie" ? "cookie" : parameter.name);
}

export function findHeaderPointer(headers: readonly HeaderField[], name: string): Pointer {
  const wanted = name.toLowerCase();
  const index = headers.findIndex(([it]) => it.length === wanted.length && it.toLowerCase() === wanted);
  return index === -1 ? "" : `/${index}`;
}

/** `request.body.missing`, `response.body.missing`. */
export const bodyMissing = createBodyCheck((body, report) => {
  if (!body.required || hasBody(body)) return;
  const types = (body.documented ?? []).map(({ range }) => range).join(", ");
  const message = `the ${body.direction} body is missing; expected ${types}`;
  report({ code: `${body.direction}.body.missing`, message, valueClass: "missing" });
});

/**
 * `request.body.unexpected`, `response.body.unexpected`: there is a body, but the spec documents none.
 * `response.body.undocumented`: the response has only a `description` in the spec; many specs write errors with a body like this.
 */
export const bodyUnexpected = createBodyCheck((body, report, context) => {
  if (body.documented === undefined || body.documented.length > 0 || !hasBody(body)) return;
  // Without a recorded body, a Content-Type does not prove that there was one.
  if (context.exchange[body.direction].body.kind === "none") return;
  const isSilent = body.direction === "response" && isSilentAboutBody(context);
  const code = isSilent ? "response.body.undocumented" : (`${body.direction}.body.unexpected` as const);
  const message = `there is a ${body.direction} body; ${explainNoBody(context, body.direction)}`;
  report({ code, message, valueClass: "present" });
});

function isSilentAboutBody({ exchange, response }: CheckContext): boolean {
  return canHaveResponseBody(exchange.request.method, exchange.response.status) && response?.hasContent === false;
}

function explainNoBody({ exchange, response }: CheckContext, side: MessageDirection): string {
  if (side === "request") return "the spec documents none";
  if (exchange.request.method === "HEAD") return "a response to HEAD has none (RFC 9110, section 9.3.2)";
  return `the spec documents none for status ${response?.status}`;
}

/** `request.body.malformed`, `response.body.malformed`. A body that cannot be checked makes the verdict partial. */
export const bodyMalformed = createBodyCheck(({ direction, content, media, pointer }, report) => {
  if (content.kind === "not-checked") report({ notValidated: `${direction} body: ${content.reason}` });
  if (content.kind === "value")
    for (const reason of content.xml?.undecided ?? [])
      report({ notValidated: `${direction} body: ${toPrintable(reason)}` });
  if (content.kind !== "malformed") return;
  report({
    code: `${direction}.body.malformed`,
    message: `the ${direction} body ${content.reason}`,
    contract: media?.pointer ?? pointer,
    valueClass: content.mode,
  });
});

/** `request.content-type.missing`, `response.content-type.missing`, and both with `.undocumented`. */
export const contentType = createBodyCheck((body, report, { exchange }) => {
  if (!hasBody(body) || body.documented === undefined || body.documented.length === 0) return;
  if (body.contentType !== undefined && body.media !== undefined && body.isNearest !== true) return;
  const types = body.documented.map(({ range }) => range).join(", ");
  const { headers } = exchange[body.direction];
  const place = { part: `${body.direction}.headers` as const, at: findHeaderPointer(headers, "content-type") };
  if (body.contentType === undefined) {
    // Any type is allowed, also an unknown one.
    if (types === "*/*") return;
    const message = `the ${body.direction} body has no Content-Type; expected ${types}`;
    report({ code: `${body.direction}.content-type.missing`, message, ...place, valueClass: "missing" });
  } else {
    const shown = redactText(quote(body.contentType));
    const message = `Content-Type ${shown} of the ${body.direction} body is not documented; expected ${types}`;
    const valueClass = `type ${body.contentType.replace(/;.*$/s, "").trim().toLowerCase().slice(0, 100)}`;
    report({ code: `${body.direction}.content-type.undocumented`, message, ...place, valueClass });
  }
});

/** `request.body.invalid`, `response.body.invalid`: one finding per property, keyword and kind of value, with a count. */
export const bodyInvalid = createBodyCheck((body, report, context) => {
  if (body.content.kind !== "value" || (body.content.conformity ?? "invalid") !== "invalid") return;
  const violations = listBodyValues(body).flatMap(({ value, ...place }) => {
    const found = context.schemas.validate(place.schema, body.view, value);
    return reduceToClosestBranch(context.schemas, body.view, found).map((violation) => ({ ...place, violation }));
  });
  const code = `${body.direction}.body.invalid` as const;
  for (const finding of buildInvalidFindings(context, body, violations)) report({ code, ...finding });
  for (const violation of body.content.violations ?? []) report({ code, ...describeNote(context, body, violation) });
});

type BodyNote = Pick<Violation, "instance" | "pointer" | "reason" | "valueClass" | "occurrences">;

/** What a finding has that the value of a body does not show. */
export function describeNote(
  context: CheckContext,
  { media }: BodyContext,
  { instance, pointer: contract, reason = "", valueClass = "", occurrences = 1 }: BodyNote,
) {
  const at = redactPlace(context, media?.schema, instance);
  const message = `${at === "" ? "the body" : toPrintable(at)}: ${toPrintable(redactText(reason))}`;
  const property = getRedactedPath(context, media?.schema, instance);
  return { message, at, contract, property, valueClass, occurrences };
}

type BodyViolation = Omit<BodyValue, "value"> & { readonly violation: Violation };

/** Groups violations of the schemas of a body. Leaves out those of masked secrets. */
function buildInvalidFindings(context: CheckContext, body: BodyContext, violations: readonly BodyViolation[]) {
  const described = violations.map((it) => ({
    ...it,
    ...describeRedacted(context, it.schema, it.violation),
    property: it.property + getRedactedPath(context, it.schema, it.violation.instance),
  }));
  const groups = groupBy(described, (it) => `${it.property} ${it.violation.keyword} ${it.valueClass}`);
  return [...groups.values()].map((group) => {
    const [{ violation, schema, prefix, property, expected, actual, valueClass }] = group;
    const { instance, keyword, pointer: contract } = violation;
    const at = prefix + redactPlace(context, schema, instance);
    const isSecret = isSecretInXml(body.content, instance);
    const shown = formatRedactedValue(context, { schema, instance, got: actual, isSecret });
    const explanation =
      explainField(context, body, instance) ?? explainClosedSchema(context.schemas, schema, violation);
    const cause = explanation === undefined ? "" : `; ${explanation}`;
    const message = `${at === "" ? "the body" : toPrintable(at)}: expected ${expected}, got ${shown}${cause}`;
    return { message, at, contract, property, keyword, valueClass, occurrences: group.length };
  });
}

/** Why the encoding of a form field makes it invalid. */
function explainField({ schemas }: CheckContext, { content, media }: BodyContext, at: Pointer): string | undefined {
  const [name] = parsePointer(at);
  if (content.kind !== "value" || content.form === undefined || media === undefined || name === undefined)
    return undefined;
  return explainFieldEncoding(schemas, { media: media.pointer, text: content.form }, name);
}
