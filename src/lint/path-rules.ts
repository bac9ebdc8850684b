import { asArray, isObject, type Json } from "../document/index.js";
import { alikeButForFragments, ambiguousPairs, expressionsOf, templateShape } from "./path-templates.js";
import type { Lint, Place, Rules, Trouble } from "./rule.js";
import { keyOf, pointerOf } from "./walk.js";

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Paths and their templates: https://spec.openapis.org/oas/v3.1.1#paths-object */
export const PATH_RULES = {
  "spec.path.no-slash": {
    level: "error",
    title: "A path does not begin with a slash.",
    fix: "Begin the path with a slash.",
    on: ["paths"],
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
    on: ["paths"],
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
    on: ["paths"],
    *find({ value }) {
      const known = new Map<string, string>();
      for (const path in value) {
        if (!path.startsWith("/")) continue;
        const first = known.get(templateShape(path));
        if (first === undefined) known.set(templateShape(path), path);
        else yield { message: `"${path}" is the same template as "${first}"`, at: [path] };
      }
    },
  },
  "spec.path.ambiguous": {
    level: "warn",
    title: "Two path templates fit the same URLs, and neither is the more concrete.",
    fix: "Change one of the templates; until then, an exchange is judged by the one that it keeps, and of several by the one with the leftmost literal segment.",
    on: ["paths"],
    *find({ value }, lint) {
      const methods = (path: string): string[] =>
        METHODS.filter((method) => lint.follow(value[path])?.[method] !== undefined);
      for (const { path, other, url, clashes } of ambiguousPairs(
        Object.keys(value).filter((path) => path.startsWith("/")),
      )) {
        const isShared = methods(path).some((method) => methods(other).includes(method));
        // A number cannot be meant where the other template has a word.
        const isTold = clashes.some(
          ({ template, name, literal }) => isNumeric(value[template], name, lint) && !/^-?\d/.test(literal),
        );
        if (isShared && !isTold) yield { message: `"${path}" and "${other}" both fit ${url}`, at: [path] };
      }
      for (const { path, other } of alikeButForFragments(Object.keys(value)))
        if (methods(path).some((method) => methods(other).includes(method)))
          yield { message: `"${path}" and "${other}" differ in a fragment only, which is never sent`, at: [path] };
    },
  },
  "spec.path.parameter-repeated": {
    level: "warn",
    title: "A path template has the same parameter twice.",
    fix: "Give each template expression a name of its own.",
    on: ["paths"],
    *find({ value }) {
      for (const path in value) {
        const names = path.startsWith("/") ? expressionsOf(path) : [];
        const twice = names.find((name, index) => names.indexOf(name) !== index);
        if (twice !== undefined) yield { message: `"${path}" has {${twice}} more than once`, at: [path] };
      }
    },
  },
  "spec.path.parameter-undeclared": {
    level: "error",
    title: "A template expression in a path has no path parameter.",
    fix: "Declare a parameter of that name with in: path, on the operation or on its path item.",
    on: ["operation"],
    *find(place, lint) {
      const template = templateOf(place);
      if (template === undefined) return;
      const declared = new Set([...pathParameters(place, lint)].map(({ name }) => name));
      for (const name of new Set(expressionsOf(template)))
        if (!declared.has(name)) yield { message: `there is no path parameter "${name}" for ${template}` };
    },
  },
  "spec.path.parameter-unused": {
    level: "error",
    title: "A path parameter is not in the path template.",
    fix: "Put the parameter into the template, or take it away.",
    on: ["operation", "pathItem"],
    *find(place, lint) {
      const template = templateOf(place);
      if (template === undefined) return;
      const names = expressionsOf(template);
      for (const { name, index } of ownPathParameters(place, lint))
        if (!names.includes(name))
          yield { message: `${template} has no {${name}} for this path parameter`, at: ["parameters", index] };
    },
  },
  "spec.operation.id-duplicate": {
    level: "error",
    title: "Two operations have the same operationId.",
    fix: "Give each operation an operationId of its own, in webhooks and callbacks too.",
    on: ["openapi"],
    *find(_, { placesOf }) {
      const known = new Map<string, string>();
      for (const place of placesOf("operation")) {
        const { operationId } = place.value;
        if (typeof operationId !== "string") continue;
        const pointer = pointerOf(place);
        const first = known.get(operationId);
        if (first === undefined) known.set(operationId, pointer);
        else if (first !== pointer)
          yield { message: `"${operationId}" is the operationId of ${first} too`, at: stepsOf(place, "operationId") };
      }
    },
  },
  "spec.operation.body-unusual": {
    level: "info",
    title: "GET, HEAD or DELETE has a request body, to which HTTP gives no meaning.",
    fix: "Use query parameters, or another method.",
    on: ["operation"],
    fields: ["requestBody"],
    *find(place) {
      const method = keyOf(place);
      if (["get", "head", "delete"].includes(method))
        yield { message: `a ${method.toUpperCase()} request has no use for a body`, at: ["requestBody"] };
    },
  },
  "spec.operation.parameter-duplicate": {
    level: "error",
    title: "A list of parameters has the same name and place twice.",
    fix: "Take one of them away.",
    on: ["operation", "pathItem"],
    fields: ["parameters"],
    *find({ value }, { follow }): Iterable<Trouble> {
      const known = new Set<string>();
      for (const [index, item] of asArray(value.parameters).entries()) {
        const parameter = follow(item);
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
} satisfies Rules;

/** The template that an operation or a path item stands under; webhooks and callbacks have none. */
function templateOf(place: Place): string | undefined {
  const item = place.kind === "operation" ? place.parent : place;
  return item?.parent?.kind === "paths" ? keyOf(item) : undefined;
}

function* ownPathParameters({ value }: Place, { follow }: Lint): Iterable<{ name: string; index: number }> {
  for (const [index, item] of asArray(value.parameters).entries()) {
    const parameter = follow(item);
    if (parameter?.in === "path" && typeof parameter.name === "string") yield { name: parameter.name, index };
  }
}

function* pathParameters(place: Place, lint: Lint): Iterable<{ name: string }> {
  yield* ownPathParameters(place, lint);
  if (place.parent !== undefined && isObject(place.parent.value)) yield* ownPathParameters(place.parent, lint);
}

/** Whether the parameter of that name takes numbers only, in every operation of the path item. */
function isNumeric(item: Json | undefined, name: string, { follow }: Lint): boolean {
  const pathItem = follow(item);
  const lists = [pathItem, ...METHODS.map((method) => follow(pathItem?.[method]))];
  const types = lists.flatMap((holder) =>
    asArray(holder?.parameters).flatMap((it) => {
      const parameter = follow(it);
      return parameter?.in === "path" && parameter.name === name ? [follow(parameter.schema)?.type] : [];
    }),
  );
  return types.length > 0 && types.every((type) => type === "integer" || type === "number");
}

/** The way from the top to a place and further. */
export function stepsOf(place: Place, ...further: readonly string[]): string[] {
  return [...(place.parent === undefined ? [] : stepsOf(place.parent)), ...place.steps, ...further];
}
