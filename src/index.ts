/**
 * The client of the Commerce Cloud REST service, with its types and the operations of its spec.
 *
 * Other entry points are smaller, or for other tasks: `/client` has the client without the table of operations, `/check` checks
 * exchanges, `/validators` validates values.
 */
export { operations, webhooks } from "../generated/operations.js";
export type * from "../generated/types.js";
export type { components, operations as OperationTypes, paths, webhooks as WebhookTypes } from "../generated/types.js";
export * from "./commerce-client.js";
