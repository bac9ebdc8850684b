import { asArray, asObject, isObject, type JsonObject } from "../document/index.js";
import { componentsOf, meant } from "./document-rules.js";
import type { Rules } from "./rule.js";
import { keyOf } from "./walk.js";

/** What each type of scheme, and each flow of OAuth, must say: https://spec.openapis.org/oas/v3.1.1#security-scheme-object */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  apiKey: ["name", "in"],
  http: ["scheme"],
  oauth2: ["flows"],
  openIdConnect: ["openIdConnectUrl"],
  implicit: ["authorizationUrl"],
  password: ["tokenUrl"],
  clientCredentials: ["tokenUrl"],
  authorizationCode: ["authorizationUrl", "tokenUrl"],
};

/** Security schemes and what asks for them. */
export const SECURITY_RULES = {
  "spec.security.scheme-undeclared": {
    level: "error",
    title: "A security requirement names a scheme that is not declared.",
    fix: "Declare the scheme in components.securitySchemes.",
    on: ["securityRequirement"],
    *find({ value }, lint) {
      const schemes = componentsOf(lint, "securitySchemes");
      for (const name in value)
        if (!schemes.has(name))
          yield { message: `there is no security scheme "${name}"${meant(name, schemes.keys())}`, at: [name] };
    },
  },
  "spec.security.scopes-unexpected": {
    level: "error",
    title: "A security requirement of OpenAPI 3.0 has scopes for a scheme that knows none.",
    fix: "Leave the list empty, or use OpenAPI 3.1, in which it may name roles.",
    on: ["securityRequirement"],
    *find({ value }, lint) {
      if (!lint.is30) return;
      const schemes = componentsOf(lint, "securitySchemes");
      for (const name in value) {
        const type = schemes.get(name)?.type;
        if ((type === "apiKey" || type === "http") && asArray(value[name]).length > 0)
          yield { message: `"${name}" is of type ${type}, which has no scopes`, at: [name] };
      }
    },
  },
  "spec.security.scope-undeclared": {
    level: "warn",
    title: "A security requirement names a scope that no flow of its scheme offers.",
    fix: "Add the scope to the flows of the scheme.",
    on: ["securityRequirement"],
    *find({ value }, lint) {
      const schemes = componentsOf(lint, "securitySchemes");
      for (const name in value) {
        const scheme = schemes.get(name);
        if (scheme?.type !== "oauth2" || !isObject(scheme.flows)) continue;
        const scopes = scopesOf(scheme.flows);
        for (const [index, scope] of asArray(value[name]).entries())
          if (typeof scope === "string" && !scopes.has(scope))
            yield { message: `"${name}" offers no scope "${scope}"${meant(scope, scopes)}`, at: [name, index] };
      }
    },
  },
  "spec.security.scheme-incomplete": {
    level: "error",
    title: "A security scheme or a flow lacks a field that its type requires.",
    fix: "Add the field.",
    on: ["securityScheme", "oauthFlow"],
    *find(place) {
      const type = place.kind === "oauthFlow" ? keyOf(place) : String(place.value.type);
      for (const field of Object.hasOwn(NEEDED, type) ? (NEEDED[type] ?? []) : [])
        if (place.value[field] === undefined) yield { message: `of type ${type}, it must have "${field}"` };
    },
  },
} satisfies Rules;

function scopesOf(flows: JsonObject): ReadonlySet<string> {
  return new Set(Object.values(flows).flatMap((flow) => Object.keys(asObject(asObject(flow)?.scopes) ?? {})));
}
