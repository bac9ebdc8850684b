import { isObject, type Json } from "../../document/index.js";
import { checkServiceResponse, checkTokenAccepted } from "../checks/response.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import { needsCredentials, type TaskSession } from "../session/session.js";
import { listReadOperations, type ScenarioContext } from "./scenario-context.js";

/** Creates scenarios that use the token of an accepted sign-in. */
export function createSignInScenarios(context: ScenarioContext): ProbeTask[] {
  const reads = listReadOperations(context).flatMap((operation) => {
    const accepted = needsCredentials(operation) ? context.seeds.get(operation)?.accepted : undefined;
    return accepted === undefined || !takesBearerToken(accepted) ? [] : [accepted];
  });
  const [read] = reads;
  return context.operations.flatMap((operation): ProbeTask[] => {
    const accepted = context.seeds.get(operation)?.accepted;
    if (accepted === undefined || needsCredentials(operation) || read === undefined) return [];
    if (findToken(accepted) === undefined) return [];
    const run = async ({ send, report }: TaskSession): Promise<void> => {
      const signIn = await send({ operation, request: accepted.request });
      report(signIn, checkServiceResponse(signIn));
      // A proof may be valid once, so the first token serves too.
      const token = findToken(signIn) ?? findToken(accepted);
      const before = await send({ operation: read.operation, request: read.request });
      const edit = {
        ...({ part: "security", at: "issued", contract: read.operation.securityPointer } as const),
        what: `with the token of ${operation.id}`,
      };
      const credentials = { headers: [["Authorization", `Bearer ${token}`]], query: [], cookies: [] } as const;
      const result = await send({ operation: read.operation, request: read.request, credentials, edit });
      report(result, checkServiceResponse(result));
      report(result, checkTokenAccepted(before, result));
    };
    return [{ id: `stateful/${operation.id}/sign-in`, run }];
  });
}

function takesBearerToken({ operation }: ProbeExchange): boolean {
  return operation.security.flat().some(({ scheme }) => {
    const { type, scheme: name } = scheme?.value ?? {};
    return type === "oauth2" || type === "openIdConnect" || (type === "http" && /^bearer$/i.test(String(name)));
  });
}

function findToken(result: ProbeExchange): string | undefined {
  const body = readResponseJson(result) as Json | undefined;
  if (!isAccepted(result) || !isObject(body)) return undefined;
  const [, token] = Object.entries(body).find(([name]) => /^(access_?token|token)$/i.test(name)) ?? [];
  return typeof token === "string" && token !== "" ? token : undefined;
}
