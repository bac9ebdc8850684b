import { toPrintable } from "../../gate/index.js";
import { explainSignature } from "../../webhooks/index.js";
import type { ReceivedDelivery } from "./delivery-receiver.js";

export async function explainWrongSignature(
  { payload, signature }: ReceivedDelivery,
  [secret = "", ...otherSecrets]: readonly string[],
): Promise<string> {
  const explained = await explainSignature({ payload, signature, secret, otherSecrets });
  const causes = explained.valid ? [] : explained.causes.map(({ message }) => message);
  return toPrintable(causes.join("; "));
}
