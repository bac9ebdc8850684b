/** OAuth 2.0 of the sandbox: the token endpoint and authentication by access tokens. */
export { authenticate } from "./authenticate.js";
export { createToken } from "./grants/create-token.js";
export { getIssuer } from "./issuer.js";
export { purgeTokens } from "./purge-tokens.js";
export { type AssertionOrder, selfSignedAssertion } from "./self-signed-assertion.js";
