import type { Operation } from "../../document/index.js";
import { redactText } from "../../exchange/index.js";
import type { CheckFinding } from "../check.js";

/** `webhook.signature.invalid`: the listener rejected the signature. */
export function createInvalidSignatureFinding({ parameters, pointer }: Operation, why: string): CheckFinding {
  const header = parameters.find((it) => it.in === "header" && /signature/i.test(it.name));
  return {
    code: "webhook.signature.invalid",
    message: `the signature does not match the payload: ${redactText(why)}`,
    part: "request.headers",
    at: "",
    contract: header?.pointer ?? pointer,
    valueClass: "wrong",
    occurrences: 1,
  };
}
