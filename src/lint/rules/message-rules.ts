import { asArray, asObject, isObject, type Json, valueAt } from "../../document/index.js";
import type { LintContext, LintRules, SpecObject } from "../rule.js";
import { getKey, getLocalReferenceTarget } from "../walk-document.js";

/** Rules about responses and links: https://spec.openapis.org/oas/v3.1.1#responses-object */
export const MESSAGE_RULES = {
  "spec.responses.empty": {
    level: "error",
    title: "An operation has no responses.",
    fix: "Document at least one response, such as default.",
    objectKinds: ["responses"],
    *find({ value }) {
      if (!Object.keys(value).some((status) => !status.startsWith("x-")))
        yield { message: "at least one response is required" };
    },
  },
  "spec.responses.status-unknown": {
    level: "error",
    title: "The key of a response is not a status code.",
    fix: "Use a code from 100 to 599, a range from 1XX to 5XX, or default.",
    objectKinds: ["responses"],
    *find({ value }) {
      for (const status in value)
        if (!/^([1-5](\d\d|XX)|default|x-.*)$/s.test(status))
          yield { message: `"${status}" is not a status code, a range such as 4XX, or default`, at: [status] };
    },
  },
  "spec.response.body-not-allowed": {
    level: "warn",
    title: "A response has content, but its status allows no body.",
    fix: "Remove the content, or change the status.",
    objectKinds: ["response"],
    fields: ["content"],
    *find(object) {
      const status = object.parent?.kind === "responses" ? getKey(object) : "";
      const { content } = object.value;
      if (/^(1..|204|205|304)$/.test(status) && isObject(content) && Object.keys(content).length > 0)
        yield { message: `a response with status ${status} has no body`, at: ["content"] };
    },
  },
  "spec.link.target-count": {
    level: "error",
    title: "A link does not have exactly one of operationId and operationRef.",
    fix: "Use one of the two.",
    objectKinds: ["link"],
    *find({ value }) {
      const count = [value.operationId, value.operationRef].filter((it) => it !== undefined).length;
      if (count !== 1)
        yield {
          message: `a link must have "operationId" or "operationRef"${count === 2 ? ", not both" : ""}`,
        };
    },
  },
  "spec.link.operation-unknown": {
    level: "error",
    title: "A link names an operation that does not exist.",
    fix: "Name an operation of the spec.",
    objectKinds: ["link"],
    fields: ["operationId", "operationRef"],
    *find(object, lint, field) {
      const name = object.value[field];
      const { paths, webhooks } = lint.document.root;
      // A file with only components is a library; the operations are in other files.
      if (paths === undefined && webhooks === undefined) return;
      if (typeof name !== "string" || findLinkedOperation(object, lint) !== undefined) return;
      if (field === "operationId")
        yield { message: `there is no operation with the operationId "${name}"`, at: [field] };
      else if (getLocalReferenceTarget(name) !== undefined)
        yield { message: `"${name}" does not refer to an operation`, at: [field] };
    },
  },
  "spec.link.parameter-unknown": {
    level: "warn",
    title: "A link sets a parameter that its operation does not have.",
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

function findLinkedOperation({ value }: SpecObject, lint: LintContext): SpecObject | undefined {
  const operations = indexOperations(lint);
  if (typeof value.operationId === "string") return operations.get(value.operationId);
  const target = getLocalReferenceTarget(value.operationRef);
  const found = target === undefined ? undefined : valueAt(lint.document.root, target);
  return found === undefined ? undefined : operations.get(found);
}

/** Indexes operations by object and by operationId. The result is cached per document. */
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

/** Lists parameter names, with and without their location as a prefix, such as `path.id`. */
function listParameterNames({ value, parent }: SpecObject, { resolveReference }: LintContext): ReadonlySet<string> {
  const names = new Set<string>();
  for (const item of [...asArray(value.parameters), ...asArray(parent?.value.parameters)]) {
    const parameter = resolveReference(item);
    names.add(String(parameter?.name));
    names.add(`${String(parameter?.in)}.${String(parameter?.name)}`);
  }
  return names;
}
