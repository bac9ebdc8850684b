import type { CallParams } from "./call-settings.js";
import type { AnyResult } from "./result.js";

/** The option `validate` of `createClient`. Make one with `validateCalls`. */
export type CallValidator = (
  operation: string,
  given: { readonly params?: CallParams | undefined; readonly body?: unknown },
  sent: { readonly headers: Headers; readonly body?: unknown },
  call: () => Promise<AnyResult>,
) => Promise<AnyResult>;
