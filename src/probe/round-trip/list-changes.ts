import { isObject, type Json, joinPointer, type Pointer } from "../../document/index.js";
import { isEqual, isNumber } from "../../document/values/exact-number.js";

/** A place of a written value that is shown differently. */
export type PlacedChange = ValueChange & { readonly at: Pointer };

/** Properties that a service sets itself, or masks on purpose. */
const SERVICE_PROPERTIES =
  /^(updatedAt|modifiedAt|updated_at|lastModified|version|etag|links|_links|secret|password|token)$/i;

/**
 * Lists the places of a written value that the shown one lacks or changes. Additional properties are allowed.
 *
 * @param isHidden Whether the service may mask a place.
 */
export function* listChanges(
  written: Json,
  shown: Json | undefined,
  at: Pointer,
  isHidden: (at: Pointer) => boolean = () => false,
): Iterable<PlacedChange> {
  const isSameList = Array.isArray(written) && Array.isArray(shown) && shown.length === written.length;
  if (isSameList && !written.every((it) => typeof it === "string")) {
    for (const [index, item] of written.entries())
      yield* listChanges(item, shown[index], joinPointer(at, index), isHidden);
    return;
  }
  if (!isObject(written) || !isObject(shown)) {
    const change = describeChange(written, shown);
    if (change !== undefined) yield { ...change, at };
    return;
  }
  const names = new Map(Object.keys(shown).map((name) => [name.toLowerCase(), name]));
  for (const [name, value] of Object.entries(written)) {
    const other = Object.hasOwn(shown, name) ? undefined : names.get(name.toLowerCase());
    if (other !== undefined && !Object.hasOwn(written, other)) {
      yield { kind: "lost", what: "the name of a property changes its case", isDerived: true, at };
      continue;
    }
    const place = joinPointer(at, name);
    if (!SERVICE_PROPERTIES.test(name) && !isHidden(place)) yield* listChanges(value, shown[name], place, isHidden);
  }
}

/**
 * How a service shows a written value. A `form` has the same content. `added` means that a list of texts has more of them, which
 * may be the service's own.
 */
export type ValueChange = {
  readonly kind: "lost" | "form" | "added";
  readonly what: string;
  /** Whether the shown value is clearly made from the written one, so that the service does not set it itself. */
  readonly isDerived: boolean;
};

/** Describes how the shown value differs from the written one; undefined if they are the same, or the same time. */
export function describeChange(written: Json, shown: Json | undefined): ValueChange | undefined {
  if (isEqual(written, shown)) return undefined;
  if (shown === undefined) return describeAbsence(written);
  if (shown === null) return lost(`${formatWritten(written)} becomes null`);
  if (Array.isArray(written)) return describeList(written, shown);
  if (typeof written === "string" && typeof shown === "string") return describeText(written, shown);
  if (isNumber(written) && isNumber(shown)) return describeNumber(Number(written), Number(shown));
  return lost("another value is shown");
}

function lost(what: string, isDerived = false): ValueChange {
  return { kind: "lost", what, isDerived };
}

function inForm(what: string, isDerived = true): ValueChange {
  return { kind: "form", what, isDerived };
}

/** Nothing is shown. Many services leave out what has no content: empty text, an empty list, `false` and 0. */
function describeAbsence(written: Json): ValueChange | undefined {
  if (written === null) return undefined;
  const what = `${formatWritten(written)} is left out`;
  return hasContent(written) && written !== false && written !== 0 ? lost(what) : inForm(what, false);
}

/** Whether a value is more than null, empty text or an empty list. */
export function hasContent(value: Json | undefined): boolean {
  return value !== undefined && value !== null && value !== "" && !(Array.isArray(value) && value.length === 0);
}

function formatWritten(written: Json): string {
  if (typeof written === "string") return written === "" ? "empty text" : "the text";
  if (Array.isArray(written)) return written.length === 0 ? "an empty list" : "the list";
  return typeof written === "object" ? "the object" : String(written);
}

function describeList(written: readonly Json[], shown: Json): ValueChange | undefined {
  if (!Array.isArray(shown)) return lost("another value is shown");
  const isTexts = [...written, ...shown].every((it) => typeof it === "string");
  // A service may keep texts as a set, such as members of a group: in another order, and once each.
  const more = Math.max(shown.length - written.length, new Set(shown).size - new Set(written).size);
  if (isTexts && written.length > 0 && written.every((it) => shown.includes(it)))
    return more > 0 ? { kind: "added", what: `${more} more items are shown`, isDerived: true } : undefined;
  if (shown.length === written.length) return isTexts ? lost("other items are shown") : undefined;
  return shown.length < written.length
    ? lost(`${written.length - shown.length} of ${written.length} items are lost`, shown.length > 0)
    : lost(`${shown.length - written.length} more items are shown`);
}

type TextChange = { readonly what: string; readonly isShown: (written: string, shown: string) => boolean };

const FORMS: readonly TextChange[] = [
  { what: "leading and trailing spaces are lost", isShown: (written, shown) => written.trim() === shown.trim() },
  {
    what: "letters of an e-mail address change their case",
    isShown: (written, shown) => /^[^@\s]+@[^@\s]+$/.test(written) && written.toLowerCase() === shown.toLowerCase(),
  },
  { what: "Unicode is normalized", isShown: (written, shown) => written.normalize() === shown.normalize() },
];

/** Each sees texts without spaces at the ends and in the composed form. */
const LOSSES: readonly TextChange[] = [
  { what: "letters change their case", isShown: (written, shown) => written.toLowerCase() === shown.toLowerCase() },
  { what: "backslashes are lost", isShown: (written, shown) => written.replaceAll("\\", "") === shown },
  { what: "characters become HTML entities", isShown: (written, shown) => decodeEntities(shown) === written },
  {
    what: "characters outside of the Basic Multilingual Plane are lost",
    isShown: (written, shown) => dropCharacters(written, ASTRAL) === dropCharacters(shown, REPLACED_ASTRAL),
  },
  {
    what: "characters outside of ASCII are lost",
    isShown: (written, shown) => dropCharacters(written, BEYOND_ASCII) === dropCharacters(shown, REPLACED_TEXT),
  },
];

function unifyLines(text: string): string {
  return text.trim().replaceAll(/\r\n?/g, "\n");
}

const ASTRAL = /[\u{10000}-\u{10ffff}]/gu;
const BEYOND_ASCII = /[^\0-\u007f]+/gu;
/** What stands for a character that a service cannot store. */
const REPLACED_ASTRAL = /[\u{10000}-\u{10ffff}\ufffd?]+/gu;
const REPLACED_TEXT = /([^\0-\u007f]|\?)+/gu;

function describeText(written: string, shown: string): ValueChange | undefined {
  if (isSameTime(written, shown)) return undefined;
  if (written.includes("\r") && unifyLines(written) === unifyLines(shown)) return inForm("line ends change");
  const form = FORMS.find(({ isShown }) => isShown(written, shown));
  if (form !== undefined) return inForm(form.what);
  const [one, other] = [written.normalize().trim(), shown.normalize().trim()];
  if (one === other) return inForm("leading and trailing spaces are lost, Unicode is normalized");
  if (other.length > 0 && one.startsWith(other))
    return lost(`the text is cut to ${[...shown].length} characters`, true);
  const loss = LOSSES.find(({ isShown }) => isShown(one, other));
  return lost(loss?.what ?? "another text is shown", loss !== undefined);
}

function isSameTime(one: string, other: string): boolean {
  return [one, other].every((text) => /^\d{4}-\d\d-\d\dT/.test(text)) && Date.parse(one) === Date.parse(other);
}

function dropCharacters(text: string, characters: RegExp): string {
  return text.replaceAll(characters, "").replaceAll(/ +/g, " ");
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  "#39": "'",
  "#x27": "'",
  "#34": '"',
};

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#?\w+);/g, (whole, name: string) => ENTITIES[name.toLowerCase()] ?? whole);
}

function describeNumber(written: number, shown: number): ValueChange {
  if (written === 0) return lost(`0 becomes ${shown}`);
  if (shown === -written) return lost("the sign of a number is lost", true);
  if (Math.abs(written) >= 2 ** 31 && [written | 0, written >>> 0, 2 ** 31 - 1, 2 ** 32 - 1].includes(shown))
    return lost("a number is cut to 32 bits", true);
  if (written < 0 && shown >= 0) return lost(`a negative number becomes ${shown}`);
  if (!Number.isInteger(written) && Math.abs(written - shown) < 1)
    return lost("digits after the decimal point are lost", true);
  const isClose = Math.abs(written) > 2 ** 24 && Math.abs(shown / written - 1) < 1e-3;
  return lost(isClose ? "digits of a large number are lost" : "another number is shown", isClose);
}
