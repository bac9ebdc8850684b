import { createHash, createHmac } from "node:crypto";
import type { Defect } from "../defect.js";
import { editSignature, isSigned, WEBHOOK } from "../edits-of-commerce.js";
import { either } from "./edits-of-second.js";

const OWN = { service: "sandbox", operation: WEBHOOK } as const;
const SIGNATURE = either(/signature|sign|hmac|base64|verif/);

export const SIGNATURES: readonly Defect[] = [
  {
    ...OWN,
    id: "signature-of-masked-secret",
    kind: "signature",
    title: "the key of the signature is the masked secret",
    breaks: "seed: HMAC-SHA1 of the payload, keyed with the registered secret",
    delivery: (it) => {
      const bytes = Buffer.from(it.body, "latin1");
      it.headers["service-webhook-signature"] = createHmac("sha1", "********").update(bytes).digest("base64");
    },
    names: SIGNATURE,
    shows: async (c) => {
      const [event] = await c.deliver();
      return event !== undefined && !isSigned(event) ? "the signature does not match" : undefined;
    },
  },
  {
    ...OWN,
    id: "signature-without-key",
    kind: "signature",
    title: "the signature is the SHA-1 of secret and payload",
    breaks: "seed: the value is the base64 encoding of the binary HMAC-SHA1 of the payload",
    delivery: (it, memory) => {
      const bytes = Buffer.from(it.body, "latin1");
      const hash = createHash("sha1")
        .update(String(memory.get("secret")))
        .update(bytes);
      it.headers["service-webhook-signature"] = hash.digest("base64");
    },
    names: SIGNATURE,
    shows: async (c) => {
      const [event] = await c.deliver();
      return event !== undefined && !isSigned(event) ? "the signature does not match" : undefined;
    },
  },
  {
    ...OWN,
    id: "signature-url-safe",
    kind: "signature",
    title: "the signature has the alphabet of base64url",
    breaks: "seed: base64 encoding; RFC 4648 5: base64url is another encoding",
    delivery: editSignature((it) => it.replaceAll("+", "-").replaceAll("/", "_")),
    names: SIGNATURE,
    shows: async (c) => {
      for (let count = 0; count < 12; count++) {
        const [event] = await c.deliver();
        if (event !== undefined && !isSigned(event)) return `${event.headers["service-webhook-signature"]}`;
      }
      return undefined;
    },
  },
  {
    ...OWN,
    id: "signature-with-algorithm",
    kind: "signature",
    title: "the signature has the prefix sha1=",
    breaks: "seed: the value is the base64 encoding of the binary HMAC-SHA1",
    delivery: editSignature((it) => `sha1=${it}`),
    names: SIGNATURE,
    shows: async (c) => {
      const [event] = await c.deliver();
      return `${event?.headers["service-webhook-signature"]}`.startsWith("sha1=") ? "a prefix" : undefined;
    },
  },
];
