import type { CheckFinding } from "../../../checks/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable } from "../../../schema/index.js";
import type { PathStep } from "../../graph/path-shape.js";
import { isAccepted, type ProbeExchange, readResponseJson } from "../../session/probe-exchange.js";
import { createProbeFinding } from "../probe-finding.js";

export type OtherParentReads = {
  /** Reads of the resource below its own parent: before the write, after it, and once more, which shows what changes by itself. */
  readonly before: ProbeExchange;
  readonly after: ProbeExchange;
  readonly again: ProbeExchange;
  /** A read at the path of the write. */
  readonly there: ProbeExchange;
};

/** Checks that a write below another parent does not reach the resource that has the same id (OWASP API1:2023). */
export function checkOtherParentWrite(
  write: ProbeExchange,
  { before, after, again, there }: OtherParentReads,
  { name, reference }: Pick<PathStep, "name" | "reference">,
): CheckFinding | undefined {
  const { status } = write.exchange.response;
  const parent = `${reference.resource ?? name} (${toPrintable(name)})`;
  const finding = { code: "exchange.resource.other", part: "response.status" } as const;
  if (!isAccepted(before)) return undefined;
  if ([after, again].every((it) => [404, 410].includes(it.exchange.response.status)))
    return createProbeFinding(write, {
      ...finding,
      message: `below another ${parent}, ${write.operation.id} removed the resource that belongs to the first one: ${after.operation.id} then responds with ${after.exchange.response.status}; expected 404 and no change`,
      valueClass: `removed below other ${name}`,
    });
  const [then, now, later] = [before, after, again].map((it) => readResponseJson(it) ?? null);
  if (isAccepted(after) && !isSameJson(then, now) && isSameJson(now, later))
    return createProbeFinding(write, {
      ...finding,
      message: `below another ${parent}, ${write.operation.id} got ${status} and changed the resource that belongs to the first one; expected 404 and no change`,
      valueClass: `changed below other ${name}`,
    });
  const isInvented = isAccepted(write) && status !== 202 && there.exchange.response.status === 404;
  if (!isInvented || write.operation.method !== "PATCH") return undefined;
  return createProbeFinding(write, {
    ...finding,
    message: `below another ${parent}, ${write.operation.id} got ${status} for a resource that belongs to the first one, and that is not there; expected 404`,
    valueClass: `accepted below other ${name}`,
  });
}
