import type { ServiceResponse } from "../../../src/sandbox/context/request-context.js";

/** A refusal in one line; anything else as it is. */
export function summarize(result: object | undefined): unknown {
  if (result === undefined || !("status" in result)) return result;
  const { status, body } = result as ServiceResponse;
  const { code, message, ...rest } = body as Record<string, unknown>;
  return { ...rest, refused: `${status} ${String(code)}: ${String(message)}` };
}
