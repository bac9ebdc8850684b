/** The runtime of generated clients. It knows no operation. */

export { CallError, type CallErrorKind, type CallFacts } from "./call-error.js";
export type { CallValidator, ClientOptions, CommonClientOptions } from "./calls/call-context.js";
export type * from "./calls/call-description.js";
export type {
  BodyWriter,
  CallSettings,
  ParameterSetWriter,
  PartHeaders,
  RequestBodyInit,
  ResponseReader,
} from "./calls/call-settings.js";
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
export { type Client, createClient } from "./client.js";
export * from "./integrations/queries.js";
export { createStandardSchemas, type StandardSchema, type StandardSchemas } from "./integrations/standard-schema.js";
export { iterateItems, iteratePages, type Page } from "./paging/iterate-pages.js";
export { defineBodyList, defineList, type Items, type ListingOptions, type ListMethods } from "./paging/lists.js";
export * from "./paging/page-readers.js";
export { fillServerUrl } from "./request/base-url.js";
export * from "./request/body-writers.js";
export * from "./request/parameter-writers.js";
export * from "./response/body-readers.js";
export { selectErrors } from "./response/read-response.js";
export * from "./retries/fetch-hooks.js";
export type { Clock } from "./retries/real-clock.js";
export { sendStreams } from "./retries/send-with-retries.js";
export * from "./sign-in/credentials.js";
export { type JwtBearerOptions, jwtBearer, type PasswordOptions, password } from "./sign-in/grant-sign-in.js";
export * from "./sign-in/oauth2.js";
export type { TokenEndpoint } from "./sign-in/post-token-request.js";
export type { PrivateKey } from "./sign-in/sign-assertion.js";
export type { Credentials, OAuth2Endpoint, SignIn, SignInOption } from "./sign-in/token-source.js";
export * from "./webhooks/verify-webhook.js";
