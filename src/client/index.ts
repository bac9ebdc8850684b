/** The runtime of generated clients. It knows no operation. */

export { CallError, type CallErrorKind, type CallFacts } from "./call-error.js";
export type * from "./calls/body-codecs.js";
export type { SignInOption } from "./calls/call-context.js";
export type * from "./calls/call-description.js";
export type { CallSettings, PartHeaders } from "./calls/call-settings.js";
export type { CallValidator } from "./calls/call-validator.js";
export type { BinaryBody, ServerSentEvent } from "./calls/media-types.js";
export type { CallOptions } from "./calls/operation-types.js";
export {
  type AnyResult,
  type DataOf,
  orThrow,
  type Result,
  type ResultByStatus,
  type ResultOf,
} from "./calls/result.js";
export { createClient } from "./client.js";
export type { Client } from "./client-type.js";
export * from "./integrations/queries.js";
export { createStandardSchemas, type StandardSchema, type StandardSchemas } from "./integrations/standard-schema.js";
export type { ClientOptions, CommonClientOptions } from "./options.js";
export * from "./paging/index.js";
export { defineLinkHeaderList } from "./paging/link-header-list.js";
export { defineList, type Items, type ListingOptions, type ListMethods } from "./paging/lists.js";
export { fillServerUrl } from "./request/base-url.js";
export * from "./request/body-writers.js";
export * from "./request/encoded-parts.js";
export * from "./request/parameter-writers.js";
export * from "./response/body-readers.js";
export * from "./response/event-stream.js";
export { selectErrors } from "./response/read-response.js";
export type { Clock } from "./retries/clock.js";
export * from "./retries/fetch-hooks.js";
export * from "./retries/send-streams.js";
export * from "./sign-in/credentials.js";
export { type JwtBearerOptions, jwtBearer } from "./sign-in/jwt-bearer.js";
export * from "./sign-in/oauth2.js";
export { type PasswordOptions, password } from "./sign-in/password.js";
export type { TokenEndpoint } from "./sign-in/post-token-request.js";
export type { PrivateKey } from "./sign-in/signing-key.js";
export type { Credentials, SignIn } from "./sign-in/token-source.js";
export * from "./webhooks/verify-webhook.js";
