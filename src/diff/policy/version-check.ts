import { asObject, type Document } from "../../document/index.js";
import type { Pair } from "../comparison.js";
import type { VersionBump } from "../diff.js";

/** Whether `info.version` grew as much as the changes require. */
export type VersionCheck = {
  readonly old: string;
  readonly new: string;
  readonly isEnough: boolean;
  /** The least version that is enough; undefined if the old version is not a semantic version. */
  readonly least?: string;
};

/** Compares the versions of two specs with the step that their changes require (Semantic Versioning 2.0.0). */
export function checkVersion(documents: Pair<Document>, bump: VersionBump): VersionCheck {
  const versions = { old: readVersion(documents.old), new: readVersion(documents.new) };
  const [old, next] = [parseVersion(versions.old), parseVersion(versions.new)];
  if (old === undefined || next === undefined) return { ...versions, isEnough: bump === "none" };
  const least = raise(old, bump);
  return { ...versions, isEnough: compareNumbers(next, least) >= 0, least: least.join(".") };
}

/** Returns the least version after a version step; undefined if the old version is not a semantic version. */
export function getLeastVersion(old: string, bump: VersionBump): string | undefined {
  const numbers = parseVersion(old);
  return numbers === undefined ? undefined : raise(numbers, bump).join(".");
}

/** Before 1.0.0, a minor step may break. */
function raise([major, minor, patch]: VersionNumbers, bump: VersionBump): VersionNumbers {
  if (bump === "none") return [major, minor, patch];
  if (bump === "patch") return [major, minor, patch + 1];
  if (bump === "minor" && major > 0) return [major, minor + 1, 0];
  if (bump === "minor") return [major, minor, patch + 1];
  return major > 0 ? [major + 1, 0, 0] : [0, minor + 1, 0];
}

type VersionNumbers = readonly [major: number, minor: number, patch: number];

function readVersion({ root }: Document): string {
  return String(asObject(root.info)?.version ?? "");
}

/** Reads `1`, `1.2` and `v1.2.3-beta` too, as many specs have them. */
function parseVersion(text: string): VersionNumbers | undefined {
  const [, major, minor = "0", patch = "0"] = /^v?(\d+)(?:\.(\d+)(?:\.(\d+)(?:[-+].*)?)?)?$/.exec(text) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

function compareNumbers(one: VersionNumbers, other: VersionNumbers): number {
  const index = one.findIndex((it, at) => it !== other[at]);
  return index === -1 ? 0 : (one[index] ?? 0) - (other[index] ?? 0);
}
