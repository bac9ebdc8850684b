import { createHash } from "node:crypto";

export const UUID_PATTERN = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** A UUID inside of a text. */
export const UUID_PART = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/i;

/** Creates a generator of UUIDs that depend only on the seed and a name. */
export function createUuidGenerator(seed: number): (name: string) => string {
  return (name) => {
    const bytes = createHash("sha256").update(`${seed}\n${name}`).digest();
    bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
    bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
    const hex = bytes.toString("hex");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
  };
}

/** An id that nothing has, in the form of a known one. */
export function makeUnknownId(
  { createId }: { readonly createId: (name: string) => string },
  name: string,
  known: unknown,
): unknown {
  if (/^\d+$/.test(String(known))) return typeof known === "number" ? UNKNOWN_NUMBER : String(UNKNOWN_NUMBER);
  const id = createId(name);
  return UUID_PART.test(String(known)) ? String(known).replace(UUID_PART, id) : id;
}

const UNKNOWN_NUMBER = 987_654_321;
