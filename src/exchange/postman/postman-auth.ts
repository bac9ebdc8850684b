import type { Gap } from "../exchange.js";
import { percentEncoded } from "../percent-encoded.js";
import { isRecord } from "../unreadable-entry.js";

/**
 * Adds the header that Postman makes of its authorization settings, or gives the query parameter that it makes of them.
 *
 * What only Postman can compute, such as a signature or a token that it fetches, leaves a gap.
 */
export function addAuthorization(
  auth: unknown,
  add: (name: string, value: string, place: string) => void,
  gaps: Gap[],
  place: string,
): string | undefined {
  if (!isRecord(auth) || typeof auth.type !== "string" || auth.type === "noauth") return undefined;
  const settings = settingsOf(auth[auth.type]);
  const given = (name: string): string => settings.get(name) ?? "";
  if (auth.type === "bearer" && given("token") !== "") add("Authorization", `Bearer ${given("token")}`, place);
  else if (auth.type === "basic" && !given("username").concat(given("password")).includes("{{")) {
    const pair = Buffer.from(`${given("username")}:${given("password")}`).toString("base64");
    add("Authorization", `Basic ${pair}`, place);
  } else if (auth.type === "apikey" && given("key") !== "" && !given("key").includes("{{") && given("value") !== "") {
    if (given("in") !== "query") add(given("key"), given("value"), place);
    else if (!`${given("key")}${given("value")}`.includes("{{")) {
      return `${percentEncoded(given("key"))}=${percentEncoded(given("value"))}`;
    } else gaps.push(unsaved(auth.type, "request.url"));
  } else gaps.push(unsaved(auth.type, "request.headers"));
  return undefined;
}

/** Format 2.1 has a list of settings, 2.0 an object. */
function settingsOf(settings: unknown): ReadonlyMap<string, string> {
  if (!Array.isArray(settings)) return textsOf(isRecord(settings) ? Object.entries(settings) : []);
  return textsOf(settings.map((item: unknown) => (isRecord(item) ? [item.key, item.value] : [])));
}

function textsOf(pairs: readonly (readonly unknown[])[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const [name, value] of pairs) {
    if (typeof name === "string" && typeof value === "string") texts.set(name, value);
  }
  return texts;
}

function unsaved(type: string, part: Gap["part"]): Gap {
  return {
    part,
    certainty: "certain",
    reason: `authorization of type ${type.slice(0, 20)} is not saved as it was sent`,
  };
}
