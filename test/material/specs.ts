import { join } from "node:path";

/** Whole public OpenAPI documents, by name. The ORIGIN.md beside each names its source and its licence. */
export const VENDORED_SPECS = {
  "adyen-checkout-3.1": join(import.meta.dirname, "adyen-openapi/CheckoutService-v71.json"),
  "scalar-galaxy-3.1": join(import.meta.dirname, "../../examples/galaxy/openapi.json"),
} as const satisfies Readonly<Record<string, string>>;
