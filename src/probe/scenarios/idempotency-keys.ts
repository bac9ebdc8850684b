import { checkServiceResponse, checkValidRejected } from "../checks/response.js";
import type { CaseEdit } from "../requests/probe-case.js";
import { findIdempotencyHeader } from "../session/idempotency-key.js";
import { isAccepted } from "../session/probe-exchange.js";
import type { ProbeTask } from "../session/run-tasks.js";
import type { TaskSession } from "../session/session.js";
import { buildRepeatableWrite } from "./patches/json-patch-paths.js";
import type { ScenarioContext } from "./scenario-context.js";
import { sendKeysAgain } from "./send-keys-again.js";

/** Creates scenarios that write with idempotency keys that are no UUID: a short and a long text, if the spec allows them. */
export function createKeyScenarios(context: ScenarioContext): ProbeTask[] {
  return context.operations.flatMap((operation): ProbeTask[] => {
    const base = context.seeds.get(operation)?.accepted;
    const name = findIdempotencyHeader(context.document, operation);
    const parameter = operation.parameters.find((it) => it.name === name);
    if (base === undefined || name === undefined || parameter === undefined) return [];
    const run = async (session: TaskSession): Promise<void> => {
      const request = await buildRepeatableWrite(context, base, session.send);
      for (const [what, value] of [
        ["a short text", `k-${context.nonce}-${operation.id}`.slice(0, 24)],
        ["a long text", `key-${context.nonce}-${operation.id}-`.padEnd(80, "k")],
      ] as const) {
        const edit: CaseEdit = { part: "header", at: name, contract: parameter.pointer, what: `${name}: ${what}` };
        const send = (key: string) =>
          session.send({ operation, request: withHeader(request, name, key), edit, expect: "open" });
        if (!context.isValid(operation, withHeader(request, name, value))) continue;
        const result = await send(value);
        session.report(result, checkServiceResponse(result));
        if (isAccepted(result)) continue;
        const before = await session.send({ operation, request });
        const again = await send(`${value}2`);
        session.report(result, checkValidRejected(before, result, again, await session.send({ operation, request })));
        session.discard(again);
      }
      await sendKeysAgain(context, base, session);
    };
    return [{ id: `stateful/${operation.id}/keys`, run }];
  });
}

type WithHeader = Parameters<ScenarioContext["isValid"]>[1];

function withHeader(request: WithHeader, name: string, value: string): WithHeader {
  return { ...request, header: { ...request.header, [name]: value } };
}
