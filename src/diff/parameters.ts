import { type Header, isObject, type Operation, type Parameter, type Pointer, valueAt } from "../document/index.js";
import { schemaTypes } from "../schema/index.js";
import type { Comparison, Pair, Part } from "./comparison.js";
import type { Sided } from "./containment/sided.js";
import { DELIVERY, REQUEST, RESPONSE } from "./flow.js";
import { pathPlaces } from "./pair-operations.js";
import { compareSchemas } from "./schemas.js";

/** Compares the parameters of an operation: path parameters by their place, the others by their names. */
export function compareParameters(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const [was, is] = [byKey(old), byKey(next)];
  const isWebhook = old.kind === "webhook";
  for (const [key, parameter] of is) {
    const former = was.get(key);
    if (former === undefined) tellAdded(comparison, next, parameter, old);
    else if (isWebhook) compareDelivered(comparison, next, { old: former, new: parameter });
    else compareSent(comparison, next, { old: former, new: parameter });
  }
  for (const [key, parameter] of was) if (!is.has(key)) tellRemoved(comparison, next, parameter, next);
}

function byKey(operation: Operation): Map<string, Parameter> {
  const places = pathPlaces(operation);
  return new Map(
    operation.parameters.map((parameter) => {
      const name = parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name;
      return [`${parameter.in} ${parameter.in === "path" ? (places.get(name) ?? name) : name}`, parameter];
    }),
  );
}

function partOf(operation: Operation, parameter: Parameter): Part {
  return { operation: operation.id, part: `${parameter.in} parameter ${parameter.name}` };
}

function wordOf({ in: place, name }: Parameter): string {
  return `${place} parameter "${name}"`;
}

function tellAdded({ tell }: Comparison, operation: Operation, parameter: Parameter, old: Operation): void {
  // A template that had literal text there takes it as the value of its parameter.
  if (parameter.in === "path") return;
  const isWebhook = operation.kind === "webhook";
  const code = isWebhook
    ? "webhook.parameter.added"
    : parameter.required
      ? "request.parameter.required"
      : "request.parameter.added";
  const message =
    code === "request.parameter.required"
      ? `the new ${wordOf(parameter)} has to be sent; optional would be compatible`
      : `the ${wordOf(parameter)} is new`;
  tell({ code, message, old: old.pointer, new: parameter.pointer, touch: partOf(operation, parameter) });
}

function tellRemoved({ tell }: Comparison, operation: Operation, parameter: Parameter, next: Operation): void {
  if (parameter.in === "path") return;
  const touch = partOf(operation, parameter);
  const places = { old: parameter.pointer, new: next.pointer };
  if (operation.kind === "path")
    tell({ code: "request.parameter.removed", message: `the ${wordOf(parameter)} is gone`, ...places, touch });
  else if (parameter.required)
    tell({
      code: "webhook.parameter.optional",
      message: `the ${wordOf(parameter)} is gone, and was promised; still there would be compatible`,
      ...places,
      touch,
    });
}

function compareSent(comparison: Comparison, operation: Operation, pair: Pair<Parameter>): void {
  const { old, new: next } = pair;
  const touch = partOf(operation, next);
  const places = { old: old.pointer, new: next.pointer };
  if (!old.required && next.required)
    comparison.tell({
      code: "request.parameter.required",
      message: `the ${wordOf(next)} has to be sent now; optional would be compatible`,
      ...places,
      touch,
    });
  if (old.required && !next.required)
    comparison.tell({
      code: "request.parameter.optional",
      message: `the ${wordOf(next)} may be left out now`,
      ...places,
      touch,
    });
  if (isDeprecated(comparison.new, next) && !isDeprecated(comparison.old, old))
    comparison.tell({
      code: "request.parameter.deprecated",
      message: `the ${wordOf(next)} is deprecated`,
      ...places,
      touch,
    });
  if (isWrittenOtherwise(comparison, pair))
    comparison.tell({
      code: "request.parameter.serialization",
      message: `the ${wordOf(next)} was written as ${writing(old)} and is read as ${writing(next)}; as it was would be compatible`,
      ...places,
      touch,
    });
  else compareSchemas(comparison, REQUEST, touch, schemasOf(pair));
}

function isDeprecated({ document }: Sided, { pointer }: Parameter): boolean {
  const value = valueAt(document.root, pointer);
  return isObject(value) && value.deprecated === true;
}

function compareDelivered(comparison: Comparison, operation: Operation, pair: Pair<Parameter>): void {
  const { old, new: next } = pair;
  const touch = partOf(operation, next);
  if (old.required && !next.required)
    comparison.tell({
      code: "webhook.parameter.optional",
      message: `the ${wordOf(next)} may be missing now; still required would be compatible`,
      old: old.pointer,
      new: next.pointer,
      touch,
    });
  compareSchemas(comparison, DELIVERY, touch, schemasOf(pair));
}

/** Compares the headers of an answer. */
export function compareHeaders(
  comparison: Comparison,
  part: Part,
  pair: Pair<{ readonly pointer: Pointer; readonly headers: readonly Header[] }>,
): void {
  const named = (headers: readonly Header[]): Map<string, Header> =>
    new Map(headers.map((it) => [it.name.toLowerCase(), it]));
  const [was, is] = [named(pair.old.headers), named(pair.new.headers)];
  for (const [name, header] of was) {
    const now = is.get(name);
    const touch = { ...part, part: `${part.part} header ${header.name}` };
    const places = { old: header.pointer, new: now?.pointer ?? pair.new.pointer };
    if (header.required && now?.required !== true)
      comparison.tell({
        code: "response.header.optional",
        message: `the header "${header.name}" may be missing now; still required would be compatible`,
        ...places,
        touch,
      });
    else if (now === undefined)
      comparison.tell({
        code: "response.header.removed",
        message: `the header "${header.name}" is gone`,
        ...places,
        touch,
      });
    if (now !== undefined) compareSchemas(comparison, RESPONSE, touch, schemasOf({ old: header, new: now }));
  }
  for (const [name, header] of is)
    if (!was.has(name))
      comparison.tell({
        code: "response.header.added",
        message: `the header "${header.name}" is new`,
        old: pair.old.pointer,
        new: header.pointer,
        touch: { ...part, part: `${part.part} header ${header.name}` },
      });
}

type Written = Pick<Parameter, "style" | "explode" | "schema" | "content">;

function schemasOf({ old, new: next }: Pair<Written>): Pair<Pointer | undefined> {
  return { old: old.content?.schema ?? old.schema, new: next.content?.schema ?? next.schema };
}

/** Lists and objects are written by style and explode; single values look the same in the styles that write no more than them. */
function isWrittenOtherwise(comparison: Comparison, { old, new: next }: Pair<Parameter>): boolean {
  if (old.content?.range.toLowerCase() !== next.content?.range.toLowerCase()) return true;
  if (old.content !== undefined) return false;
  if (old.style === next.style && old.explode === next.explode) return false;
  const isScalar = [typesIn(comparison.old, old), typesIn(comparison.new, next)].every(
    (types) => types.size > 0 && !types.has("array") && !types.has("object"),
  );
  return !(isScalar && [old.style, next.style].every((style) => PLAIN.has(style)));
}

const PLAIN = new Set(["form", "simple", "spaceDelimited", "pipeDelimited", "deepObject"]);

function typesIn({ schemas }: Sided, { schema }: Parameter): ReadonlySet<string> {
  return schemaTypes(schemas, schema);
}

function writing({ style, explode, content }: Parameter): string {
  return content === undefined ? `${style}${explode ? ", exploded" : ", not exploded"}` : content.range;
}
