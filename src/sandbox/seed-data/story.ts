/** How an order went: what was paid in which way, and what it has come to. */
export type Story = {
  readonly status: "OPENED" | "COMPLETED" | "CANCELLED";
  readonly fulfillment: "NONE" | "FULFILLED";
  readonly summary: "PENDING" | "COMPLETED" | "REFUNDED" | "CANCELED";
  readonly items: "ORDERED" | "FULFILLED" | "RETURNED";
  readonly payment: Payment;
};

export type Payment = "none" | "authorized" | "captured" | "sale" | "refunded" | "voided";

/** Every state that an order of the contract has, the usual ones more often. */
export const STORIES: readonly [Story, ...Story[]] = [
  story("COMPLETED", "sale"),
  story("COMPLETED", "captured"),
  story("OPENED", "none"),
  story("COMPLETED", "sale"),
  story("OPENED", "authorized"),
  story("COMPLETED", "refunded"),
  story("COMPLETED", "captured"),
  story("CANCELLED", "voided"),
  story("COMPLETED", "sale"),
  story("CANCELLED", "none"),
];

function story(status: Story["status"], payment: Payment): Story {
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
