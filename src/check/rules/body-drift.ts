import { getComponentName, groupBy, type Json, parentPointer, valueAt } from "../../document/index.js";
import { REDACTED } from "../../recording/index.js";
import {
  isSensitiveKey,
  listDuplicateNames,
  quote,
  reduceToClosestBranch,
  toPrintable,
  type Undeclared,
} from "../../schema/index.js";
import { createBodyCheck, describeNote, listBodyValues } from "./body.js";
import type { BodyContext, BodyFindingReporter, BodyValue, CheckContext, CheckFinding } from "./check.js";
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
export const bodyDrift = createBodyCheck((body, report, context) => {
  const { direction, view, content } = body;
  if (content.kind !== "value") return;
  reportDuplicateNames(context, body, report);
  if (content.conformity === "documented") return;
  const observations = listBodyValues(body).flatMap(({ value, ...place }) =>
    context.collectUndeclared(place.schema, view, value).map((observation) => ({ ...place, observation, value })),
  );
  // XML attributes and text that the value cannot represent, because its schema is not an object.
  for (const { name = "", ...note } of content.xml?.undeclared ?? [])
    report({ code: `${direction}.body.undeclared`, ...describeNote(context, body, note), name, declared: [] });
  for (const finding of buildDriftFindings(context, body, observations)) report(finding);
});

/** `value` is the whole value that the schema describes, as far as it is parsed. */
type BodyObservation = Omit<BodyValue, "value"> & { readonly observation: Undeclared; readonly value?: unknown };

/** Groups undocumented data in a body. */
function buildDriftFindings(context: CheckContext, body: BodyContext, observations: readonly BodyObservation[]) {
  const located = observations.map((it) => ({
    ...it,
    property: it.property + getRedactedPath(context, it.schema, it.observation.instance),
  }));
  const groups = groupBy(located, ({ observation: { kind, name }, property }) => `${kind} ${property} ${name}`);
  return [...groups.values()].map((group) => {
    const [{ prefix, property }] = group;
    const described = buildDriftFinding(context, body, group[0]);
    return { ...described, at: prefix + described.at, property, occurrences: group.length };
  });
}

/** Reports names that an object of a JSON text has several times (RFC 8259, section 4). */
function reportDuplicateNames(context: CheckContext, body: BodyContext, report: BodyFindingReporter): void {
  const { direction, content, media } = body;
  const whole = content.kind === "value" && media?.schema === undefined ? [content.value] : [];
  const values = [
    ...whole.map((value) => ({ schema: undefined, prefix: "", property: "", value })),
    ...listBodyValues(body),
  ];
  const places = values.flatMap(({ schema, prefix, property, value }) =>
    listDuplicateNames(value).map((it) => ({
      ...it,
      schema,
      at: prefix + redactPlace(context, schema, it.instance),
      property: property + getRedactedPath(context, schema, it.instance),
    })),
  );
  // A stream has a schema for each item, and may have one for all items.
  const distinct = [...groupBy(places, ({ at }) => at).values()].map(([it]) => it);
  for (const group of groupBy(distinct, ({ property }) => property).values()) {
    const [{ schema, instance, name, count, at, property }] = group;
    const shown = quote(isSensitiveKey(context.schemas, schema, instance) ? REDACTED : name);
    report({
      code: `${direction}.body.duplicate-name`,
      message: `${toPrintable(at)}: the object has the name ${shown} ${count} times; expected once, because parsers differ in the value that they keep`,
      ...{ at, contract: media?.pointer ?? body.pointer, property },
      ...{ valueClass: "duplicate", occurrences: group.length },
    });
  }
}

function buildDriftFinding(
  context: CheckContext,
  body: BodyContext,
  { schema, observation, value }: BodyObservation,
): Omit<CheckFinding, "part" | "occurrences"> {
  const { direction, content } = body;
  const { kind, pointer, declared } = observation;
  const instance = redactPlace(context, schema, observation.instance);
  const name = isSensitiveKey(context.schemas, schema, observation.instance) ? REDACTED : observation.name;
  const place = { at: instance, contract: pointer };
  if (kind === "not-in-enum") {
    const isSecret = isSecretInXml(content, observation.instance);
    const value = describeNotInEnum(context, { schema, undeclared: observation, isSecret });
    const message = `${toPrintable(instance)}: ${value.message}`;
    const values = { valueClass: "not-in-enum", name: value.name, declared };
    return { code: `${direction}.body.not-in-enum`, message, ...place, ...values };
  }
  if (kind === "discriminator-mismatch") {
    const shown = formatRedactedValue(context, {
      schema,
      instance: observation.instance,
      got: quote(observation.name),
    });
    const message = `${toPrintable(instance)}: ${shown} ${explainMismatch(context, body, { schema, observation, value })}`;
    const code = `${direction}.body.discriminator-mismatch` as const;
    const tag = shown === quote(observation.name) ? observation.name : shown;
    const edit = "map the discriminating value to the schema that the object matches";
    return observation.target === undefined
      ? { code, message, ...place, valueClass: "no schema", name: tag, declared }
      : { code, message, ...place, valueClass: "other schema", name: tag, edit };
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
