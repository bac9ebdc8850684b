import type { RecordingGap } from "../../exchange.js";
import { percentEncode } from "../../percent-encode.js";
import { isPlainObject } from "../../reader/entry-error.js";

/**
 * Adds the header that Postman makes of its authorization settings, or gives the query parameter that it makes of them.
 *
 * What only Postman can compute, such as a signature or a token that it fetches, leaves a gap.
 */
export function addAuthorization(
  auth: unknown,
  add: (name: string, value: string, place: string) => void,
  gaps: RecordingGap[],
  place: string,
): string | undefined {
  if (!isPlainObject(auth) || typeof auth.type !== "string" || auth.type === "noauth") return undefined;
  const settings = collectSettings(auth[auth.type]);
  const given = (name: string): string => settings.get(name) ?? "";
  if (auth.type === "bearer" && given("token") !== "") add("Authorization", `Bearer ${given("token")}`, place);
  else if (auth.type === "basic" && !given("username").concat(given("password")).includes("{{")) {
    const pair = Buffer.from(`${given("username")}:${given("password")}`).toString("base64");
    add("Authorization", `Basic ${pair}`, place);
  } else if (auth.type === "apikey" && given("key") !== "" && !given("key").includes("{{") && given("value") !== "") {
    if (given("in") !== "query") add(given("key"), given("value"), place);
    else if (!`${given("key")}${given("value")}`.includes("{{")) {
      return `${percentEncode(given("key"))}=${percentEncode(given("value"))}`;
    } else gaps.push(createUnsavedGap(auth.type, "request.url"));
  } else gaps.push(createUnsavedGap(auth.type, "request.headers"));
  return undefined;
}

/** Format 2.1 has a list of settings, 2.0 an object. */
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
    reason: `authorization of type ${type.slice(0, 20)} is not saved as it was sent`,
  };
}
