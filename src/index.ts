/**
 * The contract of the Commerce Cloud REST service as a client, tables and types.
 *
 * Further doors of the package: `/gate` judges exchanges, `/validators` validates values, `/types` holds every type.
 */
export { operations, webhooks } from "../generated/operations.js";
export type * from "../generated/types.js";
export type { components, operations as OperationTypes, paths, webhooks as WebhookTypes } from "../generated/types.js";
export * from "./client/index.js";
