import type { OperationHandler } from "../context/request-context.js";
import { createListResponse, listPage } from "../paging/index.js";
import { buildTransactionConditions, isTransactionScan, readTransactionOrdering } from "./transaction-filter.js";

/** GET /businesses/{businessId}/transactions: returns a page of the transactions of all orders of a business. */
export const listTransactions: OperationHandler = {
  kind: "read",
  handle: async (call, queries) => {
    const ordering = readTransactionOrdering(call.parameters);
    if ("status" in ordering) return ordering;
    const conditions = buildTransactionConditions(call.parameters);
    if ("status" in conditions) return conditions;
    const page = await listPage(call, queries, {
      table: "transactions",
      path: `/businesses/${encodeURIComponent(String(call.parameters.businessId))}/transactions`,
      ordering,
      conditions: async () => conditions,
      isScan: isTransactionScan(call.parameters),
    });
    if ("status" in page) return page;
    return createListResponse("transactions", page);
  },
};
