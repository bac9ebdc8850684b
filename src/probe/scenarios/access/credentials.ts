import { getCombinedHeader } from "../../../exchange/index.js";
import { checkCredentialsRequired, checkServiceResponse } from "../../checks/response.js";
import { checkUnknownHidden } from "../../checks/unknown-id.js";
import { readPathShape } from "../../graph/path-shape.js";
import { isAccepted, type ProbeExchange } from "../../session/probe-exchange.js";
import type { ProbeTask } from "../../session/run-tasks.js";
import { needsCredentials, type ProbeRequest, type TaskSession } from "../../session/session.js";
import { reportShrunk } from "../../tasks/report-shrunk.js";
import type { ScenarioContext } from "../scenario-context.js";
import { makeUnknownId } from "./unknown-ids.js";

/** Creates scenarios that send requests without credentials and with invalid ones. */
export function createCredentialScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    if (base === undefined || !needsCredentials(operation)) return [];
    const run = async (session: TaskSession): Promise<void> => {
      for (const credentials of listCredentialModes(base)) {
        const what = WHAT[credentials];
        const edit = { part: "security", at: credentials, contract: operation.securityPointer, what } as const;
        const probeRequest = { operation, request: base.request, credentials, edit };
        const result = await session.sendChecked(probeRequest);
        await reportShrunk(session, { result, probeRequest }, (it) => checkCredentialsRequired(base, it));
        // HEAD is a defect of its own only where GET needs credentials.
        if (credentials === "none" && !isAccepted(result)) await sendHead(base, session);
        // A service that accepts unknown credentials checks no token at all.
        if (credentials === "wrong" && isAccepted(result)) return;
        if (credentials === "none" || credentials === "wrong")
          await nameUnknown(context, probeRequest, result, session);
      }
    };
    return [{ id: `stateful/${operation.id}/credentials`, run }];
  });
}

/** Names an id that does not exist, in each place of a path: without credentials, the status must not show which ids do. */
async function nameUnknown(
  context: ScenarioContext,
  probeRequest: ProbeRequest,
  known: ProbeExchange,
  { send, report }: TaskSession,
): Promise<void> {
  const { operation, request } = probeRequest;
  for (const { name } of readPathShape(operation.path).steps.toReversed()) {
    const unknownId = makeUnknownId(context, `unknown ${name} without credentials ${operation.id}`, request.path[name]);
    const own = { ...request, path: { ...request.path, [name]: unknownId } };
    if (!context.isValid(operation, own)) continue;
    const result = await send({ ...probeRequest, request: own });
    report(result, checkServiceResponse(result) ?? checkUnknownHidden(known, result, name));
  }
}

/** Sends HEAD without credentials, where the service supports it. */
async function sendHead({ operation, request }: ProbeExchange, { send, report, discard }: TaskSession): Promise<void> {
  if (operation.method !== "GET") return;
  const head = { operation, request, method: "HEAD", expect: "open" } as const;
  const method = { part: "method", at: "", contract: operation.pointer, what: "the method HEAD" } as const;
  const own = await send({ ...head, edit: method });
  await send({ operation, request });
  const what = "HEAD without credentials";
  const edit = { part: "security", at: "head", contract: operation.securityPointer, what } as const;
  const result = await send({ ...head, credentials: "none", edit });
  report(result, checkCredentialsRequired(own, result));
  // A body, which is forbidden, breaks the connection.
  for (const it of [own, result]) if (it.exchange.incomplete !== undefined) discard(it);
}

const WHAT = {
  none: "without credentials",
  wrong: "with unknown credentials",
  empty: "with empty credentials",
  scheme: "with user and password in place of a token",
  basic: "with the token after the scheme Basic in place of Bearer",
  changed: "with credentials that differ in one character",
  extended: "with credentials that a character follows",
  truncated: "with credentials whose last four characters are missing",
  query: "with the token in the query in place of the header",
  unsigned: "with a token that declares to have no signature",
  expired: "with a token whose expiration time was changed to the past",
} as const;

function listCredentialModes({ exchange: { request } }: ProbeExchange): readonly (keyof typeof WHAT)[] {
  const credential = getCombinedHeader(request.headers, "authorization") ?? "";
  const isToken = /^Bearer \S{16,}$/i.test(credential);
  const isJsonWebToken = /^Bearer eyJ[\w-]+\.[\w-]+\.[\w-]+$/i.test(credential);
  return [
    "none",
    "wrong",
    "empty",
    ...(isToken ? (["scheme", "basic", "changed", "extended", "truncated", "query"] as const) : []),
    ...(isJsonWebToken ? (["unsigned", "expired"] as const) : []),
  ];
}
