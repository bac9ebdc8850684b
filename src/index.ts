/**
 * The contract of the Commerce Cloud REST service as a client, tables and types.
 *
 * Other entry points: `/gate` checks exchanges, `/validators` validates values, `/types` has every type.
 */
export { operations, webhooks } from "../generated/operations.js";
export type * from "../generated/types.js";
export type { components, operations as OperationTypes, paths, webhooks as WebhookTypes } from "../generated/types.js";
export * from "./commerce-client.js";
