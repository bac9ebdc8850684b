/** Assertions that are refused: each is one step away from one that is accepted. */
import { generateKeyPairSync } from "node:crypto";
import { AUDIENCE, type Desk, ec, OTHER_APP, others, pss, rsa, signedBy } from "./desk.js";
import { derSigner, ecPair, encoded, hmac, rsaPair, signer, token, unsigned } from "./forge.js";

export type Attack = {
  /** Of the catalogue that the names are from: J for tokens. */
  readonly line: string;
  readonly says: string;
  readonly make: (desk: Desk) => string;
};

const stranger = ecPair();
const strangersJwk = stranger.publicKey.export({ format: "jwk" });
const spki = (type: "spki" | "pkcs1"): string => rsa.publicKey.export({ format: "pem", type }).toString();
const ES256 = signer("ES256", ec);
const P521 = generateKeyPairSync("ec", { namedCurve: "P-521" });

/** Right claims under a header of any kind; signed rightly unless said otherwise. */
const header =
  (value: object | string, by = ES256) =>
  (desk: Desk) =>
    desk.forged({ header: value }, by);
const claims = (change: (now: number, right: object) => object | string) => (desk: Desk) =>
  desk.forged({ claims: change(Math.floor(desk.clock.now / 1000), desk.claims()) });
/** A member of the claims; undefined leaves it away. */
const claim = (name: string, value: unknown) => claims((_, right) => ({ ...right, [name]: value }));
const time = (name: string, at: (now: number) => unknown) => claims((now, right) => ({ ...right, [name]: at(now) }));
/** A claim as a text, for what no value of JavaScript says. */
const rawExp = (text: string) =>
  claims((_, right) => JSON.stringify({ ...right, exp: 0 }).replace('"exp":0', `"exp":${text}`));
const edited = (change: (parts: [string, string, string]) => readonly string[]) => (desk: Desk) =>
  change(desk.forged().split(".") as [string, string, string]).join(".");
const flipped = (text: string, at: number): string => {
  const bytes = Buffer.from(text, "base64url");
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes.toString("base64url");
};

const FORM: readonly Attack[] = [
  { line: "J15", says: "nothing between the dots", make: () => ".." },
  { line: "J15", says: "no header", make: edited(([, body, signature]) => ["", body, signature]) },
  { line: "J15", says: "no claims", make: edited(([head, , signature]) => [head, "", signature]) },
  { line: "J15", says: "empty objects", make: () => "e30.e30.e30" },
  { line: "J15", says: "claims that are an array", make: claims(() => "[]") },
  { line: "J15", says: "claims that are null", make: claims(() => "null") },
  { line: "J15", says: "claims that are no JSON", make: claims(() => "{") },
  {
    line: "J15",
    says: "claims that are no UTF-8",
    make: (desk) => desk.forged().replace(/\.[^.]+\./, ".eyJhIjoi_yJ9."),
  },
  { line: "J16", says: "one part", make: edited(([head]) => [head]) },
  { line: "J16", says: "two parts", make: edited(([head, body]) => [head, body]) },
  { line: "J16", says: "four parts", make: edited((parts) => [...parts, parts[2]]) },
  {
    line: "J16",
    says: "five parts, as an encrypted token has",
    make: edited((parts) => [...parts, parts[2], parts[2]]),
  },
  { line: "J17", says: "the signature taken away", make: edited(([head, body]) => [head, body, ""]) },
  {
    line: "J17",
    says: "a padded signature",
    make: edited(([head, body, signature]) => [head, body, `${signature}==`]),
  },
  {
    line: "J17",
    says: "a space behind the signature",
    make: edited(([head, body, signature]) => [head, body, `${signature} `]),
  },
  { line: "J17", says: "the alphabet of plain base64", make: (desk) => plainBase64(desk) },
  {
    line: "J17",
    says: "a bit of the signature flipped",
    make: edited(([head, body, signature]) => [head, body, flipped(signature, 5)]),
  },
  {
    line: "J17",
    says: "spare bits of the signature set",
    make: edited(([head, body, signature]) => [head, body, spareBits(signature)]),
  },
  {
    line: "J17",
    says: "a bit of the claims flipped",
    make: edited(([head, body, signature]) => [head, flipped(body, 20), signature]),
  },
  {
    line: "J17",
    says: "a signature cut short",
    make: edited(([head, body, signature]) => [head, body, signature.slice(0, 40)]),
  },
  {
    line: "J17",
    says: "the signature of another assertion",
    make: (desk) => [...desk.forged().split(".").slice(0, 2), desk.forged().split(".")[2]].join("."),
  },
  { line: "J18", says: "r and s of zero", make: header({ alg: "ES256" }, () => new Uint8Array(64)) },
  { line: "J19", says: "an ES256 signature as DER", make: header({ alg: "ES256" }, derSigner(ec)) },
  {
    line: "J32",
    says: "an assertion within an assertion",
    make: (desk) => desk.forged({ header: { alg: "ES256", cty: "JWT" }, claims: desk.forged() }),
  },
  { line: "J32", says: "a compressed one", make: header({ alg: "ES256", zip: "DEF" }) },
  { line: "J32", says: "an encrypted one", make: header({ alg: "dir", enc: "A256GCM" }, unsigned) },
  { line: "J32", says: "an encrypted one with a signature", make: header({ alg: "ES256", enc: "A256GCM" }) },
];

function plainBase64(desk: Desk): string {
  for (;;) {
    const made = desk.forged();
    if (/[-_]/.test(made.split(".")[2] ?? "")) return made.replaceAll("-", "+").replaceAll("_", "/");
  }
}

/** 64 bytes are 85 characters and two bits: the last character has four bits that decoders drop. */
function spareBits(signature: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return `${signature.slice(0, -1)}${alphabet.charAt(alphabet.indexOf(signature.slice(-1)) | 1)}`;
}

const HEADERS: readonly Attack[] = [
  ...["none", "nOnE", "NONE", ""].map((alg) => ({
    line: alg === "none" ? "J1" : "J2",
    says: `alg "${alg}"`,
    make: header({ alg }, unsigned),
  })),
  { line: "J1", says: "alg none with a right signature", make: header({ alg: "none" }) },
  { line: "J1", says: "no alg", make: header({}) },
  {
    line: "J3",
    says: "HS256 keyed with the public key as PEM",
    make: header({ alg: "HS256", kid: "rsa" }, hmac(spki("spki"))),
  },
  {
    line: "J4",
    says: "HS256 keyed with PEM of PKCS #1",
    make: header({ alg: "HS256", kid: "rsa" }, hmac(spki("pkcs1"))),
  },
  {
    line: "J4",
    says: "HS256 keyed with DER",
    make: header({ alg: "HS256" }, hmac(rsa.publicKey.export({ format: "der", type: "spki" }))),
  },
  {
    line: "J4",
    says: "HS256 keyed with a JWK",
    make: header({ alg: "HS256" }, hmac(JSON.stringify(ec.publicKey.export({ format: "jwk" })))),
  },
  { line: "J4", says: "HS256 keyed with PEM behind a space", make: header({ alg: "HS256" }, hmac(` ${spki("spki")}`)) },
  ...(["RS256", "ES384", "ES512", "EdDSA", "RS512", "es256"] as const).map((alg) => ({
    line: "J4",
    says: `${alg} for a key that is for ES256`,
    make: header({ alg, kid: "ec" }),
  })),
  {
    line: "J4",
    says: "RS256 by a key that is for PS256",
    make: (desk) => signedBy(desk, "RS256", pss, { kid: "pss" }),
  },
  {
    line: "J4",
    says: "a signature of another algorithm than the header names",
    make: header({ alg: "PS256", kid: "rsa" }, signer("RS256", rsa)),
  },
  { line: "J4", says: "a curve that is not registered", make: header({ alg: "ES256" }, signer("ES256", P521)) },
  {
    line: "J5",
    says: "its own key in the header",
    make: header({ alg: "ES256", jwk: strangersJwk }, signer("ES256", stranger)),
  },
  {
    line: "J6",
    says: "an address of keys",
    make: header({ alg: "ES256", jku: "https://evil.example/keys" }, signer("ES256", stranger)),
  },
  {
    line: "J7",
    says: "an address of a certificate",
    make: header({ alg: "ES256", x5u: "https://evil.example/x5u" }, signer("ES256", stranger)),
  },
  { line: "J7", says: "a certificate", make: header({ alg: "ES256", x5c: ["MIIB"] }, signer("ES256", stranger)) },
  ...["../../dev/null", "' OR 1=1--", "k".repeat(129), "", "e c", "EC", "unknown", "ec\0", "ｅｃ"].map((kid) => ({
    line: kid.startsWith("'") ? "J9" : "J8",
    says: `kid ${JSON.stringify(kid.slice(0, 20))}`,
    make: header({ alg: "ES256", kid }),
  })),
  ...[1, null, ["ec"], { ec: 1 }].map((kid) => ({
    line: "J8",
    says: `kid ${JSON.stringify(kid)}`,
    make: header({ alg: "ES256", kid }),
  })),
  {
    line: "J8",
    says: "/dev/null as a key of nothing",
    make: header({ alg: "HS256", kid: "../../dev/null" }, hmac("")),
  },
  {
    line: "J11",
    says: "the key of another application",
    make: header({ alg: "ES256", kid: "others" }, signer("ES256", others)),
  },
  {
    line: "J11",
    says: "the key of another application without its id",
    make: header({ alg: "ES256" }, signer("ES256", others)),
  },
  { line: "J12", says: "an unknown crit", make: header({ alg: "ES256", crit: ["x"], x: 1 }) },
  { line: "J12", says: "an empty crit", make: header({ alg: "ES256", crit: [] }) },
  { line: "J13", says: "b64 false", make: header({ alg: "ES256", b64: false, crit: ["b64"] }) },
  { line: "J13", says: "b64 false without crit", make: header({ alg: "ES256", b64: false }) },
  { line: "J14", says: "two algs, the right one last", make: header('{"alg":"none","alg":"ES256"}') },
  { line: "J14", says: "two algs, the right one first", make: header('{"alg":"ES256","alg":"none"}') },
  { line: "J14", says: "two algs, one of them escaped", make: header('{"alg":"ES256","\\u0061lg":"ES256"}') },
  { line: "J14", says: "a header with a prototype", make: header('{"alg":"ES256","__proto__":{"kid":"ec"}}') },
  {
    line: "J14",
    says: "a claim that comes twice",
    make: claims((_, right) => JSON.stringify(right).replace("{", '{"aud":"https://evil.example",')),
  },
  ...["at+jwt", "jwt", "JOSE", "application/at+jwt", "", 1, null].map((typ) => ({
    line: "J28",
    says: `typ ${JSON.stringify(typ)}`,
    make: header({ alg: "ES256", typ }),
  })),
];

const CLAIMS: readonly Attack[] = [
  { line: "J21", says: "no exp", make: claim("exp", undefined) },
  { line: "J21", says: "exp as a text", make: time("exp", (now) => String(now + 60)) },
  { line: "J21", says: "a fraction of a second", make: time("exp", (now) => now + 60.5) },
  ...["1e400", "-1", "null", "true", "[1773489900]", "9007199254740993"].map((text) => ({
    line: "J21",
    says: `exp ${text}`,
    make: rawExp(text),
  })),
  { line: "J21", says: "exp now", make: time("exp", (now) => now) },
  { line: "J21", says: "exp past", make: time("exp", (now) => now - 1) },
  { line: "J22", says: "a life of ten minutes and a second", make: time("exp", (now) => now + 601) },
  { line: "J22", says: "a life of ten years", make: time("exp", (now) => now + 315_360_000) },
  {
    line: "J22",
    says: "a life of ten years without iat",
    make: claims((now, right) => ({ ...right, iat: undefined, exp: now + 315_360_000 })),
  },
  { line: "J22", says: "a life that began long ago", make: time("iat", (now) => now - 3600) },
  {
    line: "J23",
    says: "iat 61 seconds ahead",
    make: claims((now, right) => ({ ...right, iat: now + 61, exp: now + 100 })),
  },
  { line: "J23", says: "iat behind exp", make: claims((now, right) => ({ ...right, iat: now + 50, exp: now + 40 })) },
  { line: "J23", says: "iat as a text", make: time("iat", String) },
  { line: "J24", says: "nbf 61 seconds ahead", make: time("nbf", (now) => now + 61) },
  { line: "J24", says: "nbf null", make: claim("nbf", null) },
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
  ].map((aud) => ({ line: "J25", says: `aud ${JSON.stringify(aud)}`, make: claim("aud", aud) })),
  { line: "J26", says: "iss that is another application", make: claim("iss", OTHER_APP) },
  { line: "J26", says: "sub that is another application", make: claim("sub", OTHER_APP) },
  { line: "J26", says: "no sub", make: claim("sub", undefined) },
  { line: "J26", says: "no iss", make: claim("iss", undefined) },
  {
    line: "J26",
    says: "iss in an array",
    make: claims((_, right) => ({ ...right, iss: ["iss" in right && right.iss] })),
  },
  { line: "J26", says: "an unknown application", make: named("urn:aid:00000000-0000-4000-8000-00000000dead") },
  { line: "J26", says: "an application in upper case", make: named("urn:aid:6D8F0B2A-AFC2-48E9-9BED-5F7B9D1C3AD1") },
  { line: "J26", says: "SQL for an application", make: named("' OR 1=1--") },
  { line: "J26", says: "a space behind the application", make: named("urn:aid:6d8f0b2a-afc2-48e9-9bed-5f7b9d1c3ad1 ") },
  ...[undefined, null, 7, "", "j".repeat(129), ["a"], "a\nb", "\ud800"].map((jti) => ({
    line: "J27",
    says: `jti ${JSON.stringify(jti)?.slice(0, 20)}`,
    make: claim("jti", jti),
  })),
  { line: "J27", says: "jti with NUL", make: claim("jti", "a\0b") },
];

function named(applicationId: string): (desk: Desk) => string {
  return claims((_, right) => ({ ...right, iss: applicationId, sub: applicationId }));
}

/** Signed by a key that is too short to be registered: nobody has it. */
const WEAK: readonly Attack[] = [
  { line: "J20", says: "an RSA key of 1024 bits", make: header({ alg: "RS256" }, signer("RS256", rsaPair(1024))) },
  {
    line: "J29",
    says: "a token of somebody else",
    make: () => token({ header: { alg: "EdDSA" }, claims: {} }, () => new Uint8Array(64)),
  },
  { line: "J15", says: "a text", make: () => encoded("a text") },
];

export const ATTACKS: readonly Attack[] = [...FORM, ...HEADERS, ...CLAIMS, ...WEAK];
