/** Thrown if exchanges violate the spec or could not be checked. The message is the report. */
export class ContractError extends Error {
  override readonly name = "ContractError" as const;
  readonly kind: "failed" | "inconclusive";

  constructor(kind: "failed" | "inconclusive", report: string) {
    super(report);
    this.kind = kind;
  }
}
