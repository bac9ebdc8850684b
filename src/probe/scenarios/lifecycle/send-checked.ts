import type { Operation } from "../../../document/index.js";
import { checkServiceResponse } from "../../checks/response.js";
import type { CaseRequest } from "../../requests/probe-case.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";

export async function sendChecked(
  { send, report }: TaskSession,
  operation: Operation,
  request: CaseRequest,
): Promise<ProbeExchange> {
  const result = await send({ operation, request });
  report(result, checkServiceResponse(result));
  return result;
}
