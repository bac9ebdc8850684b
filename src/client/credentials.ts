import type { CredentialPlacement } from "./call-description.js";

/** Sends a bearer token (RFC 6750, section 2.1). */
export const placeBearer: CredentialPlacement = (token, headers) => {
  headers.set("authorization", `Bearer ${token}`);
};

/** Sends `user:password` with HTTP basic authentication (RFC 7617). */
export const placeBasic: CredentialPlacement = (credential, headers) => {
  const bytes = new TextEncoder().encode(credential);
  headers.set("authorization", `Basic ${btoa(String.fromCharCode(...bytes))}`);
};

/** Creates a placement in a header. */
export function createHeaderPlacement(name: string, prefix = ""): CredentialPlacement {
  return (credential, headers) => {
    headers.set(name, prefix + credential);
  };
}

/** Creates a placement in a query parameter. */
export function createQueryPlacement(name: string): CredentialPlacement {
  return (credential, _, url) =>
    `${url}${url.includes("?") ? "&" : "?"}${encodeURIComponent(name)}=${encodeURIComponent(credential)}`;
}

/** Creates a placement in a cookie. Browsers do not let programs set cookies of requests. */
export function createCookiePlacement(name: string): CredentialPlacement {
  return (credential, headers) => {
    const others = (headers.get("cookie") ?? "").split("; ").filter((it) => it && !it.startsWith(`${name}=`));
    headers.set("cookie", [...others, `${name}=${encodeURIComponent(credential)}`].join("; "));
  };
}
