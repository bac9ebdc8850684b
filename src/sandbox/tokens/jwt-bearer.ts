/** The `grantType` of self-signed assertions (RFC 7523, section 2.1). */
export const JWT_BEARER = "urn:ietf:params:oauth:grant-type:jwt-bearer";
