/** `commerce-contract/runtime`: the runtime of generated clients. It knows no operation. */

export type * from "./body-codecs.js";
export * from "./body-readers.js";
export * from "./body-writers.js";
export type { SignInOption } from "./call-context.js";
export type * from "./call-description.js";
export { CallError, type CallErrorKind, type CallFacts } from "./call-error.js";
export type { CallSettings } from "./call-settings.js";
export type { CallValidator } from "./call-validator.js";
export { createClient } from "./client.js";
export type { Client } from "./client-type.js";
export type { Clock } from "./clock.js";
export * from "./credentials.js";
export * from "./event-stream.js";
export { defineLinkHeaderList } from "./link-header-list.js";
export { defineList, type Items, type ListingOptions, type ListMethods } from "./lists.js";
export type { BinaryBody, ServerSentEvent } from "./media-types.js";
export type { CallOptions } from "./operation-types.js";
export type { ClientOptions, CommonClientOptions } from "./options.js";
export * from "./paging/index.js";
export * from "./parameter-writers.js";
export { placeBearer } from "./place-bearer.js";
export type { TokenEndpoint } from "./post-token-request.js";
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
