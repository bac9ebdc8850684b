import { asObject, type Document, isObject, type Pointer, valueAt } from "../../document/index.js";
import type { DiffCode } from "../codes.js";
import type { DiffFinding } from "../finding.js";

/** The date from which something deprecated may be removed. */
const SUNSET = "x-sunset";
const DAY_MS = 24 * 60 * 60 * 1000;

/** Lowers the removal of something deprecated to a compatible change, once its sunset has passed. Optional properties need none. */
export function applySunset(finding: DiffFinding, old: Document, today: string): DiffFinding {
  if (finding.old === undefined || !finding.code.endsWith(".removed")) return finding;
  const sunset = readSunset(old, finding.old.pointer);
  const [text] = finding.message.split(";");
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
  return asObject(valueAt(root, old.pointer))?.deprecated === true;
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
  const object = valueAt(root, pointer);
  if (!isObject(object) || object.deprecated !== true || typeof object[SUNSET] !== "string") return undefined;
  return /^\d{4}-\d{2}-\d{2}/.exec(object[SUNSET])?.[0];
}
