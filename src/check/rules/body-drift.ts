import { getComponentName, type Json, type Pointer, parentPointer, valueAt } from "../../document/index.js";
import { REDACTED } from "../../recording/index.js";
import {
  isSensitiveKey,
  listDuplicateNames,
  quote,
  reduceToClosestBranch,
  toPrintable,
  type Undeclared,
} from "../../schema/index.js";
import { getBodyPart, listBodies, listBodyValues } from "./body.js";
import type { BodyContext, BodyValue, Check, CheckContext, CheckFinding, FindingReporter } from "./check.js";
import {
  describeNotInEnum,
  describeRedacted,
  formatRedactedValue,
  getRedactedPath,
  isSecretInXml,
  redactPlace,
} from "./values.js";

/**
 * Reports undocumented data in a body.
 *
 * Codes of both sides: `.body.undeclared`, `.body.not-in-enum`, `.body.duplicate-name`, `.body.discriminator-mismatch` and
 * `.body.null-undocumented`. Codes of one side: `request.body.read-only`, `response.body.write-only`.
 */
export const bodyDrift: Check = (context, report) => {
  for (const body of listBodies(context)) {
    const { view, content } = body;
    if (content.kind !== "value") continue;
    reportDuplicateNames(context, body, report);
    if (content.conformity === "documented") continue;
    const observations = listBodyValues(body).flatMap(({ value, ...place }) =>
      context.collectUndeclared(place.schema, view, value).map((observation) => ({ ...place, observation, value })),
    );
    findUndeclaredInXml(context, body, report);
    for (const finding of buildDriftFindings(context, body, observations)) report(finding);
  }
};

/** `value` is the whole value that the schema describes, as far as it is parsed. */
type BodyObservation = Omit<BodyValue, "value"> & { readonly observation: Undeclared; readonly value?: unknown };

/** Groups undocumented data in a body. */
function buildDriftFindings(
  context: CheckContext,
  body: BodyContext,
  observations: readonly BodyObservation[],
): readonly CheckFinding[] {
  const places = new Map<string, BodyObservation & { occurrences: number }>();
  for (const { property: base, ...rest } of observations) {
    const { schema, observation } = rest;
    const property = base + getRedactedPath(context, schema, observation.instance);
    const key = `${observation.kind} ${property} ${observation.name}`;
    const known = places.get(key);
    if (known === undefined) places.set(key, { ...rest, property, occurrences: 1 });
    else known.occurrences += 1;
  }
  return [...places.values()].map((place) => {
    const { prefix, property, occurrences } = place;
    const described = buildDriftFinding(context, body, place);
    return { ...described, at: prefix + described.at, property, part: getBodyPart(body.direction), occurrences };
  });
}

/** Reports names that an object of a JSON text has several times (RFC 8259, section 4). */
function reportDuplicateNames(context: CheckContext, body: BodyContext, report: FindingReporter): void {
  const { direction, content, media } = body;
  const whole = content.kind === "value" && media?.schema === undefined ? [content.value] : [];
  const values = [
    ...whole.map((value) => ({ schema: undefined, prefix: "", property: "", value })),
    ...listBodyValues(body),
  ];
  const places = new Map<string, CheckFinding & { occurrences: number }>();
  const seen = new Set<Pointer>();
  for (const { schema, prefix, property: base, value } of values) {
    for (const { instance, name, count } of listDuplicateNames(value)) {
      const at = prefix + redactPlace(context, schema, instance);
      // A stream has a schema for each item, and may have one for all items.
      if (seen.has(at)) continue;
      seen.add(at);
      const property = base + getRedactedPath(context, schema, instance);
      const known = places.get(property);
      if (known !== undefined) {
        known.occurrences += 1;
        continue;
      }
      const shown = quote(isSensitiveKey(context.schemas, schema, instance) ? REDACTED : name);
      places.set(property, {
        code: `${direction}.body.duplicate-name`,
        message: `${toPrintable(at)}: the object has the name ${shown} ${count} times; expected once, because parsers differ in the value that they keep`,
        ...{ part: getBodyPart(direction), at, contract: media?.pointer ?? body.pointer, property },
        ...{ valueClass: "duplicate", occurrences: 1 },
      });
    }
  }
  for (const finding of places.values()) report(finding);
}

/** Reports undocumented XML attributes and text that the value cannot represent, because its schema is not an object. */
function findUndeclaredInXml(
  context: CheckContext,
  { direction, content, media }: BodyContext,
  report: FindingReporter,
): void {
  const undeclared = content.kind === "value" ? (content.xml?.undeclared ?? []) : [];
  for (const { instance, pointer: contract, reason, valueClass, name = "", occurrences } of undeclared) {
    const at = redactPlace(context, media?.schema, instance);
    const message = `${at === "" ? "the body" : toPrintable(at)}: ${toPrintable(reason)}`;
    const property = getRedactedPath(context, media?.schema, instance);
    const place = { at, contract, property, part: getBodyPart(direction) };
    report({ code: `${direction}.body.undeclared`, message, ...place, valueClass, name, declared: [], occurrences });
  }
}

type BodyDriftFinding = Omit<CheckFinding, "part" | "occurrences">;

function buildDriftFinding(
  context: CheckContext,
  body: BodyContext,
  { schema, observation, value }: BodyObservation,
): BodyDriftFinding {
  const { direction, content } = body;
  const { kind, pointer, declared } = observation;
  const instance = redactPlace(context, schema, observation.instance);
  const name = isSensitiveKey(context.schemas, schema, observation.instance) ? REDACTED : observation.name;
  const place = { at: instance, contract: pointer };
  if (kind === "not-in-enum") {
    const value = describeNotInEnum(context, {
      schema,
      undeclared: observation,
      isSecret: isSecretInXml(content, observation.instance),
    });
    return {
      code: `${direction}.body.not-in-enum`,
      message: `${toPrintable(instance)}: ${value.message}`,
      ...place,
      valueClass: "not-in-enum",
      name: value.name,
      declared,
    };
  }
  if (kind === "discriminator-mismatch") {
    const shown = formatRedactedValue(context, {
      schema,
      instance: observation.instance,
      got: quote(observation.name),
    });
    const message = `${toPrintable(instance)}: ${shown} ${explainMismatch(context, body, { schema, observation, value })}`;
    const valueClass = observation.target === undefined ? "no schema" : "other schema";
    return { code: `${direction}.body.discriminator-mismatch`, message, ...place, valueClass, name: shown, declared };
  }
  if (kind === "null-undocumented") {
    const message = `${instance === "" ? "the body" : toPrintable(instance)} is null, but "nullable" has no effect there`;
    return { code: `${direction}.body.null-undocumented`, message, ...place, valueClass: "null" };
  }
  const property = { ...place, valueClass: `property ${name}`, name };
  const subject = `${toPrintable(instance)}: the property ${quote(name)}`;
  if (kind === "undeclared") {
    const owner = getComponentName(parentPointer(pointer));
    const message = `${subject} is not declared${owner === undefined ? "" : ` in ${owner}`}`;
    return { code: `${direction}.body.undeclared`, message, ...property, declared };
  }
  return kind === "read-only"
    ? { code: "request.body.read-only", message: `${subject} is read-only and not allowed in a request`, ...property }
    : {
        code: "response.body.write-only",
        message: `${subject} is write-only and not allowed in a response`,
        ...property,
      };
}

function explainMismatch(
  context: CheckContext,
  { view }: BodyContext,
  { schema, observation, value }: Pick<BodyObservation, "schema" | "observation" | "value">,
): string {
  const { target, declared, instance } = observation;
  if (target !== undefined) {
    const name = getComponentName(target) ?? `the schema at ${target}`;
    const owner = parentPointer(instance);
    const found = value === undefined ? [] : context.schemas.validate(target, view, valueAt(value as Json, owner));
    const [violation] = reduceToClosestBranch(context.schemas, view, found);
    if (violation === undefined) return `names ${name}, but the object does not match that schema`;
    const { expected, actual } = describeRedacted(context, target, violation);
    const got = formatRedactedValue(context, { schema: target, instance: violation.instance, got: actual });
    const shown = formatRedactedValue(context, { schema, instance: owner + violation.instance, got });
    const at = toPrintable(owner + redactPlace(context, target, violation.instance));
    return `names ${name}, but the object does not match that schema: ${at === "" ? "" : `${at}: `}expected ${expected}, got ${shown}`;
  }
  const mapped = declared.length === 0 ? "" : ` and is not in the mapping (${declared.map(quote).join(", ")})`;
  return `names no schema for the discriminator: it is no component${mapped}`;
}
