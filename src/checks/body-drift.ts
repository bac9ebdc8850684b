import { componentName, type Pointer, parentPointer } from "../document/index.js";
import { type Observation, printable, quote } from "../schema/index.js";
import { bodyPart, bodySides, judgedValues } from "./body-sides.js";
import type { BodySubject, Check, Disagreement, Subject } from "./check.js";
import type { FindingCode } from "./codes.js";
import { isSecretInXml } from "./secret-in-xml.js";
import { unlistedValue } from "./unlisted-value.js";

/**
 * What a body shows beyond its schema: `request.body.undeclared`, `request.body.unlisted`, `request.body.read-only`, and
 * `response.body.undeclared`, `response.body.unlisted`, `response.body.write-only`.
 */
export const bodyDrift: Check = function* (subject) {
  for (const body of bodySides(subject)) {
    const { side, media } = body;
    if (media?.schema === undefined) continue;
    const places = new Map<
      string,
      { readonly observation: Observation; readonly prefix: string; occurrences: number }
    >();
    const { schema } = media;
    const observations = judgedValues(body).flatMap(({ prefix, value }) =>
      [...subject.observe(schema, side, value)].map((observation) => ({ prefix, observation })),
    );
    for (const { prefix, observation } of observations) {
      const key = `${observation.kind} ${observation.pointer} ${observation.name}`;
      const known = places.get(key);
      if (known === undefined) places.set(key, { observation, prefix, occurrences: 1 });
      else known.occurrences += 1;
    }
    yield* undeclaredInXml(body);
    for (const { observation, prefix, occurrences } of places.values()) {
      const described = describe(subject, body, schema, observation);
      yield { ...described, at: prefix + described.at, part: bodyPart(side), occurrences };
    }
  }
};

/** Attributes and text in XML for which a value has no place, as its schema is that of no object. */
function* undeclaredInXml({ side, content }: BodySubject): Iterable<Disagreement> {
  const undeclared = content.kind === "value" ? (content.xml?.undeclared ?? []) : [];
  for (const { at, reason, contract, valueClass, name, occurrences = 1 } of undeclared) {
    const message = `${at === "" ? "the body" : printable(at)}: ${printable(reason)}`;
    const code: FindingCode = `${side}.body.undeclared`;
    yield { code, message, at, contract, valueClass, name, declared: [], part: bodyPart(side), occurrences };
  }
}

type Description = Omit<Disagreement, "part" | "occurrences">;

function describe(subject: Subject, body: BodySubject, schema: Pointer, observation: Observation): Description {
  const { side, content } = body;
  const { kind, pointer, instance, name, declared } = observation;
  const place = { at: instance, contract: pointer };
  if (kind === "unlisted") {
    const value = unlistedValue(subject, { schema, observation, isSecret: isSecretInXml(content, instance) });
    return {
      code: `${side}.body.unlisted`,
      message: `${printable(instance)}: ${value.message}`,
      ...place,
      valueClass: "unlisted",
      name: value.name,
      declared,
    };
  }
  const owner = componentName(parentPointer(pointer));
  if (kind === "undeclared") {
    const message = `${printable(instance)}: the property ${quote(name)} is not declared${owner === undefined ? "" : ` in ${owner}`}`;
    return { code: `${side}.body.undeclared`, message, ...place, valueClass: `property ${name}`, name, declared };
  }
  const code: FindingCode = side === "request" ? "request.body.read-only" : "response.body.write-only";
  const rule =
    side === "request" ? "is read-only: a request does not carry it" : "is write-only: an answer does not carry it";
  return {
    code,
    message: `${printable(instance)}: the property ${quote(name)} ${rule}`,
    ...place,
    valueClass: `property ${name}`,
    name,
  };
}
