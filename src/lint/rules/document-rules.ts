import {
  asArray,
  asObject,
  asString,
  type Document,
  getSteps,
  isObject,
  type Json,
  joinPointer,
  lastToken,
  listExpressions,
  listRepeated,
  parsePointer,
  valueAt,
  walkObjects,
} from "../../document/index.js";
import { memoize, memoizeByObject } from "../../document/memoize.js";
import { addScheme } from "../../document/servers.js";
import { formatObjectKind } from "../../document/structure.js";
import { formatSuggestion } from "../../schema/validation/closest-name.js";
import type { LintContext, LintRules, RuleMatch, SpecObject } from "../rule.js";
import { getKey } from "../walk-document.js";
import { getPathFromRoot } from "./path-rules.js";

/** Rules about the whole document, its servers, components, tags and references. */
export const DOCUMENT_RULES = {
  "spec.document.version-incomplete": {
    level: "error",
    title: "The OpenAPI version is incomplete.",
    fix: "Use three numbers, such as 3.1.1.",
    objectKinds: ["openapi"],
    *find({ value }) {
      if (typeof value.openapi === "string" && !/^3\.[012]\.\d+(-.+)?$/s.test(value.openapi))
        yield { message: `"${value.openapi}" is not a complete version, such as 3.1.1`, at: ["openapi"] };
    },
  },
  "spec.document.self-fragment": {
    level: "error",
    title: "The URI of the document has a fragment.",
    fix: "Remove the fragment from $self.",
    objectKinds: ["openapi"],
    fields: ["$self"],
    *find({ value }) {
      if (String(value.$self).includes("#")) yield { message: '"$self" must not have a fragment' };
    },
  },
  "spec.document.not-json": {
    level: "error",
    title: "A file whose name ends with .json is YAML, which other tools cannot read as JSON.",
    fix: "Remove comments and commas before a closing bracket, and write texts in double quotes, or name the file .yaml.",
    objectKinds: ["openapi"],
    *find(_, { document: { getOrigin }, references }) {
      const files = ["", ...references.map(({ target }) => target)].map((pointer) => getOrigin?.(pointer).file);
      for (const { message, ...source } of [...new Set(files)].flatMap((file) => file?.findJsonFault?.() ?? []))
        yield { message, source };
    },
  },
  "spec.document.too-deep": {
    level: "warn",
    title: "Objects are nested so deeply that the innermost were not checked.",
    fix: "Move inner parts into components and refer to them.",
    // The walk reports this itself.
    objectKinds: [],
    *find() {},
  },
  "spec.document.empty": {
    level: "error",
    title: "The spec has no paths, components or webhooks.",
    fix: "Add one of them.",
    objectKinds: ["openapi"],
    *find({ value }, { is30 }) {
      if (!is30 && [value.paths, value.components, value.webhooks].every((it) => it === undefined))
        yield { message: '"paths", "components" or "webhooks" is required' };
    },
  },
  "spec.license.both": {
    level: "error",
    title: "A license has both an identifier and a URL.",
    fix: "Keep one of the two.",
    objectKinds: ["license"],
    fields: ["identifier"],
    *find({ value }) {
      if (value.url !== undefined) yield { message: '"identifier" and "url" are mutually exclusive' };
    },
  },
  "spec.server.variable-undeclared": {
    level: "warn",
    title: "The URL of a server has a variable that is not declared.",
    fix: "Declare the variable with its default.",
    objectKinds: ["server"],
    *find({ value }) {
      const variables = asObject(value.variables) ?? {};
      for (const name of listExpressions(asString(value.url) ?? ""))
        if (!Object.hasOwn(variables, name)) yield { message: `the variable "${name}" is not declared`, at: ["url"] };
    },
  },
  "spec.server.variable-repeated": {
    level: "error",
    title: "The URL of a server has a variable more than once.",
    fix: "Use two variables.",
    exception: "Before OpenAPI 3.2, it is a warning.",
    objectKinds: ["server"],
    *find({ value }, { version }) {
      const repeated = listRepeated(listExpressions(asString(value.url) ?? ""));
      // Earlier versions do not state the rule.
      const level = version === "3.2" ? "error" : "warn";
      for (const name of new Set(repeated.map(([, it]) => it)))
        yield { message: `the variable "${name}" is in the URL more than once`, at: ["url"], level };
    },
  },
  "spec.server.variable-unused": {
    level: "info",
    title: "A server declares a variable that its URL does not use.",
    fix: "Use the variable in the URL, or remove it.",
    objectKinds: ["server"],
    fields: ["variables"],
    *find({ value }) {
      const used = listExpressions(asString(value.url) ?? "");
      for (const name in asObject(value.variables))
        if (!used.includes(name)) yield { message: `the URL does not use {${name}}`, at: ["variables", name] };
    },
  },
  "spec.server.enum-empty": {
    level: "error",
    title: "The enum of a server variable is empty.",
    fix: "Add values, or remove the enum.",
    exception: "In OpenAPI 3.0, it is a warning.",
    objectKinds: ["serverVariable"],
    fields: ["enum"],
    *find({ value }, { is30 }) {
      if (Array.isArray(value.enum) && value.enum.length === 0)
        yield { message: '"enum" must not be empty', level: is30 ? "warn" : "error" };
    },
  },
  "spec.server.default-not-in-enum": {
    level: "error",
    title: "The default of a server variable is not in its enum.",
    fix: "Add the default to the enum.",
    exception: "In OpenAPI 3.0, it is a warning.",
    objectKinds: ["serverVariable"],
    fields: ["default"],
    *find({ value }, { is30 }) {
      const listed = asArray(value.enum);
      if (typeof value.default === "string" && listed.length > 0 && !listed.includes(value.default))
        yield {
          message: `the default "${value.default}" is not in the enum ${listed.map(String).join(", ")}`,
          level: is30 ? "warn" : "error",
        };
    },
  },
  "spec.server.url-malformed": {
    level: "error",
    title: "The URL of a server has no scheme, or a query or a fragment.",
    fix: "Start it with https:// or http://, and remove what follows ? or #; describe query parameters as parameters.",
    exception: "A URL without a scheme is a warning.",
    objectKinds: ["server"],
    fields: ["url"],
    *find({ value: { url } }, { version }) {
      if (typeof url !== "string") return;
      // Earlier versions do not state the rule.
      if (version === "3.2" && /[?#]/.test(url)) yield { message: "the URL has a query or a fragment" };
      if (addScheme(url) !== url) yield { message: `"${url}" has no scheme; http:// is assumed`, level: "warn" };
    },
  },
  "spec.server.name-duplicate": {
    level: "error",
    title: "Two servers of a list have the same name.",
    fix: "Give each server a unique name.",
    objectKinds: ["openapi", "pathItem", "operation"],
    fields: ["servers"],
    *find({ value }) {
      for (const [index, name] of listRepeated(asArray(value.servers).map((server) => asObject(server)?.name)))
        yield { message: `the name "${name}" is used twice`, at: ["servers", index, "name"] };
    },
  },
  "spec.component.name-malformed": {
    level: "error",
    title: "The name of a component has characters that are not allowed.",
    fix: "Use letters, digits, dot, hyphen and underscore.",
    objectKinds: ["components"],
    *find({ value }) {
      for (const section in value) {
        if (section.startsWith("x-")) continue;
        for (const name in asObject(value[section]))
          if (!/^[\w.-]+$/.test(name))
            yield {
              message: `the name "${name}" can contain only letters, digits, ".", "-" and "_"`,
              at: [section, name],
            };
      }
    },
  },
  "spec.component.unused": {
    level: "info",
    title: "A component is never used.",
    fix: "Use it, or remove it.",
    objectKinds: ["openapi"],
    *find({ value }, lint) {
      // A file with only components is a library for other files.
      if (value.paths === undefined && value.webhooks === undefined) return;
      const used = findUsedComponents(lint);
      for (const object of lint.objectsOfKind("components")) {
        for (const section in object.value) {
          if (section.startsWith("x-")) continue;
          for (const name in asObject(object.value[section]))
            if (!used.has(`${section}/${name}`))
              yield { message: `${section}/${name} is never used`, at: ["components", section, name] };
        }
      }
    },
  },
  "spec.tag.duplicate": {
    level: "error",
    title: "Two tags have the same name.",
    fix: "Remove one of them.",
    objectKinds: ["openapi"],
    fields: ["tags"],
    *find({ value }) {
      for (const [index, name] of listRepeated(asArray(value.tags).map((tag) => asObject(tag)?.name)))
        yield { message: `the tag "${name}" is declared twice`, at: ["tags", index] };
    },
  },
  "spec.tag.parent-unknown": {
    level: "error",
    title: "The parent of a tag is not declared.",
    fix: "Declare the parent in tags, or change its name to a declared one.",
    objectKinds: ["openapi"],
    fields: ["tags"],
    *find({ value }) {
      const parents = listParents(value.tags);
      for (const [index, { parent }] of parents.entries())
        if (parent !== undefined && !parents.some(({ name }) => name === parent))
          yield {
            message: `there is no tag "${parent}"${formatSuggestion(
              parent,
              parents.map(({ name }) => name),
            )}`,
            at: ["tags", index, "parent"],
          };
    },
  },
  "spec.tag.parent-cycle": {
    level: "error",
    title: "A tag is its own parent, directly or through others.",
    fix: "Remove one of the parents.",
    objectKinds: ["openapi"],
    fields: ["tags"],
    *find({ value }) {
      const parents = listParents(value.tags);
      const parentOf = new Map(parents.map(({ name, parent }) => [name, parent]));
      for (const [index, { name, parent }] of parents.entries()) {
        const ancestors = new Set<string>();
        for (let at = parent; at !== undefined && !ancestors.has(at); at = parentOf.get(at)) ancestors.add(at);
        if (ancestors.has(name))
          yield { message: `the tag "${name}" is its own ancestor`, at: ["tags", index, "parent"] };
      }
    },
  },
  "spec.reference.unresolved": {
    level: "error",
    title: "A $ref cannot be resolved, or its target is on another host.",
    fix: "Change the $ref to a file and a pointer that exist. Until then, exchanges that need its target are only partially checked.",
    objectKinds: ["openapi"],
    find: (_, { document }) => listUnusable(document, false),
  },
  "spec.swagger.format-unchecked": {
    level: "warn",
    title: "A value of Swagger 2.0 has a form that OpenAPI 3.0 cannot describe.",
    fix: "Write it in a form that OpenAPI 3.0 has, such as collectionFormat csv. Until then, exchanges with it are only partially checked.",
    objectKinds: ["openapi"],
    find: (_, { document }) => listUnusable(document, true),
  },
  "spec.reference.for-map": {
    level: "error",
    title: "A $ref replaces a whole map, such as all schemas, where OpenAPI does not allow a $ref.",
    fix: "Write the map, with a $ref for each of its objects. The tool resolves the $ref anyway.",
    objectKinds: ["openapi"],
    *find(_, { document }) {
      for (const [pointer, message] of document.repaired ?? [])
        if (lastToken(pointer) === "$ref") yield { message, at: parsePointer(pointer) };
    },
  },
  "spec.reference.wrong-kind": {
    level: "error",
    title: "The target of a $ref is an object of the wrong kind.",
    fix: "Refer to an object of the right kind.",
    objectKinds: ["openapi"],
    *find(_, { references, kindOf, resolveReference }) {
      for (const { object, kind } of references) {
        const found = kindOf(resolveReference(object.value));
        if (found !== undefined && found !== kind)
          yield {
            message: `expected ${formatObjectKind(kind)}, but "${String(object.value.$ref)}" is ${formatObjectKind(found)}`,
            at: getPathFromRoot(object, "$ref"),
          };
      }
    },
  },
  "spec.reference.siblings-ignored": {
    level: "warn",
    title: "Fields next to a $ref are ignored.",
    fix: "In schemas of OpenAPI 3.0, move the $ref into allOf. Elsewhere, remove the fields.",
    objectKinds: ["reference"],
    *find({ value }) {
      const ignored = Object.keys(value).filter((name) => !ANNOTATION_FIELDS.has(name) && !name.startsWith("x-"));
      const [first] = ignored;
      if (first !== undefined)
        yield {
          message: `${ignored.map((it) => `"${it}"`).join(", ")} next to a $ref ${ignored.length === 1 ? "is" : "are"} ignored`,
          at: [first],
        };
    },
  },
} satisfies LintRules;

function findUsedComponents({ document, references, objectsOfKind }: LintContext): ReadonlySet<string> {
  const used = new Set<string>();
  const use = (target: string): void => {
    const [, root, section, name] = target.split("/");
    if (root === "components") used.add(`${section}/${lastToken(name ?? "")}`);
  };
  const bases = new Set<string>();
  for (const object of objectsOfKind("discriminator")) {
    for (const target of listMappedSchemas(object.value)) use(target);
    const owner = object.parent;
    if (owner !== undefined) bases.add(`/components/schemas/${getKey(owner)}`);
  }
  for (const { target, object } of references) {
    use(target);
    // Values of a discriminator, not references, name the schemas that extend its schema.
    if (bases.has(target) && object.steps[0] === "allOf" && object.parent?.parent?.kind === "components")
      use(`/components/schemas/${getKey(object.parent)}`);
  }
  for (const { value } of objectsOfKind("securityRequirement")) {
    for (const name in value) {
      used.add(`securitySchemes/${name}`);
      if (name.startsWith("#")) use(name.slice(1));
    }
  }
  for (const target of listExtensionReferences(document.root)) use(target.slice(1));
  return used;
}

/** The references in extensions, such as those to the payloads of `x-webhooks`. */
function listExtensionReferences(root: Json): readonly string[] {
  return [...walkObjects(root)].flatMap(([{ $ref: reference }, place]) => {
    const isReference = typeof reference === "string" && getSteps(place).some((name) => name.startsWith("x-"));
    return isReference ? [reference] : [];
  });
}

/** Lists the pointers of the schemas that a discriminator names. */
function listMappedSchemas({ mapping, defaultMapping }: SpecObject["value"]): string[] {
  return [...Object.values(asObject(mapping) ?? {}), defaultMapping].flatMap((target) => {
    if (typeof target !== "string") return [];
    return [target.startsWith("#") ? target.slice(1) : `/components/schemas/${target}`];
  });
}

/** Returns the components of a section by name, after resolving references. The result is cached per document. */
export const getComponents = memoizeByObject((lint: LintContext) =>
  memoize((section: string) => {
    const found = asObject(asObject(lint.document.root.components)?.[section]) ?? {};
    return new Map(
      Object.entries(found).flatMap(([name, value]) => {
        const component = lint.resolveReference(value);
        return isObject(component) ? [[name, component] as const] : [];
      }),
    );
  }),
);

function listParents(tags: Json | undefined): { readonly name: string; readonly parent: string | undefined }[] {
  return asArray(tags).map((it) => {
    const tag = asObject(it);
    return { name: String(tag?.name), parent: typeof tag?.parent === "string" ? tag.parent : undefined };
  });
}

/** Fields that have no effect on validation, so that it does not matter whether a tool ignores them. */
const ANNOTATION_FIELDS = new Set(["$ref", "summary", "description", "title", "example", "examples", "externalDocs"]);

/** The references that lead nowhere: those that the conversion from Swagger 2.0 wrote, or the others. */
function listUnusable({ root, unusable }: Document, isConverted: boolean): RuleMatch[] {
  return [...(unusable ?? [])].flatMap(([pointer, { message }]) => {
    const reference = asObject(valueAt(root, pointer) ?? null)?.$ref;
    const isWanted = typeof reference === "string" && isConverted === reference.startsWith("#/x-swagger/");
    return isWanted ? [{ message, at: parsePointer(joinPointer(pointer, "$ref")) }] : [];
  });
}
