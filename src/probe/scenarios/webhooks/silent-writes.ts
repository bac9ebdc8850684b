import { checkServiceResponse } from "../../checks/response.js";
import type { CaseEdit } from "../../requests/probe-case.js";
import { findIdempotencyHeader } from "../../session/idempotency-key.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import type { TaskSession } from "../../session/session.js";
import { buildNewResource } from "../../tasks/seed-requests.js";
import type { WebhookScenarioContext } from "./webhook-listener.js";

export type SilentWrites = {
  /** New resources, each created once. */
  readonly created: readonly ProbeExchange[];
  /** Writes of other new resources whose bodies are no objects. */
  readonly refused: readonly ProbeExchange[];
};

/** Repeats creations with their idempotency keys, and sends bodies that are no objects: neither changes anything, so neither sends an event. */
export async function writeSilently(
  context: WebhookScenarioContext,
  { send, report }: TaskSession,
): Promise<SilentWrites> {
  const created: ProbeExchange[] = [];
  const refused: ProbeExchange[] = [];
  for (const operation of context.operations.filter(({ method }) => method === "PUT")) {
    const accepted = context.seeds.get(operation)?.accepted?.request;
    const { body } = accepted ?? {};
    if (accepted === undefined || body === undefined || !("value" in body)) continue;
    const name = `silent ${operation.id}`;
    const request = buildNewResource(operation, accepted, context, name);
    if (request === accepted) continue;
    if (findIdempotencyHeader(context.document, operation) !== undefined) {
      const requestId = `${context.nonce}-${name}`;
      const first = await send({ operation, request, requestId });
      const repeated = await send({ operation, request, requestId });
      for (const it of [first, repeated]) report(it, checkServiceResponse(it));
      created.push(first);
    }
    const wrong = {
      ...buildNewResource(operation, accepted, context, `refused ${operation.id}`),
      body: { ...body, value: [] },
    };
    const edit: CaseEdit = { part: "body", at: "", contract: operation.pointer, what: "the body: a list" };
    if (context.isValid(operation, wrong)) continue;
    const result = await send({ operation, request: wrong, edit, expect: "refused" });
    report(result, checkServiceResponse(result));
    refused.push(result);
  }
  return { created, refused };
}
