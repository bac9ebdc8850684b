import type { FindingGroup, Report } from "../../gate/index.js";
import { getExplicitOperationId } from "./operation-name.js";

/** The findings of one operation, or of requests without an operation. */
export type OperationFindings = {
  readonly operationId: string | null;
  /** `getOrder · GET /orders/{id}`. */
  readonly title: string;
  readonly method?: string;
  readonly path?: string;
  readonly findings: readonly FindingGroup[];
};

/** Groups findings by operation, in order of appearance. */
export function groupByOperation(findings: readonly FindingGroup[], { coverage }: Report): OperationFindings[] {
  const known = new Map(coverage.operations.map((it) => [it.operationId, it]));
  const groups = new Map<string | null, FindingGroup[]>();
  for (const finding of findings) {
    const group = groups.get(finding.operationId);
    if (group === undefined) groups.set(finding.operationId, [finding]);
    else group.push(finding);
  }
  return [...groups].map(([operationId, list]) => {
    const operation = known.get(operationId ?? "");
    if (operationId === null) return { operationId, title: "Not in the spec", findings: list };
    if (operation === undefined) return { operationId, title: operationId, findings: list };
    const { method, path } = operation;
    const name = getExplicitOperationId(operation);
    const title = `${name === undefined ? "" : `${name} · `}${method} ${path}`;
    return { operationId, title, method, path, findings: list };
  });
}
