/** The client of the service. */
export { CallError, type CallErrorKind, type CallFacts } from "./call-error.js";
export { createClient } from "./client.js";
export type { Client } from "./client-type.js";
export type { Clock } from "./clock.js";
export * from "./json-patch/index.js";
export type { Items, ListingOptions, ListMethods } from "./lists.js";
export type { CallName, CallOptions, CallSettings } from "./operation-types.js";
export type { ClientOptions } from "./options.js";
export type { Page } from "./paging/index.js";
export { type AnyResult, type DataOf, orThrow, type Result } from "./result.js";
export {
  type Credentials,
  type JwtBearerOptions,
  jwtBearer,
  type PasswordOptions,
  type PrivateKey,
  password,
  type SignIn,
} from "./sign-in/index.js";
export type { CallValidator } from "./validate-calls.js";
