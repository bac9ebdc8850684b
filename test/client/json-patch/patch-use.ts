/** What the types of patches take and refuse; `npm run lint` compiles it, and says so when a line that is to be refused is not. */

import type { OrderPatch } from "../../../generated/types.js";
import { type Patch, patch } from "../../../src/client/json-patch/index.js";

const document: OrderPatch = patch().replace("/amounts/netTotal", 1);
const longer: Patch = patch().add("/amounts/authorizedTotals", { tipAmount: 1 }).remove("/amounts");
patch()
  .replace("/amounts/authorizedTotals/tipAmount", 5)
  .replace("/amounts/voidedTotals/transactionFees/0", { any: 1 });
patch().add("/amounts/refundedTotals/transactionFees/-", 1).replace(["amounts", "tips~/", 3], { any: 1 });

// @ts-expect-error only add, remove and replace
patch().move("/items", "/discounts");
// @ts-expect-error a test is none of them
patch().test("/amounts/netTotal", 1);
// @ts-expect-error notes cannot be changed
patch().replace("/notes", "hello");
// @ts-expect-error nor one item
patch().replace("/items/0", {});
// @ts-expect-error items are replaced, not added
patch().add("/items", []);
// @ts-expect-error nor removed
patch().remove("/items");
// @ts-expect-error discounts neither
patch().add("/discounts", []);
// @ts-expect-error a pointer begins with a slash
patch().replace("amounts/netTotal", 1);
// @ts-expect-error an amount that there is none of
patch().replace("/amounts/netTotals", 1);
// @ts-expect-error an amount is a number
patch().replace("/amounts/netTotal", "1");
// @ts-expect-error a currency is text
patch().add("/amounts/currency", 978);
// @ts-expect-error totals are an object
patch().add("/amounts/capturedTotals", 100);
// @ts-expect-error of amounts that there are
patch().replace("/amounts", { net: 1 });
// @ts-expect-error items are an array
patch().replace("/items", { id: 1 });
// @ts-expect-error of items
patch().replace("/items", [{ id: "one" }]);
// @ts-expect-error the end of an array holds nothing to replace
patch().replace("/amounts/capturedTotals/transactionFees/-", 1);
// @ts-expect-error nor to remove
patch().remove("/amounts/capturedTotals/transactionFees/-");
// @ts-expect-error a value is needed
patch().add("/amounts/netTotal");
// @ts-expect-error and none is to be removed
patch().remove("/amounts/netTotal", 1);
// @ts-expect-error names lead into the amounts
patch().add(["items", 0], {});

export { document, longer };
