import { buildRequest } from "./build-request.js";
import type { ClientContext, UntypedCallOptions } from "./call-context.js";
import type { CallDescription, CredentialScheme } from "./call-description.js";
import { readResponse } from "./read-response.js";
import type { AnyResult } from "./result.js";
import { sendWithRetries } from "./send-with-retries.js";

/**
 * Calls one operation.
 *
 * @param at replaces the URL built from the parameters: the next page of a list
 * @throws CallError
 */
export async function invoke(
  core: ClientContext,
  operation: string,
  description: CallDescription,
  options: UntypedCallOptions,
  at?: string,
): Promise<AnyResult> {
  const [url, init, requestId] = buildRequest(core, operation, description, options, at);
  const { headers } = init;
  // The first alternative whose credentials the client has. Credentials of the caller replace them.
  const [schemes = []] = headers.has("authorization")
    ? []
    : (description.security ?? BEARER).filter((all) => all.every(core.getSource));
  const call = async () =>
    readResponse(
      await sendWithRetries(core, operation, { ...options, ...description }, async (refused) => {
        let target = url;
        const sent: string[] = [];
        for (const scheme of schemes) {
          const token = (await core.getSource(scheme)?.(refused?.split("\n")[sent.length])) as string;
          sent.push(token);
          target = (scheme[1](token, headers, target) as string | undefined) ?? target;
        }
        return [target, init, requestId, sent.join("\n")];
      }),
      description,
    );
  return core.validate ? core.validate(operation, options, init, call) : call();
}

const BEARER: readonly (readonly CredentialScheme[])[] = [
  [["default", (token, headers) => headers.set("authorization", `Bearer ${token}`), true]],
];
