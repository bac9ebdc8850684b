/** `commerce-contract/client`: the client of the service, which `contract generate` writes, and its runtime. */
export {
  type CallName,
  type Client,
  type ClientOptions,
  createClient,
  jwtBearer,
  password,
} from "../generated/client.js";
export {
  type AnyResult,
  CallError,
  type CallErrorKind,
  type CallFacts,
  type CallOptions,
  type CallSettings,
  type CallValidator,
  type Clock,
  type Credentials,
  type DataOf,
  type Items,
  type JwtBearerOptions,
  type ListingOptions,
  type ListMethods,
  orThrow,
  type Page,
  type PasswordOptions,
  type PrivateKey,
  type Result,
  type ResultByStatus,
  type ResultOf,
  type SignIn,
} from "./client/index.js";
export * from "./client/json-patch/patch.js";
