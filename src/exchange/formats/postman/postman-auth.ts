import type { RecordingGap } from "../../exchange.js";
import { percentEncode } from "../../percent-encode.js";
import { isPlainObject } from "../../reader/entry-error.js";

/**
 * Adds the header that Postman generates from its authorization settings, or returns the generated query parameter.
 *
 * Values that only Postman can compute, such as signatures or fetched tokens, are added to `gaps`.
 */
export function addAuthorization(
  auth: unknown,
  add: (name: string, value: string, pointer: string) => void,
  gaps: RecordingGap[],
  pointer: string,
): string | undefined {
  if (!isPlainObject(auth) || typeof auth.type !== "string" || auth.type === "noauth") return undefined;
  const settings = collectSettings(auth[auth.type]);
  const setting = (name: string): string => settings.get(name) ?? "";
  if (auth.type === "bearer" && setting("token") !== "") add("Authorization", `Bearer ${setting("token")}`, pointer);
  else if (auth.type === "basic" && !setting("username").concat(setting("password")).includes("{{")) {
    const pair = Buffer.from(`${setting("username")}:${setting("password")}`).toString("base64");
    add("Authorization", `Basic ${pair}`, pointer);
  } else if (
    auth.type === "apikey" &&
    setting("key") !== "" &&
    !setting("key").includes("{{") &&
    setting("value") !== ""
  ) {
    if (setting("in") !== "query") add(setting("key"), setting("value"), pointer);
    else if (!`${setting("key")}${setting("value")}`.includes("{{")) {
      return `${percentEncode(setting("key"))}=${percentEncode(setting("value"))}`;
    } else gaps.push(createUnsavedGap(auth.type, "request.url"));
  } else gaps.push(createUnsavedGap(auth.type, "request.headers"));
  return undefined;
}

/** Settings are a list in format 2.1 and an object in format 2.0. */
function collectSettings(settings: unknown): ReadonlyMap<string, string> {
  if (!Array.isArray(settings)) return collectTexts(isPlainObject(settings) ? Object.entries(settings) : []);
  return collectTexts(settings.map((item: unknown) => (isPlainObject(item) ? [item.key, item.value] : [])));
}

function collectTexts(pairs: readonly (readonly unknown[])[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (typeof name === "string" && typeof value === "string") texts.set(name, value);
  }
  return texts;
}

function createUnsavedGap(type: string, part: RecordingGap["part"]): RecordingGap {
  return {
    part,
    certainty: "certain",
    reason: `authorization of type ${type.slice(0, 20)} is not saved as sent`,
  };
}
