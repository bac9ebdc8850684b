import { asArray, asObject, isObject, type Json } from "../../document/index.js";
import { findClosestName } from "../../schema/validation/closest-name.js";
import type { LintContext, LintRules, SpecObject } from "../rule.js";
import { getKey } from "../walk-document.js";

/** The description as a whole, its servers, tags and components. */
export const DOCUMENT_RULES = {
  "spec.document.version-incomplete": {
    level: "error",
    title: "The version of the specification is not written in full.",
    fix: "Write three numbers, such as 3.1.1.",
    objectKinds: ["openapi"],
    *find({ value }) {
      if (typeof value.openapi === "string" && !/^3\.[01]\.\d+(-.+)?$/s.test(value.openapi))
        yield { message: `"${value.openapi}" is no full version such as 3.1.1`, at: ["openapi"] };
    },
  },
  "spec.document.too-deep": {
    level: "warn",
    title: "Objects are nested so deeply that the innermost were not looked at.",
    fix: "Put inner parts into components and refer to them.",
    // The walk itself says this.
    objectKinds: [],
    *find() {},
  },
  "spec.document.empty": {
    level: "error",
    title: "The description has no paths, no components and no webhooks.",
    fix: "Add one of the three.",
    objectKinds: ["openapi"],
    *find({ value }, { is30 }) {
      if (!is30 && [value.paths, value.components, value.webhooks].every((it) => it === undefined))
        yield { message: 'there must be "paths", "components" or "webhooks"' };
    },
  },
  "spec.license.both": {
    level: "error",
    title: "A license has both an identifier and a URL.",
    fix: "Keep one of the two.",
    objectKinds: ["license"],
    fields: ["identifier"],
    *find({ value }) {
      if (value.url !== undefined) yield { message: '"identifier" and "url" exclude each other', at: ["identifier"] };
    },
  },
  "spec.tag.duplicate": {
    level: "error",
    title: "Two tags have the same name.",
    fix: "Take one of them away.",
    objectKinds: ["openapi"],
    fields: ["tags"],
    *find({ value }) {
      const names = asArray(value.tags).map((tag) => asObject(tag)?.name);
      for (const [index, name] of names.entries())
        if (typeof name === "string" && names.indexOf(name) < index)
          yield { message: `the tag "${name}" is declared twice`, at: ["tags", index] };
    },
  },
  "spec.server.variable-undeclared": {
    level: "warn",
    title: "The URL of a server has a variable that is not declared.",
    fix: "Declare the variable with its default.",
    objectKinds: ["server"],
    *find({ value }) {
      const variables = asObject(value.variables) ?? {};
      for (const name of listVariables(value.url))
        if (!Object.hasOwn(variables, name)) yield { message: `there is no variable "${name}"`, at: ["url"] };
    },
  },
  "spec.server.variable-unused": {
    level: "info",
    title: "A server declares a variable that its URL does not have.",
    fix: "Put the variable into the URL, or take it away.",
    objectKinds: ["server"],
    fields: ["variables"],
    *find({ value }) {
      const used = listVariables(value.url);
      for (const name in asObject(value.variables))
        if (!used.includes(name)) yield { message: `the URL has no {${name}}`, at: ["variables", name] };
    },
  },
  "spec.server.enum-empty": {
    level: "error",
    title: "A server variable has an enumeration of nothing.",
    fix: "List the values, or take the enumeration away.",
    objectKinds: ["serverVariable"],
    fields: ["enum"],
    *find({ value }, { is30 }) {
      if (Array.isArray(value.enum) && value.enum.length === 0)
        yield { message: "the enumeration must not be empty", at: ["enum"], level: is30 ? "warn" : "error" };
    },
  },
  "spec.server.default-not-in-enum": {
    level: "error",
    title: "The default of a server variable is not in its enumeration.",
    fix: "Add the default to the enumeration.",
    objectKinds: ["serverVariable"],
    fields: ["default"],
    *find({ value }, { is30 }) {
      const listed = asArray(value.enum);
      if (typeof value.default === "string" && listed.length > 0 && !listed.includes(value.default))
        yield {
          message: `the default "${value.default}" is none of ${listed.map(String).join(", ")}`,
          at: ["default"],
          level: is30 ? "warn" : "error",
        };
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
            yield { message: `"${name}" may have letters, digits, ".", "-" and "_" only`, at: [section, name] };
      }
    },
  },
  "spec.component.unused": {
    level: "info",
    title: "Nothing refers to a component.",
    fix: "Refer to it, or take it away.",
    objectKinds: ["openapi"],
    *find({ value }, lint) {
      // A file of components only is there for others to refer to.
      if (value.paths === undefined && value.webhooks === undefined) return;
      const used = findUsedComponents(lint);
      for (const object of lint.objectsOfKind("components")) {
        for (const section in object.value) {
          if (section.startsWith("x-")) continue;
          for (const name in asObject(object.value[section]))
            if (!used.has(`${section}/${name}`))
              yield { message: `nothing refers to ${section}/${name}`, at: ["components", section, name] };
        }
      }
    },
  },
} satisfies LintRules;

function listVariables(url: Json | undefined): string[] {
  return typeof url === "string" ? [...url.matchAll(/\{([^{}]+)\}/g)].map(([, name]) => name ?? "") : [];
}

function findUsedComponents({ references, objectsOfKind }: LintContext): ReadonlySet<string> {
  const used = new Set<string>();
  const use = (target: string): void => {
    const [, root, section, name] = target.split("/");
    if (root === "components") used.add(`${section}/${(name ?? "").replaceAll("~1", "/").replaceAll("~0", "~")}`);
  };
  const bases = new Set<string>();
  for (const object of objectsOfKind("discriminator")) {
    for (const target of Object.values(asObject(object.value.mapping) ?? {}))
      if (typeof target === "string") use(target.startsWith("#") ? target.slice(1) : `/components/schemas/${target}`);
    const owner = object.parent;
    if (owner !== undefined) bases.add(`/components/schemas/${getKey(owner)}`);
  }
  for (const { target, object } of references) {
    use(target);
    // What extends a schema with a discriminator is named by values, not by references.
    if (bases.has(target) && object.steps[0] === "allOf" && object.parent?.parent?.kind === "components")
      use(`/components/schemas/${getKey(object.parent)}`);
  }
  for (const { value } of objectsOfKind("securityRequirement"))
    for (const name in value) used.add(`securitySchemes/${name}`);
  return used;
}

/** For messages about names: what might have been meant. */
export function formatSuggestion(name: string, names: Iterable<string>): string {
  const found = findClosestName(name, names);
  return found === undefined ? "" : `; did you mean "${found}"?`;
}

/** The components of one kind by name, references followed; looked up once a description. */
export function getComponents(lint: LintContext, section: string): ReadonlyMap<string, SpecObject["value"]> {
  const sections = componentCache.get(lint) ?? new Map<string, ReadonlyMap<string, SpecObject["value"]>>();
  componentCache.set(lint, sections);
  const known = sections.get(section);
  if (known !== undefined) return known;
  const found = asObject(asObject(lint.document.root.components)?.[section]) ?? {};
  const components = new Map(
    Object.entries(found).flatMap(([name, value]) => {
      const component = lint.resolveReference(value);
      return isObject(component) ? [[name, component] as const] : [];
    }),
  );
  sections.set(section, components);
  return components;
}

const componentCache = new WeakMap<LintContext, Map<string, ReadonlyMap<string, SpecObject["value"]>>>();
