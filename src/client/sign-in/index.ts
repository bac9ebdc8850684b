export { type JwtBearerOptions, jwtBearer } from "./jwt-bearer.js";
export {
  clientCredentials,
  type JwtGrantOptions,
  jwtBearerGrant,
  type OAuth2Options,
  passwordGrant,
  refreshTokenGrant,
} from "./oauth2.js";
export { type PasswordOptions, password } from "./password.js";
export type { CryptoKeyLike, JsonWebKeyLike, PrivateKey, SigningAlgorithm } from "./signing-key.js";
export type {
  Credentials,
  SignIn,
  TokenRequest,
  TokenSource,
} from "./token-source.js";
