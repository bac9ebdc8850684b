import type { AuthSelector, CredentialPlacement } from "../calls/call-description.js";

/** A security scheme: its name in the spec, and how its credential is placed in a request. */
export type CredentialScheme = readonly [name: string, place: CredentialPlacement];

/** Creates the choice between alternative sets of credentials: the first that the client has, or else what it has of one. */
export function defineAuth(...alternatives: readonly (readonly CredentialScheme[])[]): AuthSelector {
  return ({ tokens }) => {
    const sets = alternatives.map((schemes) => schemes.filter(([name]) => tokens[name]));
    // Some specs require all of several alternatives.
    const schemes =
      sets.find((set, index) => set.length === alternatives[index]?.length) ?? sets.find(([first]) => first);
    if (!schemes) return [];
    return [
      async (refused) => {
        const parts = refused?.split("\n");
        return (await Promise.all(schemes.map(([name], index) => tokens[name]?.(parts?.[index])))).join("\n");
      },
      (credentials, headers, url) =>
        credentials.split("\n").reduce((target, part, index) => {
          const changed = schemes[index]?.[1](part, headers, target);
          return typeof changed === "string" ? changed : target;
        }, url),
    ];
  };
}

/** Sends a bearer token (RFC 6750, section 2.1). */
export const placeBearer: CredentialPlacement = (token, headers) => headers.set("authorization", `Bearer ${token}`);

/** Sends the credential of HTTP basic authentication: `user:password`, or what `encodeBasic(…)` returns. */
export const placeBasic: CredentialPlacement = (credential, headers) =>
  headers.set("authorization", `Basic ${credential.includes(":") ? btoa(credential) : credential}`);

/** Encodes user and password for HTTP basic authentication (RFC 7617). */
export function encodeBasic(user: string, password: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(`${user}:${password}`)));
}

/** Creates a placement in a header. */
export function createHeaderPlacement(name: string, prefix = ""): CredentialPlacement {
  return (credential, headers) => headers.set(name, prefix + credential);
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
