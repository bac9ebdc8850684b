import { asArray, isObject, type Json } from "../../document/index.js";
import type { LintContext, LintRules, RuleMatch, SpecObject } from "../rule.js";
import { getKey, getPointer } from "../walk-document.js";
import {
  findAmbiguousPaths,
  findPathsDifferingInFragment,
  getTemplateShape,
  listExpressions,
} from "./path-templates.js";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Paths and their templates: https://spec.openapis.org/oas/v3.1.1#paths-object */
export const PATH_RULES = {
  "spec.path.no-slash": {
    level: "error",
    title: "A path does not begin with a slash.",
    fix: "Begin the path with a slash.",
    objectKinds: ["paths"],
    *find({ value }) {
      for (const path in value)
        if (!path.startsWith("/") && !path.startsWith("x-"))
          yield { message: `the path "${path}" must begin with a slash`, at: [path] };
    },
  },
  "spec.path.malformed": {
    level: "error",
    title: "A path template is more or less than a path: its braces do not pair, or it holds a query or a fragment.",
    fix: "Close every brace, and describe queries as parameters.",
    objectKinds: ["paths"],
    *find({ value }) {
      for (const path in value) {
        if (!path.startsWith("/")) continue;
        const literal = path.replaceAll(/\{[^{}]*\}/g, "");
        if (/[{}]/.test(literal)) yield { message: `the braces in "${path}" do not pair`, at: [path] };
        if (/[?#]/.test(literal))
          yield { message: `"${path}" holds a query or a fragment, which is no part of a path`, at: [path] };
      }
    },
  },
  "spec.path.identical": {
    level: "error",
    title: "Two path templates differ only in the names of their parameters.",
    fix: "Merge the two path items.",
    objectKinds: ["paths"],
    *find({ value }) {
      const known = new Map<string, string>();
      for (const path in value) {
        if (!path.startsWith("/")) continue;
        const first = known.get(getTemplateShape(path));
        if (first === undefined) known.set(getTemplateShape(path), path);
        else yield { message: `"${path}" is the same template as "${first}"`, at: [path] };
      }
    },
  },
  "spec.path.ambiguous": {
    level: "warn",
    title: "Two path templates fit the same URLs, and neither is the more concrete.",
    fix: "Change one of the templates; until then, an exchange is judged by the one that it keeps, and of several by the one with the leftmost literal segment.",
    objectKinds: ["paths"],
    *find({ value }, lint) {
      const methods = (path: string): string[] =>
        METHODS.filter((method) => lint.resolveReference(value[path])?.[method] !== undefined);
      for (const { path, other, url, clashes } of findAmbiguousPaths(
        Object.keys(value).filter((path) => path.startsWith("/")),
      )) {
        const isShared = methods(path).some((method) => methods(other).includes(method));
        // A number cannot be meant where the other template has a word.
        const isTold = clashes.some(
          ({ template, name, literal }) => isNumericParameter(value[template], name, lint) && !/^-?\d/.test(literal),
        );
        if (isShared && !isTold) yield { message: `"${path}" and "${other}" both fit ${url}`, at: [path] };
      }
      for (const { path, other } of findPathsDifferingInFragment(Object.keys(value)))
        if (methods(path).some((method) => methods(other).includes(method)))
          yield { message: `"${path}" and "${other}" differ in a fragment only, which is never sent`, at: [path] };
    },
  },
  "spec.path.parameter-repeated": {
    level: "warn",
    title: "A path template has the same parameter twice.",
    fix: "Give each template expression a name of its own.",
    objectKinds: ["paths"],
    *find({ value }) {
      for (const path in value) {
        const names = path.startsWith("/") ? listExpressions(path) : [];
        const twice = names.find((name, index) => names.indexOf(name) !== index);
        if (twice !== undefined) yield { message: `"${path}" has {${twice}} more than once`, at: [path] };
      }
    },
  },
  "spec.path.parameter-undeclared": {
    level: "error",
    title: "A template expression in a path has no path parameter.",
    fix: "Declare a parameter of that name with in: path, on the operation or on its path item.",
    objectKinds: ["operation"],
    *find(object, lint) {
      const template = getPathTemplate(object);
      if (template === undefined) return;
      const declared = new Set([...listPathParameters(object, lint)].map(({ name }) => name));
      for (const name of new Set(listExpressions(template)))
        if (!declared.has(name)) yield { message: `there is no path parameter "${name}" for ${template}` };
    },
  },
  "spec.path.parameter-unused": {
    level: "error",
    title: "A path parameter is not in the path template.",
    fix: "Put the parameter into the template, or take it away.",
    objectKinds: ["operation", "pathItem"],
    *find(object, lint) {
      const template = getPathTemplate(object);
      if (template === undefined) return;
      const names = listExpressions(template);
      for (const { name, index } of listOwnPathParameters(object, lint))
        if (!names.includes(name))
          yield { message: `${template} has no {${name}} for this path parameter`, at: ["parameters", index] };
    },
  },
  "spec.operation.id-duplicate": {
    level: "error",
    title: "Two operations have the same operationId.",
    fix: "Give each operation an operationId of its own, in webhooks and callbacks too.",
    objectKinds: ["openapi"],
    *find(_, { objectsOfKind }) {
      const known = new Map<string, string>();
      for (const object of objectsOfKind("operation")) {
        const { operationId } = object.value;
        if (typeof operationId !== "string") continue;
        const pointer = getPointer(object);
        const first = known.get(operationId);
        if (first === undefined) known.set(operationId, pointer);
        else if (first !== pointer)
          yield {
            message: `"${operationId}" is the operationId of ${first} too`,
            at: getPathFromRoot(object, "operationId"),
          };
      }
    },
  },
  "spec.operation.body-unusual": {
    level: "info",
    title: "GET, HEAD or DELETE has a request body, to which HTTP gives no meaning.",
    fix: "Use query parameters, or another method.",
    objectKinds: ["operation"],
    fields: ["requestBody"],
    *find(object) {
      const method = getKey(object);
      if (["get", "head", "delete"].includes(method))
        yield { message: `a ${method.toUpperCase()} request has no use for a body`, at: ["requestBody"] };
    },
  },
  "spec.operation.parameter-duplicate": {
    level: "error",
    title: "A list of parameters has the same name and place twice.",
    fix: "Take one of them away.",
    objectKinds: ["operation", "pathItem"],
    fields: ["parameters"],
    *find({ value }, { resolveReference }): Iterable<RuleMatch> {
      const known = new Set<string>();
      for (const [index, item] of asArray(value.parameters).entries()) {
        const parameter = resolveReference(item);
        if (typeof parameter?.name !== "string") continue;
        const key = `${String(parameter.in)} ${parameter.in === "header" ? parameter.name.toLowerCase() : parameter.name}`;
        if (known.has(key))
          yield {
            message: `the ${String(parameter.in)} parameter "${parameter.name}" is listed twice`,
            at: ["parameters", index],
          };
        known.add(key);
      }
    },
  },
} satisfies LintRules;

/** The template that an operation or a path item stands under; webhooks and callbacks have none. */
function getPathTemplate(object: SpecObject): string | undefined {
  const item = object.kind === "operation" ? object.parent : object;
  return item?.parent?.kind === "paths" ? getKey(item) : undefined;
}

function* listOwnPathParameters(
  { value }: SpecObject,
  { resolveReference }: LintContext,
): Iterable<{ name: string; index: number }> {
  for (const [index, item] of asArray(value.parameters).entries()) {
    const parameter = resolveReference(item);
    if (parameter?.in === "path" && typeof parameter.name === "string") yield { name: parameter.name, index };
  }
}

function* listPathParameters(object: SpecObject, lint: LintContext): Iterable<{ name: string }> {
  yield* listOwnPathParameters(object, lint);
  if (object.parent !== undefined && isObject(object.parent.value)) yield* listOwnPathParameters(object.parent, lint);
}

/** Whether the parameter of that name takes numbers only, in every operation of the path item. */
function isNumericParameter(item: Json | undefined, name: string, { resolveReference }: LintContext): boolean {
  const pathItem = resolveReference(item);
  const lists = [pathItem, ...METHODS.map((method) => resolveReference(pathItem?.[method]))];
  const types = lists.flatMap((holder) =>
    asArray(holder?.parameters).flatMap((it) => {
      const parameter = resolveReference(it);
      return parameter?.in === "path" && parameter.name === name ? [resolveReference(parameter.schema)?.type] : [];
    }),
  );
  return types.length > 0 && types.every((type) => type === "integer" || type === "number");
}

/** The way from the top to a place and further. */
export function getPathFromRoot(object: SpecObject, ...further: readonly string[]): string[] {
  return [...(object.parent === undefined ? [] : getPathFromRoot(object.parent)), ...object.steps, ...further];
}
