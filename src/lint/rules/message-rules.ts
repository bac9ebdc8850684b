import { asArray, asObject, isObject, type Json, valueAt } from "../../document/index.js";
import { listApplicableSchemas } from "../../schema/analysis/applicable-schema.js";
import type { LintContext, LintRules, SpecObject } from "../rule.js";
import { getKey, getLocalReferenceTarget, getPointer } from "../walk-document.js";

const FORM_MEDIA_TYPE = /^(multipart\/|application\/x-www-form-urlencoded)/i;

/** What is sent and answered: https://spec.openapis.org/oas/v3.1.1#responses-object and the objects below it. */
export const MESSAGE_RULES = {
  "spec.responses.empty": {
    level: "error",
    title: "An operation documents no response.",
    fix: "Document at least one response, such as default.",
    objectKinds: ["responses"],
    *find({ value }) {
      if (!Object.keys(value).some((status) => !status.startsWith("x-")))
        yield { message: "there must be at least one response" };
    },
  },
  "spec.responses.status-unknown": {
    level: "error",
    title: "A response stands under what is no status code.",
    fix: "Write a code from 100 to 599, a range from 1XX to 5XX, or default.",
    objectKinds: ["responses"],
    *find({ value }) {
      for (const status in value)
        if (!/^([1-5](\d\d|XX)|default|x-.*)$/s.test(status))
          yield { message: `"${status}" is no status code, no range such as 4XX, and not default`, at: [status] };
    },
  },
  "spec.response.body-not-allowed": {
    level: "warn",
    title: "A response that never has a body has content.",
    fix: "Take the content away, or change the status.",
    objectKinds: ["response"],
    fields: ["content"],
    *find(object) {
      const status = object.parent?.kind === "responses" ? getKey(object) : "";
      const { content } = object.value;
      if (/^(1..|204|205|304)$/.test(status) && isObject(content) && Object.keys(content).length > 0)
        yield { message: `an answer with status ${status} has no body`, at: ["content"] };
    },
  },
  "spec.content.type-malformed": {
    level: "warn",
    title: "A key of content is no media type and no range of them.",
    fix: "Write type/subtype, such as application/json or image/*.",
    objectKinds: ["mediaType"],
    *find(object) {
      const range = getKey(object);
      if (!/^[\w!#$&^.+*-]+\/[\w!#$&^.+*-]+\s*(;.*)?$/s.test(range))
        yield { message: `"${range}" is no media type such as application/json` };
    },
  },
  "spec.encoding.property-unknown": {
    level: "error",
    title: "An encoding is given for a property that the schema does not have.",
    fix: "Name a property of the schema.",
    objectKinds: ["mediaType"],
    fields: ["encoding"],
    *find(object, lint) {
      const names = listPropertyNames(object, lint);
      for (const name in asObject(object.value.encoding))
        if (names !== undefined && !names.has(name))
          yield { message: `the schema has no property "${name}" to encode`, at: ["encoding", name] };
    },
  },
  "spec.encoding.no-effect": {
    level: "warn",
    title: "An encoding stands where it has no effect: it is for multipart and urlencoded request bodies.",
    fix: "Take the encoding away, or change the media type.",
    objectKinds: ["mediaType"],
    fields: ["encoding"],
    *find(object) {
      const range = getKey(object);
      if (!FORM_MEDIA_TYPE.test(range) && !/^(\*\/\*|application\/\*)/.test(range))
        yield { message: `"encoding" has no effect in ${range}`, at: ["encoding"] };
    },
  },
  "spec.link.target-count": {
    level: "error",
    title: "A link names not exactly one of operationId and operationRef.",
    fix: "Name the operation by one of the two.",
    objectKinds: ["link"],
    *find({ value }) {
      const count = [value.operationId, value.operationRef].filter((it) => it !== undefined).length;
      if (count !== 1)
        yield {
          message: `a link names its operation by "operationId" or by "operationRef"${count === 2 ? ", not by both" : ""}`,
        };
    },
  },
  "spec.link.operation-unknown": {
    level: "error",
    title: "A link leads to an operation that the description does not have.",
    fix: "Name an operation that there is.",
    objectKinds: ["link"],
    fields: ["operationId", "operationRef"],
    *find(object, lint, field) {
      const name = object.value[field];
      const { paths, webhooks } = lint.document.root;
      // A file of components only is there for others, who have the operations.
      if (paths === undefined && webhooks === undefined) return;
      if (typeof name !== "string" || findLinkedOperation(object, lint) !== undefined) return;
      if (field === "operationId") yield { message: `no operation has the operationId "${name}"`, at: [field] };
      else if (getLocalReferenceTarget(name) !== undefined)
        yield { message: `"${name}" leads to no operation`, at: [field] };
    },
  },
  "spec.link.parameter-unknown": {
    level: "warn",
    title: "A link fills a parameter that its operation does not have.",
    fix: "Name a parameter of the operation, such as id or path.id.",
    objectKinds: ["link"],
    fields: ["parameters"],
    *find(object, lint) {
      const operation = findLinkedOperation(object, lint);
      if (operation === undefined) return;
      const names = listParameterNames(operation, lint);
      for (const name in asObject(object.value.parameters))
        if (!names.has(name)) yield { message: `the operation has no parameter "${name}"`, at: ["parameters", name] };
    },
  },
} satisfies LintRules;

/** The properties that a form's schema can have by name; undefined when it does not say. */
function listPropertyNames(object: SpecObject, { document }: LintContext): ReadonlySet<string> | undefined {
  if (!isObject(object.value.schema)) return undefined;
  const names = new Set<string>();
  for (const { schema } of listApplicableSchemas(document.root, getPointer(object, "schema"))) {
    for (const name in asObject(schema.properties)) names.add(name);
    if (isObject(schema.patternProperties)) return undefined;
  }
  return names;
}

function findLinkedOperation({ value }: SpecObject, lint: LintContext): SpecObject | undefined {
  const operations = indexOperations(lint);
  if (typeof value.operationId === "string") return operations.get(value.operationId);
  const target = getLocalReferenceTarget(value.operationRef);
  const found = target === undefined ? undefined : valueAt(lint.document.root, target);
  return found === undefined ? undefined : operations.get(found);
}

/** The operations of a description by themselves and by their operationId, looked up once. */
function indexOperations(lint: LintContext): ReadonlyMap<Json, SpecObject> {
  const known = operationCache.get(lint);
  if (known !== undefined) return known;
  const operations = new Map<Json, SpecObject>();
  for (const object of lint.objectsOfKind("operation")) {
    operations.set(object.value, object);
    const { operationId } = object.value;
    if (typeof operationId === "string" && !operations.has(operationId)) operations.set(operationId, object);
  }
  operationCache.set(lint, operations);
  return operations;
}

const operationCache = new WeakMap<LintContext, ReadonlyMap<Json, SpecObject>>();

/** Alone, and with their place before them, as the specification allows. */
function listParameterNames({ value, parent }: SpecObject, { resolveReference }: LintContext): ReadonlySet<string> {
  const names = new Set<string>();
  for (const item of [...asArray(value.parameters), ...asArray(parent?.value.parameters)]) {
    const parameter = resolveReference(item);
    names.add(String(parameter?.name));
    names.add(`${String(parameter?.in)}.${String(parameter?.name)}`);
  }
  return names;
}
