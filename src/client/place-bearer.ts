import type { CredentialPlacement } from "./call-description.js";

/** Sends a bearer token (RFC 6750, section 2.1). */
export const placeBearer: CredentialPlacement = (token, headers) => headers.set("authorization", `Bearer ${token}`);
