/** Tests the types of patches. `npm run lint` compiles this file and reports lines whose expected error is missing. */

import type { OrderPatch } from "../../../generated/types.js";
import { type Patch, patch } from "../../../src/client/json-patch/patch.js";

const document: OrderPatch = patch().replace("/amounts/netTotal", 1);
const longer: Patch = patch().add("/amounts/authorizedTotals", { tipAmount: 1 }).remove("/amounts");
patch()
  .replace("/amounts/authorizedTotals/tipAmount", 5)
  .replace("/amounts/voidedTotals/transactionFees/0", { any: 1 });
patch().add("/amounts/refundedTotals/transactionFees/-", 1).replace(["amounts", "tips~/", 3], { any: 1 });

// @ts-expect-error only add, remove and replace
patch().move("/items", "/discounts");
// @ts-expect-error `test` is not supported
patch().test("/amounts/netTotal", 1);
// @ts-expect-error notes cannot be changed
patch().replace("/notes", "hello");
// @ts-expect-error single items cannot be changed
patch().replace("/items/0", {});
// @ts-expect-error items are replaced, not added
patch().add("/items", []);
// @ts-expect-error items cannot be removed
patch().remove("/items");
// @ts-expect-error discounts cannot be removed
patch().add("/discounts", []);
// @ts-expect-error a pointer starts with a slash
patch().replace("amounts/netTotal", 1);
// @ts-expect-error unknown amount
patch().replace("/amounts/netTotals", 1);
// @ts-expect-error an amount is a number
patch().replace("/amounts/netTotal", "1");
// @ts-expect-error a currency is a string
patch().add("/amounts/currency", 978);
// @ts-expect-error totals are an object
patch().add("/amounts/capturedTotals", 100);
// @ts-expect-error unknown member of totals
patch().replace("/amounts", { net: 1 });
// @ts-expect-error items are an array
patch().replace("/items", { id: 1 });
// @ts-expect-error items are objects
patch().replace("/items", [{ id: "one" }]);
// @ts-expect-error `-` cannot be replaced
patch().replace("/amounts/capturedTotals/transactionFees/-", 1);
// @ts-expect-error `-` cannot be removed
patch().remove("/amounts/capturedTotals/transactionFees/-");
// @ts-expect-error missing value
patch().add("/amounts/netTotal");
// @ts-expect-error `remove` has no value
patch().remove("/amounts/netTotal", 1);
// @ts-expect-error paths start with `amounts`
patch().add(["items", 0], {});

export { document, longer };
