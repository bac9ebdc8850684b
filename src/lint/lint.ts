import { type Document, joinPointer, type Location, type Pointer, resolve } from "../document/index.js";
import { printable } from "../schema/index.js";
import { createMisfit } from "./misfit.js";
import type { ObjectKind } from "./objects.js";
import type { Lint, Place, ProblemLevel, Reference, Rule, Trouble } from "./rule.js";
import { RULES, type SpecCode } from "./rules.js";
import { keyOf, pointerOf, referenceTarget, walk } from "./walk.js";

/** Something wrong with the description itself, whatever traffic there is. */
export type Problem = {
  readonly code: SpecCode;
  readonly level: ProblemLevel;
  /** What is wrong, and what would have been accepted. */
  readonly message: string;
  readonly pointer: Pointer;
} & Location;

export type LintOptions = {
  /** Whether every example and default is held against its schema, which takes as long as compiling them all. */
  readonly values?: boolean;
};

/** More problems of one kind than anybody reads; what comes after is left out. */
const MAX_PER_CODE = 1000;

/**
 * Everything that is wrong with a description by the rules of OpenAPI and JSON Schema, in the order of severity and place.
 *
 * Never throws, and takes time in proportion to the description.
 */
export function lint(document: Document, { values = false }: LintOptions = {}): Problem[] {
  const places = new Map<ObjectKind, Place[]>();
  const kinds = new Map<unknown, ObjectKind>();
  const references: Reference[] = [];
  const found = createCollector(document);
  const context: Lint = {
    document,
    is30: document.version === "3.0",
    references,
    placesOf: (kind) => places.get(kind) ?? [],
    kindOf: (value) => kinds.get(value),
    follow: (value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
      const object = value as Place["value"];
      const target = referenceTarget(object.$ref);
      if (target === undefined) return object;
      return resolve(document, target)?.value;
    },
    ...(values ? createMisfit(document) : {}),
  };
  walk(document, {
    object: (place, isForeign) => {
      if (place.kind !== "reference") kinds.set(place.value, place.kind);
      // There are very many schemas, and their rules need nothing but the schema: they are judged on the way.
      const known = places.get(place.kind);
      if (place.kind === "schema") {
        if (!isForeign) judge(place, context, found.add);
      } else if (known === undefined) places.set(place.kind, [place]);
      else known.push(place);
    },
    reference: (reference) => references.push(reference),
    tooDeep: (place) => {
      found.add("spec.document.too-deep", "warn", place, { message: `below ${keyOf(place)} nothing was looked at` });
    },
  });
  for (const ofKind of places.values()) for (const place of ofKind) judge(place, context, found.add);
  return found.problems();
}

/** Takes a problem; false when there are so many of its kind that no more are wanted. */
type Add = (code: SpecCode, level: ProblemLevel, place: Place, trouble: Trouble) => boolean;

function judge(place: Place, context: Lint, add: Add): void {
  const rules = RULES_BY_KIND.get(place.kind);
  if (rules === undefined) return;
  for (const [code, rule] of rules.always) report(code, rule, place, { context, field: "", add });
  if (rules.byField.size === 0) return;
  for (const field in place.value) {
    for (const [code, rule] of rules.byField.get(field) ?? []) report(code, rule, place, { context, field, add });
  }
}

type Asked = { readonly context: Lint; readonly field: string; readonly add: Add };

function report(code: SpecCode, rule: Rule, place: Place, { context, field, add }: Asked): void {
  for (const trouble of rule.find(place, context, field))
    if (!add(code, trouble.level ?? rule.level, place, trouble)) return;
}

type KindRules = { readonly always: [SpecCode, Rule][]; readonly byField: Map<string, [SpecCode, Rule][]> };

const RULES_BY_KIND: ReadonlyMap<ObjectKind, KindRules> = rulesByKind();

function rulesByKind(): Map<ObjectKind, KindRules> {
  const byKind = new Map<ObjectKind, KindRules>();
  for (const [code, rule] of Object.entries(RULES) as [SpecCode, Rule][]) {
    for (const kind of rule.on) {
      const rules: KindRules = byKind.get(kind) ?? { always: [], byField: new Map<string, [SpecCode, Rule][]>() };
      byKind.set(kind, rules);
      if (rule.fields === undefined) rules.always.push([code, rule]);
      for (const field of rule.fields ?? [])
        rules.byField.set(field, [...(rules.byField.get(field) ?? []), [code, rule]]);
    }
  }
  return byKind;
}

const SEVERITY: readonly ProblemLevel[] = ["error", "warn", "info"];

function createCollector(document: Document): { readonly add: Add; readonly problems: () => Problem[] } {
  const counts = new Map<SpecCode, number>();
  const found: Problem[] = [];
  return {
    add: (code, level, place, { message, at = [] }) => {
      const count = (counts.get(code) ?? 0) + 1;
      if (count > MAX_PER_CODE) return false;
      counts.set(code, count);
      const pointer = at.length === 0 ? pointerOf(place) : joinPointer(pointerOf(place), ...at);
      found.push({ code, level, message: printable(message), pointer, ...document.locate(pointer) });
      return count < MAX_PER_CODE;
    },
    problems: () => found.sort(bySeverityAndPlace),
  };
}

function bySeverityAndPlace(a: Problem, b: Problem): number {
  return (
    SEVERITY.indexOf(a.level) - SEVERITY.indexOf(b.level) ||
    compare(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compare(a.code, b.code) ||
    compare(a.message, b.message)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
