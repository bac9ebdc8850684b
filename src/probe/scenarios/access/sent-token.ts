import type { CaseEdit } from "../../requests/probe-case.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";

export type SentToken = { readonly token: string | undefined; readonly at: string; readonly what: string };

/** Sends a request with a token in place of the credentials of the run. */
export function sendWithToken(
  { send }: Pick<TaskSession, "send">,
  { operation, request }: ProbeExchange,
  { token, at, what }: SentToken,
): Promise<ProbeExchange> {
  const edit: CaseEdit = { part: "security", at, contract: operation.securityPointer, what };
  const credentials = { headers: [["Authorization", `Bearer ${token}`]], query: [], cookies: [] } as const;
  return send({ operation, request, credentials, edit });
}
