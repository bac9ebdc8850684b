import { createHmac } from "node:crypto";

/** Bytes that follow from the seed and a purpose: the same on every machine, in every replica, after every restart. */
export function deriveBytes(seed: string, ...purpose: readonly string[]): Uint8Array {
  return createHmac("sha256", seed).update(JSON.stringify(purpose)).digest();
}

/** A UUID of version 4 in form (RFC 9562, section 5.4) that follows from the seed and a purpose. */
export function deriveUuid(seed: string, ...purpose: readonly string[]): string {
  const bytes = Buffer.from(deriveBytes(seed, ...purpose).subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x40, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
