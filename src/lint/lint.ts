import {
  compareStrings,
  type Diagnostic,
  type DiagnosticLevel,
  type Document,
  type DocumentFault,
  findIgnoreReason,
  getLocalReferenceTarget,
  getOrCreate,
  joinPointer,
  lastToken,
  type Pointer,
  resolvePointer,
} from "../document/index.js";
import type { SpecObjectKind } from "../document/structure.js";
import { toPrintable } from "../schema/index.js";
import type { LintContext, LintRule, LintRules, RuleMatch, SpecObject, SpecReference } from "./rule.js";
import { COMPOSITION_RULES } from "./rules/composition-rules.js";
import { DOCUMENT_RULES } from "./rules/document-rules.js";
import { checkIgnoreEntries, IGNORE_RULES } from "./rules/ignore-rules.js";
import { KEYWORD_RULES } from "./rules/keyword-rules.js";
import { MESSAGE_RULES } from "./rules/message-rules.js";
import { PARAMETER_RULES } from "./rules/parameter-rules.js";
import { PATH_RULES } from "./rules/path-rules.js";
import { RESOURCE_RULES } from "./rules/resource-rules.js";
import { SCHEMA_RULES } from "./rules/schema-rules.js";
import { SECURITY_RULES } from "./rules/security-rules.js";
import { STRUCTURE_RULES } from "./rules/structure-rules.js";
import { VALUE_RULES } from "./rules/value-rules.js";
import { createValueValidator } from "./value-validator.js";
import { getKey, getPointer, walkDocument } from "./walk-document.js";

/** All rules by code, in the order of the documentation. Codes are public and stable; messages may change. */
export const LINT_RULES = {
  ...STRUCTURE_RULES,
  ...DOCUMENT_RULES,
  ...SECURITY_RULES,
  ...PATH_RULES,
  ...PARAMETER_RULES,
  ...MESSAGE_RULES,
  ...RESOURCE_RULES,
  ...KEYWORD_RULES,
  ...SCHEMA_RULES,
  ...COMPOSITION_RULES,
  ...VALUE_RULES,
  ...IGNORE_RULES,
} satisfies LintRules;

export type LintCode = keyof typeof LINT_RULES;

/** A diagnostic of a rule: it has a code, a level and a pointer. */
export type SpecFinding = Diagnostic & Required<Pick<Diagnostic, "code" | "level" | "pointer">>;

export type LintOptions = {
  /** Whether to validate every example and default, which takes as long as compiling all schemas. */
  readonly values?: boolean;
  /** Whether a finding of a level is reported; by default, all are. */
  readonly isReported?: (code: LintCode, level: DiagnosticLevel) => boolean;
  /** The errors that make the spec unusable, which are reported too. */
  readonly errors?: readonly DocumentFault[];
  /** The codes that `x-contract-ignore` can name besides those of the rules. Without them, any other code is known. */
  readonly otherCodes?: readonly string[];
};

/** The maximum number of findings per code; further ones are omitted. */
const MAX_PER_CODE = 1000;

/**
 * Checks a spec against the rules of OpenAPI and JSON Schema. The findings are sorted by severity, then by location.
 *
 * Never throws, and takes time linear in the size of the spec.
 */
export function lintDocument(document: Document, options: LintOptions = {}): SpecFinding[] {
  const { values = false, errors = [], isReported = () => true } = options;
  const objects = new Map<SpecObjectKind, SpecObject[]>();
  const kinds = new Map<unknown, SpecObjectKind>();
  const references: SpecReference[] = [];
  const targets = new Map<Pointer, { readonly value: SpecObject["value"] | undefined }>();
  const found = createCollector(document, isReported);
  const context: LintContext = {
    document,
    version: document.version,
    is30: document.version === "3.0",
    references,
    objectsOfKind: (kind) => objects.get(kind) ?? [],
    kindOf: (value) => kinds.get(value),
    resolveReference: (value) => {
      if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
      const referring = value as SpecObject["value"];
      const target = getLocalReferenceTarget(referring.$ref);
      if (target === undefined) return referring;
      const known = getOrCreate(targets, target, () => ({ value: resolvePointer(document, target)?.value }));
      return known.value;
    },
    // The schemas of an unusable spec cannot be compiled safely.
    ...(values && errors.length === 0 ? createValueValidator(document) : {}),
  };
  const check = (object: SpecObject): void =>
    selectRules(object, (code, rule, field) => {
      if (!isReported(code, rule.level)) return;
      const place = field === "" ? [] : [field];
      for (const match of rule.find(object, context, field))
        if (!found.add(code, match.level ?? rule.level, object, { at: place, ...match })) return;
    });
  walkDocument(document, {
    object: (object, isForeign) => {
      if (object.kind !== "reference") kinds.set(object.value, object.kind);
      // Schemas are checked during the walk: there are many of them, and their rules need no other objects.
      if (object.kind !== "schema") getOrCreate(objects, object.kind, (): SpecObject[] => []).push(object);
      else if (!isForeign) check(object);
    },
    reference: (reference) => references.push(reference),
    tooDeep: (object) => {
      found.add("spec.document.too-deep", "warn", object, {
        message: `nested too deeply: nothing below ${getKey(object)} was checked`,
      });
    },
  });
  for (const ofKind of objects.values()) for (const object of ofKind) check(object);
  for (const error of errors) found.addFault(error);
  const isComplete = values && errors.length === 0;
  for (const [code, pointer, message] of checkIgnoreEntries(document, found.listDiagnostics(), {
    ...{ lintCodes: Object.keys(LINT_RULES), otherCodes: options.otherCodes, isComplete },
  }))
    found.addAt(code, LINT_RULES[code].level, pointer, { message });
  return found.listDiagnostics().map((it) => addIgnoreReason(document, it));
}

/** Adds a finding. Returns false if no more findings of its code are accepted. */
type AddDiagnostic = (code: LintCode, level: DiagnosticLevel, object: SpecObject, match: RuleMatch) => boolean;

/** Calls back with each rule of an object, and with each rule of a field that the object has. */
function selectRules(
  { kind, value }: SpecObject,
  apply: (code: LintCode, rule: LintRule, field: string) => void,
): void {
  const { always = [], byField } = RULES_BY_KIND.get(kind) ?? {};
  for (const [code, rule] of always) apply(code, rule, "");
  if (byField === undefined || byField.size === 0) return;
  for (const field in value) for (const [code, rule] of byField.get(field) ?? []) apply(code, rule, field);
}

type KindRules = { readonly always: [LintCode, LintRule][]; readonly byField: Map<string, [LintCode, LintRule][]> };

const RULES_BY_KIND: ReadonlyMap<SpecObjectKind, KindRules> = groupRulesByKind();

function groupRulesByKind(): Map<SpecObjectKind, KindRules> {
  const byKind = new Map<SpecObjectKind, KindRules>();
  for (const [code, rule] of Object.entries(LINT_RULES) as [LintCode, LintRule][]) {
    for (const kind of rule.objectKinds) {
      const rules = getOrCreate(byKind, kind, (): KindRules => ({ always: [], byField: new Map() }));
      if (rule.fields === undefined) rules.always.push([code, rule]);
      for (const field of rule.fields ?? []) getOrCreate(rules.byField, field, () => []).push([code, rule]);
    }
  }
  return byKind;
}

function addIgnoreReason(document: Document, finding: SpecFinding): SpecFinding {
  const reason = findIgnoreReason(document, finding.code, finding.pointer);
  return reason === undefined ? finding : { ...finding, accepted: { reason } };
}

const SEVERITY_ORDER: readonly DiagnosticLevel[] = ["error", "warn", "info"];

function createCollector(document: Document, isReported: (code: LintCode, level: DiagnosticLevel) => boolean) {
  const counts = new Map<LintCode, number>();
  const found: SpecFinding[] = [];
  const addAt = (code: LintCode, level: DiagnosticLevel, pointer: Pointer, { message, source }: RuleMatch): void => {
    found.push({ code, level, message: toPrintable(message), pointer, ...(source ?? document.locate(pointer)) });
  };
  const add: AddDiagnostic = (code, level, object, { at = [], ...match }) => {
    if (!isReported(code, level)) return true;
    const count = (counts.get(code) ?? 0) + 1;
    if (count > MAX_PER_CODE) return false;
    counts.set(code, count);
    const pointer = at.length === 0 ? getPointer(object) : joinPointer(getPointer(object), ...at);
    addAt(code, level, pointer, match);
    return true;
  };
  return {
    add,
    addAt,
    addFault: ({ message, pointer, ...location }: DocumentFault) => {
      // Rules see some of these errors too, and say more about them.
      if (found.some((it) => it.level === "error" && it.pointer === pointer)) return;
      const code = lastToken(pointer) === "$ref" ? "spec.reference.unresolved" : "spec.object.wrong-type";
      found.push({ code, level: "error", message: toPrintable(message), pointer, ...location });
    },
    listDiagnostics: () => found.sort(compareDiagnostics),
  };
}

function compareDiagnostics(a: Diagnostic, b: Diagnostic): number {
  return (
    SEVERITY_ORDER.indexOf(a.level ?? "error") - SEVERITY_ORDER.indexOf(b.level ?? "error") ||
    compareStrings(a.file, b.file) ||
    (a.line ?? 0) - (b.line ?? 0) ||
    (a.column ?? 0) - (b.column ?? 0) ||
    compareStrings(a.code ?? "", b.code ?? "") ||
    compareStrings(a.message, b.message)
  );
}
