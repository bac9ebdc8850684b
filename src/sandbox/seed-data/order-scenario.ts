/** The payment and final state of an order. */
export type OrderScenario = {
  readonly status: "OPENED" | "COMPLETED" | "CANCELLED";
  readonly fulfillment: "NONE" | "FULFILLED";
  readonly summary: "PENDING" | "COMPLETED" | "REFUNDED" | "CANCELED";
  readonly items: "ORDERED" | "FULFILLED" | "RETURNED";
  readonly payment: PaymentCourse;
};

export type PaymentCourse = "none" | "authorized" | "captured" | "sale" | "refunded" | "voided";

/** All states of an order in the spec; common states are more frequent. */
export const ORDER_SCENARIOS: readonly [OrderScenario, ...OrderScenario[]] = [
  createScenario("COMPLETED", "sale"),
  createScenario("COMPLETED", "captured"),
  createScenario("OPENED", "none"),
  createScenario("COMPLETED", "sale"),
  createScenario("OPENED", "authorized"),
  createScenario("COMPLETED", "refunded"),
  createScenario("COMPLETED", "captured"),
  createScenario("CANCELLED", "voided"),
  createScenario("COMPLETED", "sale"),
  createScenario("CANCELLED", "none"),
];

function createScenario(status: OrderScenario["status"], payment: PaymentCourse): OrderScenario {
  const summaries = { none: "PENDING", authorized: "PENDING", refunded: "REFUNDED", voided: "CANCELED" } as const;
  const paid = payment === "sale" || payment === "captured" ? "COMPLETED" : summaries[payment];
  const isDone = status === "COMPLETED";
  return {
    status,
    payment,
    fulfillment: isDone ? "FULFILLED" : "NONE",
    summary: status === "CANCELLED" ? "CANCELED" : paid,
    items: payment === "refunded" ? "RETURNED" : isDone ? "FULFILLED" : "ORDERED",
  };
}
