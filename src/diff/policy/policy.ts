import {
  asObject,
  type Document,
  isObject,
  type Json,
  listOperations,
  matchesCodePattern,
  type Operation,
  type Pointer,
  parentPointer,
  valueAt,
} from "../../document/index.js";
import { isEqual, key, type ValueOf } from "../../schema/index.js";
import type { DiffCode } from "../codes.js";
import type { Pair } from "../comparison.js";
import type { DiffFinding } from "../finding.js";

const RULE = key.object(
  "",
  {
    code: key.text(
      "The code of a change, which `contract explain CODE` explains, or a prefix with a star: `response.*`.",
    ),
    operation: key.text("Only for this operationId."),
    path: key.text("Only for this path, or a prefix with a star: /internal/*", { pattern: "^/" }),
    extension: key.text(
      "Only where the operation, its path, or an object that holds the changed one has this extension.",
      { pattern: "^x-" },
    ),
    value: key.any<Json>("The value of the extension, or a list of values. Default: any but false.", {}),
    level: key.names("", ["error", "warn", "info", "off"]),
  },
  ["code", "level"],
);

/** Overrides the level of the changes that match all given fields. */
type DiffLevelRule = ValueOf<typeof RULE>;

/** The keys of the policy in the `diff` section of contract.config.yaml. */
export const POLICY_KEYS = {
  levels: key.list("Overrides of the levels of changes. The last matching rule applies.", RULE),
  reader: key.names(
    "tolerant: clients ignore properties, enum values and statuses that they do not know. Default: strict.",
    ["strict", "tolerant"],
  ),
  deprecation: key.object("What a deprecation has to announce.", {
    minDays: key.number("The least number of days to the day in x-sunset.", { type: "integer", minimum: 1 }),
  }),
  checkVersion: key.flag("Fail if info.version grows less than the changes require."),
};

const POLICY = key.object("", POLICY_KEYS);

export type DiffPolicy = ValueOf<typeof POLICY>;

/**
 * Sets the levels of changes as a policy says. The last matching rule applies. A change that affects several operations
 * gets the level of a rule only if the rule matches all of them.
 *
 * @param today The date of the run, such as `2026-01-31`.
 */
export function applyPolicy(
  findings: readonly DiffFinding[],
  documents: Pair<Document>,
  { policy, today }: { readonly policy: DiffPolicy; readonly today: string },
): DiffFinding[] {
  const rules = [...(policy.reader === "tolerant" ? TOLERANT_READER : []), ...(policy.levels ?? [])].reverse();
  const operations = indexOperations(documents);
  const { minDays } = policy.deprecation ?? {};
  const dated = findings.map((it) =>
    applyNotice(applySunset(it, documents.old, today), documents.new, { minDays, today }),
  );
  return dated.flatMap((finding) => {
    const rule = rules.find((it) => matchesRule(it, finding, { documents, operations }));
    if (rule === undefined) return [finding];
    return rule.level === "off" ? [] : [{ ...finding, level: rule.level }];
  });
}

type RuleContext = {
  readonly documents: Pair<Document>;
  readonly operations: ReadonlyMap<string, Partial<Pair<Operation>>>;
};

function matchesRule(rule: DiffLevelRule, finding: DiffFinding, { documents, operations }: RuleContext): boolean {
  const { operation, path, extension } = rule;
  if (!matchesCodePattern(rule.code, finding.code)) return false;
  const isOperation = (id: string): boolean => {
    const sides = operations.get(id) ?? {};
    if (operation !== undefined && operation !== id) return false;
    return (
      path === undefined || [sides.old, sides.new].some((it) => it !== undefined && matchesCodePattern(path, it.path))
    );
  };
  const ids = [...new Set(finding.affects.map((it) => it.operation))];
  if (!ids.every(isOperation)) return false;
  if (extension === undefined) return true;
  const wanted = { name: extension, value: rule.value };
  // The old spec decides where it can: a new extension does not hide what the same change breaks.
  const [side, place] = finding.old === undefined ? (["new", finding.new] as const) : (["old", finding.old] as const);
  if (place !== undefined && hasExtension(documents[side], place.pointer, wanted)) return true;
  return ids.every((id) => {
    const { old, new: next } = operations.get(id) ?? {};
    if (old !== undefined) return hasExtension(documents.old, old.pointer, wanted);
    return next !== undefined && hasExtension(documents.new, next.pointer, wanted);
  });
}

/** Operations by the ids that findings use: that of the new spec, if the operation is there. */
function indexOperations(documents: Pair<Document>): RuleContext["operations"] {
  const getKey = ({ kind, method, path }: Operation): string => `${kind} ${method} ${path}`;
  const old = listOperations(documents.old);
  const next = listOperations(documents.new);
  const byKey = new Map(old.map((it) => [getKey(it), it]));
  const index = new Map<string, Partial<Pair<Operation>>>(old.map((it) => [it.id, { old: it }]));
  for (const it of next) {
    const before = byKey.get(getKey(it)) ?? index.get(it.id)?.old;
    index.set(it.id, { ...(before === undefined ? {} : { old: before }), new: it });
  }
  return index;
}

/** Whether the object at a location, or one that holds it, has an extension with one of the values. */
function hasExtension(
  { root }: Document,
  pointer: Pointer,
  { name, value }: { readonly name: string; readonly value: unknown },
): boolean {
  for (let at = pointer; ; at = parentPointer(at)) {
    const object = valueAt(root, at);
    const found = isObject(object) ? object[name] : undefined;
    if (found !== undefined)
      return value === undefined ? found !== false : [value].flat().some((it) => isEqual(it, found));
    if (at === "") return false;
  }
}

/** The levels for clients and receivers that ignore properties, values and statuses that they do not know, and need no optional property. */
const TOLERANT_READER: readonly DiffLevelRule[] = [
  ...["response", "webhook"].flatMap((side): DiffLevelRule[] => [
    { code: `${side}.property.refused`, level: "info" },
    { code: `${side}.property.removed`, level: "info" },
    { code: `${side}.values.not-in-enum`, level: "info" },
    { code: `${side}.values.widened`, level: "warn" },
  ]),
  { code: "response.error-status.added", level: "info" },
  { code: "response.status.added", level: "warn" },
  { code: "response.media-type.added", level: "info" },
  { code: "response.body.added", level: "info" },
  { code: "webhook.body.added", level: "info" },
];

/** The date from which something deprecated may be removed. */
const SUNSET = "x-sunset";
const DAY_MS = 24 * 60 * 60 * 1000;

/** Lowers the removal of something deprecated to a compatible change, once its sunset has passed. Optional properties need none. */
export function applySunset(finding: DiffFinding, old: Document, today: string): DiffFinding {
  if (finding.old === undefined || !finding.code.endsWith(".removed")) return finding;
  const [text] = finding.message.split(";");
  const sunset = readSunset(old, finding.old.pointer);
  if (sunset === undefined)
    return isOptionalDeprecated(finding, old)
      ? { ...finding, level: "info", message: `${text}; it was deprecated` }
      : finding;
  if (sunset > today) return { ...finding, message: `${finding.message}; its sunset is on ${sunset}` };
  return { ...finding, level: "info", message: `${text}; its sunset was on ${sunset}` };
}

/** A property that the service was free to omit, and that the old spec announced to go. */
function isOptionalDeprecated({ code, old }: DiffFinding, { root }: Document): boolean {
  if (old === undefined || !OPTIONAL_REMOVALS.has(code)) return false;
  return isDeprecated({ root }, old.pointer);
}

export function isDeprecated({ root }: Pick<Document, "root">, pointer: Pointer): boolean {
  return asObject(valueAt(root, pointer))?.deprecated === true;
}

const OPTIONAL_REMOVALS: ReadonlySet<DiffCode> = new Set(["response.property.removed", "webhook.property.removed"]);

/** Raises a deprecation to an error if its sunset is missing or too near. */
export function applyNotice(
  finding: DiffFinding,
  next: Document,
  { minDays, today }: { readonly minDays: number | undefined; readonly today: string },
): DiffFinding {
  if (minDays === undefined || finding.new === undefined || !DEPRECATIONS.has(finding.code)) return finding;
  const sunset = readSunset(next, finding.new.pointer);
  if (sunset === undefined)
    return { ...finding, level: "error", message: `${finding.message}; add ${SUNSET}, at least ${minDays} days ahead` };
  const days = Math.floor((Date.parse(sunset) - Date.parse(today)) / DAY_MS);
  if (days >= minDays) return finding;
  const message = `${finding.message}; its sunset is in ${days} days, and the policy requires ${minDays}`;
  return { ...finding, level: "error", message };
}

const DEPRECATIONS: ReadonlySet<DiffCode> = new Set([
  "operation.deprecated",
  "operation.sunset.earlier",
  "request.parameter.deprecated",
]);

/** The day of a date or a time in `x-sunset`, if the object is deprecated. */
export function readSunset({ root }: Document, pointer: Pointer): string | undefined {
  const { deprecated, [SUNSET]: day } = asObject(valueAt(root, pointer)) ?? {};
  return deprecated === true && typeof day === "string" ? /^\d{4}-\d{2}-\d{2}/.exec(day)?.[0] : undefined;
}
