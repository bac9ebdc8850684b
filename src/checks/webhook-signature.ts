import type { Operation } from "../document/index.js";
import { redactText } from "../exchange/index.js";
import type { Disagreement } from "./check.js";

/** `webhook.signature.invalid`: the listener has verified the signature and found it wrong. */
export function signatureInvalid({ parameters, pointer }: Operation, why: string): Disagreement {
  const header = parameters.find((it) => it.in === "header" && /signature/i.test(it.name));
  return {
    code: "webhook.signature.invalid",
    message: `the signature is not that of the payload: ${redactText(why)}`,
    part: "request.headers",
    at: "",
    contract: header?.pointer ?? pointer,
    valueClass: "wrong",
    occurrences: 1,
  };
}
