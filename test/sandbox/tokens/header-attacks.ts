import { generateKeyPairSync } from "node:crypto";
import { type Attack, claims, header } from "./attack.js";
import { ecPair, hmac, rsaPair, signer, token, unsigned } from "./forge.js";
import { ec, others, pss, rsa, signedBy } from "./token-endpoint.js";

const otherKey = ecPair();
const strangersJwk = otherKey.publicKey.export({ format: "jwk" });
const spki = (type: "spki" | "pkcs1"): string => rsa.publicKey.export({ format: "pem", type }).toString();
const P521 = generateKeyPairSync("ec", { namedCurve: "P-521" });

/** The signer and the algorithm. */
export const HEADER_ATTACKS: readonly Attack[] = [
  ...["none", "nOnE", "NONE", ""].map((alg) => ({
    line: alg === "none" ? "J1" : "J2",
    title: `alg "${alg}"`,
    make: header({ alg }, unsigned),
  })),
  { line: "J1", title: "alg none with a right signature", make: header({ alg: "none" }) },
  { line: "J1", title: "no alg", make: header({}) },
  {
    line: "J3",
    title: "HS256 keyed with the public key as PEM",
    make: header({ alg: "HS256", kid: "rsa" }, hmac(spki("spki"))),
  },
  {
    line: "J4",
    title: "HS256 keyed with PEM of PKCS #1",
    make: header({ alg: "HS256", kid: "rsa" }, hmac(spki("pkcs1"))),
  },
  {
    line: "J4",
    title: "HS256 keyed with DER",
    make: header({ alg: "HS256" }, hmac(rsa.publicKey.export({ format: "der", type: "spki" }))),
  },
  {
    line: "J4",
    title: "HS256 keyed with a JWK",
    make: header({ alg: "HS256" }, hmac(JSON.stringify(ec.publicKey.export({ format: "jwk" })))),
  },
  {
    line: "J4",
    title: "HS256 keyed with PEM behind a space",
    make: header({ alg: "HS256" }, hmac(` ${spki("spki")}`)),
  },
  ...(["RS256", "ES384", "ES512", "EdDSA", "RS512", "es256"] as const).map((alg) => ({
    line: "J4",
    title: `${alg} for a key that is for ES256`,
    make: header({ alg, kid: "ec" }),
  })),
  {
    line: "J4",
    title: "RS256 by a key that is for PS256",
    make: (desk) => signedBy(desk, "RS256", pss, { kid: "pss" }),
  },
  {
    line: "J4",
    title: "a signature of another algorithm than the header names",
    make: header({ alg: "PS256", kid: "rsa" }, signer("RS256", rsa)),
  },
  { line: "J4", title: "a curve that is not registered", make: header({ alg: "ES256" }, signer("ES256", P521)) },
  {
    line: "J5",
    title: "its own key in the header",
    make: header({ alg: "ES256", jwk: strangersJwk }, signer("ES256", otherKey)),
  },
  {
    line: "J6",
    title: "an address of keys",
    make: header({ alg: "ES256", jku: "https://evil.example/keys" }, signer("ES256", otherKey)),
  },
  {
    line: "J7",
    title: "an address of a certificate",
    make: header({ alg: "ES256", x5u: "https://evil.example/x5u" }, signer("ES256", otherKey)),
  },
  { line: "J7", title: "a certificate", make: header({ alg: "ES256", x5c: ["MIIB"] }, signer("ES256", otherKey)) },
  ...["../../dev/null", "' OR 1=1--", "k".repeat(129), "", "e c", "EC", "unknown", "ec\0", "ｅｃ"].map((kid) => ({
    line: kid.startsWith("'") ? "J9" : "J8",
    title: `kid ${JSON.stringify(kid.slice(0, 20))}`,
    make: header({ alg: "ES256", kid }),
  })),
  ...[1, null, ["ec"], { ec: 1 }].map((kid) => ({
    line: "J8",
    title: `kid ${JSON.stringify(kid)}`,
    make: header({ alg: "ES256", kid }),
  })),
  {
    line: "J8",
    title: "/dev/null as a key of nothing",
    make: header({ alg: "HS256", kid: "../../dev/null" }, hmac("")),
  },
  {
    line: "J11",
    title: "the key of another application",
    make: header({ alg: "ES256", kid: "others" }, signer("ES256", others)),
  },
  {
    line: "J11",
    title: "the key of another application without its id",
    make: header({ alg: "ES256" }, signer("ES256", others)),
  },
  { line: "J12", title: "an unknown crit", make: header({ alg: "ES256", crit: ["x"], x: 1 }) },
  { line: "J12", title: "an empty crit", make: header({ alg: "ES256", crit: [] }) },
  { line: "J13", title: "b64 false", make: header({ alg: "ES256", b64: false, crit: ["b64"] }) },
  { line: "J13", title: "b64 false without crit", make: header({ alg: "ES256", b64: false }) },
  { line: "J14", title: "two algs, the right one last", make: header('{"alg":"none","alg":"ES256"}') },
  { line: "J14", title: "two algs, the right one first", make: header('{"alg":"ES256","alg":"none"}') },
  { line: "J14", title: "two algs, one of them escaped", make: header('{"alg":"ES256","\\u0061lg":"ES256"}') },
  { line: "J14", title: "a header with a prototype", make: header('{"alg":"ES256","__proto__":{"kid":"ec"}}') },
  {
    line: "J14",
    title: "a claim that comes twice",
    make: claims((_, right) => JSON.stringify(right).replace("{", '{"aud":"https://evil.example",')),
  },
  ...["at+jwt", "jwt", "JOSE", "application/at+jwt", "", 1, null].map((typ) => ({
    line: "J28",
    title: `typ ${JSON.stringify(typ)}`,
    make: header({ alg: "ES256", typ }),
  })),
  { line: "J20", title: "an RSA key of 1024 bits", make: header({ alg: "RS256" }, signer("RS256", rsaPair(1024))) },
  {
    line: "J29",
    title: "a token of another user",
    make: () => token({ header: { alg: "EdDSA" }, claims: {} }, () => new Uint8Array(64)),
  },
];
