import { type Attack, claims, header } from "./attack.js";
import { derSigner, encoded, unsigned } from "./forge.js";
import { ec, type TokenEndpoint } from "./token-endpoint.js";

const edited = (change: (parts: [string, string, string]) => readonly string[]) => (desk: TokenEndpoint) =>
  change(desk.forged().split(".") as [string, string, string]).join(".");
const flipped = (text: string, at: number): string => {
  const bytes = Buffer.from(text, "base64url");
  bytes.writeUInt8(bytes.readUInt8(at) ^ 1, at);
  return bytes.toString("base64url");
};

/** Malformed tokens, and tokens changed after signing. */
export const FORM_ATTACKS: readonly Attack[] = [
  { line: "J15", title: "nothing between the dots", make: () => ".." },
  { line: "J15", title: "no header", make: edited(([, body, signature]) => ["", body, signature]) },
  { line: "J15", title: "no claims", make: edited(([head, , signature]) => [head, "", signature]) },
  { line: "J15", title: "empty objects", make: () => "e30.e30.e30" },
  { line: "J15", title: "claims that are an array", make: claims(() => "[]") },
  { line: "J15", title: "claims that are null", make: claims(() => "null") },
  { line: "J15", title: "claims that are no JSON", make: claims(() => "{") },
  {
    line: "J15",
    title: "claims that are no UTF-8",
    make: (desk) => desk.forged().replace(/\.[^.]+\./, ".eyJhIjoi_yJ9."),
  },
  { line: "J16", title: "one part", make: edited(([head]) => [head]) },
  { line: "J16", title: "two parts", make: edited(([head, body]) => [head, body]) },
  { line: "J16", title: "four parts", make: edited((parts) => [...parts, parts[2]]) },
  {
    line: "J16",
    title: "five parts, as an encrypted token has",
    make: edited((parts) => [...parts, parts[2], parts[2]]),
  },
  { line: "J17", title: "the signature taken away", make: edited(([head, body]) => [head, body, ""]) },
  {
    line: "J17",
    title: "a padded signature",
    make: edited(([head, body, signature]) => [head, body, `${signature}==`]),
  },
  {
    line: "J17",
    title: "a space behind the signature",
    make: edited(([head, body, signature]) => [head, body, `${signature} `]),
  },
  { line: "J17", title: "the alphabet of plain base64", make: (desk) => plainBase64(desk) },
  {
    line: "J17",
    title: "a bit of the signature flipped",
    make: edited(([head, body, signature]) => [head, body, flipped(signature, 5)]),
  },
  {
    line: "J17",
    title: "spare bits of the signature set",
    make: edited(([head, body, signature]) => [head, body, spareBits(signature)]),
  },
  {
    line: "J17",
    title: "a bit of the claims flipped",
    make: edited(([head, body, signature]) => [head, flipped(body, 20), signature]),
  },
  {
    line: "J17",
    title: "a signature cut short",
    make: edited(([head, body, signature]) => [head, body, signature.slice(0, 40)]),
  },
  {
    line: "J17",
    title: "the signature of another assertion",
    make: (desk) => [...desk.forged().split(".").slice(0, 2), desk.forged().split(".")[2]].join("."),
  },
  { line: "J18", title: "r and s of zero", make: header({ alg: "ES256" }, () => new Uint8Array(64)) },
  { line: "J19", title: "an ES256 signature as DER", make: header({ alg: "ES256" }, derSigner(ec)) },
  {
    line: "J32",
    title: "an assertion within an assertion",
    make: (desk) => desk.forged({ header: { alg: "ES256", cty: "JWT" }, claims: desk.forged() }),
  },
  { line: "J32", title: "a compressed one", make: header({ alg: "ES256", zip: "DEF" }) },
  { line: "J32", title: "an encrypted one", make: header({ alg: "dir", enc: "A256GCM" }, unsigned) },
  { line: "J32", title: "an encrypted one with a signature", make: header({ alg: "ES256", enc: "A256GCM" }) },
  { line: "J15", title: "a text", make: () => encoded("a text") },
];

function plainBase64(desk: TokenEndpoint): string {
  for (;;) {
    const made = desk.forged();
    if (/[-_]/.test(made.split(".")[2] ?? "")) return made.replaceAll("-", "+").replaceAll("_", "/");
  }
}

/** 64 bytes are 85 characters and two bits: decoders ignore four bits of the last character. */
function spareBits(signature: string): string {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  return `${signature.slice(0, -1)}${alphabet.charAt(alphabet.indexOf(signature.slice(-1)) | 1)}`;
}
