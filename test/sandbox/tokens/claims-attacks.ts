import { type Attack, claims } from "./attack.js";
import { AUDIENCE, OTHER_APP, type TokenEndpoint } from "./token-endpoint.js";

/** Sets a claim; undefined removes it. */
const claim = (name: string, value: unknown) => claims((_, right) => ({ ...right, [name]: value }));
const time = (name: string, at: (now: number) => unknown) => claims((now, right) => ({ ...right, [name]: at(now) }));
/** A claim as JSON text, for values that JavaScript cannot represent. */
const rawExp = (text: string) =>
  claims((_, right) => JSON.stringify({ ...right, exp: 0 }).replace('"exp":0', `"exp":${text}`));
/** Claims about the client, the audience and times. */
export const CLAIMS_ATTACKS: readonly Attack[] = [
  { line: "J21", title: "no exp", make: claim("exp", undefined) },
  { line: "J21", title: "exp as a text", make: time("exp", (now) => String(now + 60)) },
  { line: "J21", title: "a fraction of a second", make: time("exp", (now) => now + 60.5) },
  ...["1e400", "-1", "null", "true", "[1773489900]", "9007199254740993"].map((text) => ({
    line: "J21",
    title: `exp ${text}`,
    make: rawExp(text),
  })),
  { line: "J21", title: "exp now", make: time("exp", (now) => now) },
  { line: "J21", title: "exp past", make: time("exp", (now) => now - 1) },
  { line: "J22", title: "a life of ten minutes and a second", make: time("exp", (now) => now + 601) },
  { line: "J22", title: "a life of ten years", make: time("exp", (now) => now + 315_360_000) },
  {
    line: "J22",
    title: "a life of ten years without iat",
    make: claims((now, right) => ({ ...right, iat: undefined, exp: now + 315_360_000 })),
  },
  { line: "J22", title: "a life that began long ago", make: time("iat", (now) => now - 3600) },
  {
    line: "J23",
    title: "iat 61 seconds ahead",
    make: claims((now, right) => ({ ...right, iat: now + 61, exp: now + 100 })),
  },
  { line: "J23", title: "iat behind exp", make: claims((now, right) => ({ ...right, iat: now + 50, exp: now + 40 })) },
  { line: "J23", title: "iat as a text", make: time("iat", String) },
  { line: "J24", title: "nbf 61 seconds ahead", make: time("nbf", (now) => now + 61) },
  { line: "J24", title: "nbf null", make: claim("nbf", null) },
  ...[
    undefined,
    null,
    "",
    "https://other.example",
    `${AUDIENCE}.evil`,
    `${AUDIENCE}/`,
    `${AUDIENCE}/token`,
    AUDIENCE.toUpperCase(),
    [],
    [AUDIENCE, "https://other.example"],
    [AUDIENCE, AUDIENCE],
    [[AUDIENCE]],
    { 0: AUDIENCE },
  ].map((aud) => ({ line: "J25", title: `aud ${JSON.stringify(aud)}`, make: claim("aud", aud) })),
  { line: "J26", title: "iss that is another application", make: claim("iss", OTHER_APP) },
  { line: "J26", title: "sub that is another application", make: claim("sub", OTHER_APP) },
  { line: "J26", title: "no sub", make: claim("sub", undefined) },
  { line: "J26", title: "no iss", make: claim("iss", undefined) },
  {
    line: "J26",
    title: "iss in an array",
    make: claims((_, right) => ({ ...right, iss: ["iss" in right && right.iss] })),
  },
  { line: "J26", title: "an unknown application", make: named("urn:aid:00000000-0000-4000-8000-00000000dead") },
  { line: "J26", title: "an application in upper case", make: named("urn:aid:6D8F0B2A-AFC2-48E9-9BED-5F7B9D1C3AD1") },
  { line: "J26", title: "SQL for an application", make: named("' OR 1=1--") },
  {
    line: "J26",
    title: "a space behind the application",
    make: named("urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1 "),
  },
  ...[undefined, null, 7, "", "j".repeat(129), ["a"], "a\nb", "\ud800"].map((jti) => ({
    line: "J27",
    title: `jti ${JSON.stringify(jti)?.slice(0, 20)}`,
    make: claim("jti", jti),
  })),
  { line: "J27", title: "jti with NUL", make: claim("jti", "a\0b") },
];

function named(applicationId: string): (desk: TokenEndpoint) => string {
  return claims((_, right) => ({ ...right, iss: applicationId, sub: applicationId }));
}
