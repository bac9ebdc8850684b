import { isObject, type JsonObject } from "../../../document/index.js";
import { checkCredentialsRequired, checkServiceResponse, checkTokenAccepted } from "../../checks/response.js";
import { checkTokenResponse, checkWrongSignIn, findIssuedRefreshToken, findToken } from "../../checks/token.js";
import type { CaseEdit, CaseRequest } from "../../requests/probe-case.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import { replaceCharacter } from "../../requests/serialize-request.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import type { ScenarioContext } from "../scenario-context.js";
import { type SentToken, sendWithToken } from "./sent-token.js";
import { GRANT_NAME } from "./wrong-sign-in.js";

type Renewal = { readonly issued: ProbeExchange; readonly read: ProbeExchange };

/** The grant of RFC 6749, section 6, also in the letters that some services write their grants in. */
const GRANTS = ["refresh_token", "REFRESH_TOKEN"];

/**
 * Renews a token with its refresh token, if the spec allows such a request. The new token works, and a wrong refresh token gets none. The
 * refresh token itself is no access token (RFC 6749, sections 1.5 and 6).
 */
export async function probeRenewal(
  { isValid }: ScenarioContext,
  { issued, read }: Renewal,
  { send, report }: Pick<TaskSession, "send" | "report">,
): Promise<void> {
  const { operation, request } = issued;
  const [name = "", refresh] = findIssuedRefreshToken(issued) ?? [];
  const grant = isObject(readWrittenBody(request)) ? findGrantName(readWrittenBody(request) as JsonObject) : undefined;
  if (refresh === undefined || refresh === findToken(issued)) return;
  const before = await send({ operation: read.operation, request: read.request });
  const use = (it: SentToken) => sendWithToken({ send }, read, it);
  const misused = await use({ token: refresh, at: "refresh", what: "with the refresh token as the access token" });
  report(misused, checkCredentialsRequired(before, misused));
  if (grant === undefined || request.body === undefined) return;
  const { contentType } = request.body;
  const build = (kind: string, token: string): CaseRequest => ({
    ...request,
    body: { contentType, value: { [grant]: kind, [name]: token } },
  });
  const renew = async (kind: string, token: string, what: string): Promise<ProbeExchange> => {
    const edit: CaseEdit = { part: "body", at: `/${name}`, contract: operation.pointer, what };
    const result = await send({ operation, request: build(kind, token), edit, expect: "open" });
    report(result, checkServiceResponse(result));
    return result;
  };
  for (const kind of GRANTS.filter((it) => isValid(operation, build(it, refresh)))) {
    // A refresh token may be valid once, so the wrong ones come first.
    for (const [token, what] of [
      [replaceCharacter(refresh), `${name} differs in one character`],
      [findToken(issued) ?? "", `${name} is the access token`],
    ] as const)
      report(...(await renew(kind, token, what).then((it) => [it, checkWrongSignIn(it)] as const)));
    const renewed = await renew(kind, refresh, `${name} of the response before`);
    if (!isAccepted(renewed)) continue;
    report(renewed, checkTokenResponse(renewed));
    const shown = await use({ token: findToken(renewed), at: "renewed", what: "with the renewed token" });
    report(shown, checkTokenAccepted(before, shown, operation));
    return;
  }
}

function findGrantName(body: JsonObject): string | undefined {
  return Object.keys(body).find((it) => GRANT_NAME.test(it));
}
