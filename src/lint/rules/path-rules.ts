import {
  asArray,
  getOrCreate,
  type Json,
  type JsonObject,
  listExpressions,
  listRepeated,
  replaceParameterNames,
} from "../../document/index.js";
import { METHOD_NAMES } from "../../document/structure.js";
import type { LintContext, LintRules, RuleMatch, SpecObject } from "../rule.js";
import { getKey, getPointer } from "../walk-document.js";

/** Rules about paths and their templates: https://spec.openapis.org/oas/v3.1.1#paths-object */
export const PATH_RULES = {
  "spec.path.no-slash": {
    level: "error",
    title: "A path does not start with a slash.",
    fix: "Start the path with a slash.",
    objectKinds: ["paths"],
    *find({ value }) {
      for (const path in value)
        if (!path.startsWith("/") && !path.startsWith("x-"))
          yield { message: `the path "${path}" must start with a slash`, at: [path] };
    },
  },
  "spec.path.malformed": {
    level: "error",
    title: "A path template has unbalanced braces, a parameter with a colon, a query or a fragment.",
    fix: "Close every brace, write parameters as {name}, and declare queries as parameters.",
    exception: "A parameter with a colon is a warning.",
    objectKinds: ["paths"],
    *find({ value }) {
      for (const path in value) {
        if (!path.startsWith("/")) continue;
        const literal = path.replaceAll(/\{[^{}]*\}/g, "");
        if (/[{}]/.test(literal)) yield { message: `"${path}" has unbalanced braces`, at: [path] };
        const [, colon, name] = /\/([:<](\w+)>?)(?=\/|$)/.exec(path) ?? [];
        if (colon !== undefined)
          yield {
            message: `"${path}" has the text "${colon}", not the parameter {${name}}`,
            at: [path],
            level: "warn",
          };
        if (/[?#]/.test(literal))
          yield { message: `"${path}" has a query or a fragment, which is not part of a path`, at: [path] };
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
        const first = known.get(replaceParameterNames(path));
        if (first === undefined) known.set(replaceParameterNames(path), path);
        else yield { message: `"${path}" matches the same URLs as "${first}"`, at: [path] };
      }
    },
  },
  "spec.path.ambiguous": {
    level: "warn",
    title: "Two path templates match the same URLs, and neither is more concrete.",
    fix: "Change one of the templates. Until then, the check uses the template that the exchange conforms to, then the one with the leftmost literal segment.",
    objectKinds: ["paths"],
    *find({ value }, lint) {
      const methods = (path: string): string[] =>
        METHOD_NAMES.filter((method) => lint.resolveReference(value[path])?.[method] !== undefined);
      for (const { path, other, url, clashes } of findAmbiguousPaths(
        Object.keys(value).filter((path) => path.startsWith("/")),
      )) {
        const isShared = methods(path).some((method) => methods(other).includes(method));
        const isUnambiguous = clashes.some(({ template, name, literal }) =>
          refusesLiteral(value[template], name, literal, lint),
        );
        if (isShared && !isUnambiguous) yield { message: `"${path}" and "${other}" both match ${url}`, at: [path] };
      }
      for (const { path, other } of findPathsDifferingInFragment(Object.keys(value)))
        if (methods(path).some((method) => methods(other).includes(method)))
          yield { message: `"${path}" and "${other}" differ only in a fragment, which is never sent`, at: [path] };
    },
  },
  "spec.path.parameter-repeated": {
    level: "warn",
    title: "A path template has the same parameter twice.",
    fix: "Give each template expression a unique name.",
    objectKinds: ["paths"],
    *find({ value }) {
      for (const path in value) {
        const [twice] = path.startsWith("/") ? listRepeated(listExpressions(path)) : [];
        if (twice !== undefined) yield { message: `"${path}" has {${twice[1]}} more than once`, at: [path] };
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
      const declared = [object, object.parent].flatMap((it) => listPathParameters(it, lint)).map(({ name }) => name);
      for (const name of new Set(listExpressions(template)))
        if (!declared.includes(name)) yield { message: `the path parameter "${name}" of ${template} is not declared` };
    },
  },
  "spec.path.parameter-unused": {
    level: "error",
    title: "A path parameter is not in the path template.",
    fix: "Add the parameter to the template, or remove it.",
    objectKinds: ["operation", "pathItem"],
    *find(object, lint) {
      const template = getPathTemplate(object);
      if (template === undefined) return;
      const names = listExpressions(template);
      for (const { name, index } of listPathParameters(object, lint))
        if (!names.includes(name))
          yield { message: `the path ${template} has no {${name}}`, at: ["parameters", index] };
    },
  },
  "spec.operation.id-duplicate": {
    level: "error",
    title: "Two operations have the same operationId.",
    fix: "Give each operation a unique operationId, also in webhooks and callbacks.",
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
            message: `the operationId "${operationId}" is also used at ${first}`,
            at: getPathFromRoot(object, "operationId"),
          };
      }
    },
  },
  "spec.operation.body-unusual": {
    level: "info",
    title: "GET, HEAD or DELETE has a request body, which has no meaning in HTTP.",
    fix: "Use query parameters, or another method.",
    objectKinds: ["operation"],
    fields: ["requestBody"],
    *find(object) {
      const method = getKey(object);
      if (["get", "head", "delete"].includes(method))
        yield { message: `the body of a ${method.toUpperCase()} request has no meaning` };
    },
  },
  "spec.operation.parameter-duplicate": {
    level: "error",
    title: "A list of parameters has the same name and location twice.",
    fix: "Remove one of them.",
    objectKinds: ["operation", "pathItem"],
    fields: ["parameters"],
    *find(object, lint): Iterable<RuleMatch> {
      const parameters = listParameters(object, lint);
      const keys = parameters.map((it) => {
        if (typeof it?.name !== "string") return undefined;
        return `${String(it.in)} ${it.in === "header" ? it.name.toLowerCase() : it.name}`;
      });
      for (const [index] of listRepeated(keys)) {
        const { in: location, name } = parameters[index] ?? {};
        yield { message: `the ${String(location)} parameter "${name}" is listed twice`, at: ["parameters", index] };
      }
    },
  },
} satisfies LintRules;

/** Returns the path template of an operation or a path item. Webhooks and callbacks have none. */
function getPathTemplate(object: SpecObject): string | undefined {
  const item = object.kind === "operation" ? object.parent : object;
  return item?.parent?.kind === "paths" ? getKey(item) : undefined;
}

/** Lists the parameters of an operation or a path item itself. One that cannot be resolved is undefined. */
export function listParameters(
  holder: { readonly value: JsonObject | undefined } | undefined,
  { resolveReference }: LintContext,
): readonly (JsonObject | undefined)[] {
  return asArray(holder?.value?.parameters).map(resolveReference);
}

function listPathParameters(holder: SpecObject | undefined, lint: LintContext) {
  return listParameters(holder, lint).flatMap((it, index) =>
    it?.in === "path" && typeof it.name === "string" ? [{ name: it.name, index }] : [],
  );
}

/** Returns whether the schemas of a path parameter refuse a text in every operation of a path item. */
function refusesLiteral(item: Json | undefined, name: string, literal: string, lint: LintContext): boolean {
  const pathItem = lint.resolveReference(item);
  const lists = [pathItem, ...METHOD_NAMES.map((method) => lint.resolveReference(pathItem?.[method]))];
  const parameters = lists.flatMap((value) => listParameters({ value }, lint));
  const own = parameters.filter((it) => it?.in === "path" && it.name === name);
  const objects = lint.objectsOfKind("parameter").filter(({ value }) => own.includes(value));
  return own.length > 0 && objects.length > 0 && objects.every((it) => refusesText(it, literal, lint));
}

function refusesText(parameter: SpecObject, text: string, { resolveReference, validateValue }: LintContext): boolean {
  const type = resolveReference(parameter.value.schema)?.type;
  if (type === "integer" || type === "number") return !/^-?\d/.test(text);
  return validateValue?.(getPointer(parameter, "schema"), ["request"], text) !== undefined;
}

/** Returns all steps from the root to an object, and the further ones. */
export function getPathFromRoot(object: SpecObject, ...further: readonly string[]): string[] {
  return [...(object.parent === undefined ? [] : getPathFromRoot(object.parent)), ...object.steps, ...further];
}

/** Finds templates that differ only after `#`, each with the first template of its shape. */
function findPathsDifferingInFragment(
  templates: readonly string[],
): { readonly path: string; readonly other: string }[] {
  const known = new Map<string, string>();
  return templates.flatMap((path) => {
    const key = replaceParameterNames(path.replace(/#.*$/, ""));
    const other = known.get(key);
    if (other === undefined) known.set(key, path);
    const isEquivalent = other !== undefined && replaceParameterNames(other) !== replaceParameterNames(path);
    return isEquivalent ? [{ path, other }] : [];
  });
}

type TemplateNode = { readonly next: Map<string, TemplateNode>; path?: string };

/** Limits of the search for ambiguous paths, far above the needs of the largest specs. */
const MAX_STEPS = 1_000_000;
const MAX_PAIRS = 5_000;

/** Two templates that match the same URL, and the segments in which one has a literal and the other an expression. */
type AmbiguousPaths = ReturnType<typeof createAmbiguousPaths>;

/**
 * Finds pairs of templates of which each is more concrete than the other in some segment, with a path that matches both.
 *
 * An example is `/books/{id}` and `/{entity}/me`. Segments with text next to braces count as different.
 */
function findAmbiguousPaths(templates: readonly string[]): AmbiguousPaths[] {
  const root: TemplateNode = { next: new Map() };
  for (const template of templates) insertTemplate(root, template);
  const pairs: AmbiguousPaths[] = [];
  let steps = 0;
  for (const template of templates) {
    const segments = getSegments(template);
    const visit = (branch: TemplateNode, at: number, trail: readonly SegmentMatch[]): void => {
      steps += 1;
      if (steps > MAX_STEPS || pairs.length >= MAX_PAIRS) return;
      const segment = segments[at];
      if (segment === undefined) {
        // The search finds each pair twice; it is reported once, for the template that is more concrete first.
        if (branch.path !== undefined && trail.length === 2 && trail[0] === "ours")
          pairs.push(createAmbiguousPaths(template, branch.path));
        return;
      }
      for (const [other, next] of branch.next) {
        const step = compareSegments(segment, other);
        if (step !== undefined) visit(next, at + 1, addMatch(trail, step));
      }
    };
    visit(root, 0, []);
  }
  return pairs;
}

type SegmentMatch = "same" | "ours" | "theirs";

/** Which template has had a literal where the other has an expression, the first one first. */
function addMatch(trail: readonly SegmentMatch[], step: SegmentMatch): readonly SegmentMatch[] {
  return step === "same" || trail.includes(step) ? trail : [...trail, step];
}

/** An expression, its template, and the literal at the same position in the other template. */
type Clash = { readonly template: string; readonly name: string; readonly literal: string };

function createAmbiguousPaths(path: string, other: string) {
  const theirs = other.split("/");
  const clashes: Clash[] = [];
  const segments = path.split("/").map((segment, index) => {
    const opposite = theirs[index] ?? "";
    const [own] = listExpressions(segment);
    const [foreign] = listExpressions(opposite);
    if (own !== undefined && foreign === undefined) clashes.push({ template: path, name: own, literal: opposite });
    if (own === undefined && foreign !== undefined) clashes.push({ template: other, name: foreign, literal: segment });
    return own === undefined ? segment : opposite;
  });
  return { path, other, url: segments.join("/"), clashes };
}

function compareSegments(segment: string, other: string): SegmentMatch | undefined {
  if (segment === other) return "same";
  if (other === "{}" && !segment.includes("{}")) return "ours";
  return segment === "{}" && !other.includes("{}") ? "theirs" : undefined;
}

function insertTemplate(root: TemplateNode, template: string): void {
  let branch = root;
  for (const segment of getSegments(template)) branch = getOrCreate(branch.next, segment, () => ({ next: new Map() }));
  branch.path ??= template;
}

function getSegments(template: string): string[] {
  return replaceParameterNames(template).split("/");
}
