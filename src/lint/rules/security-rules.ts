import {
  asArray,
  asObject,
  getLocalReferenceTarget,
  isObject,
  type JsonObject,
  valueAt,
} from "../../document/index.js";
import { formatNameHint, formatSuggestion } from "../../schema/validation/closest-name.js";
import type { LintContext, LintRules } from "../rule.js";
import { getKey } from "../walk-document.js";
import { getComponents } from "./document-rules.js";

/** The required fields of each type of scheme, and of each OAuth flow: https://spec.openapis.org/oas/v3.1.1#security-scheme-object */
const REQUIRED_FIELDS: Readonly<Record<string, readonly string[]>> = {
  apiKey: ["name", "in"],
  http: ["scheme"],
  oauth2: ["flows"],
  openIdConnect: ["openIdConnectUrl"],
  implicit: ["authorizationUrl"],
  password: ["tokenUrl"],
  clientCredentials: ["tokenUrl"],
  authorizationCode: ["authorizationUrl", "tokenUrl"],
  deviceAuthorization: ["deviceAuthorizationUrl", "tokenUrl"],
};

/** Rules about security schemes and security requirements. */
export const SECURITY_RULES = {
  "spec.security.scheme-undeclared": {
    level: "error",
    title: "A security requirement names a scheme that is not declared.",
    fix: "Declare the scheme in components.securitySchemes.",
    objectKinds: ["securityRequirement"],
    *find({ value }, lint) {
      const schemes = getComponents(lint)("securitySchemes");
      for (const name in value)
        if (!schemes.has(name) && !isSchemeReference(name, lint))
          yield {
            message: `there is no security scheme "${name}"${formatNameHint(name, [...schemes.keys()])}`,
            at: [name],
          };
    },
  },
  "spec.security.scopes-unexpected": {
    level: "error",
    title: "A security requirement of OpenAPI 3.0 has scopes for a scheme without scopes.",
    fix: "Leave the list empty, or use OpenAPI 3.1, which allows roles there.",
    objectKinds: ["securityRequirement"],
    *find({ value }, lint) {
      if (!lint.is30) return;
      const schemes = getComponents(lint)("securitySchemes");
      for (const name in value) {
        const type = schemes.get(name)?.type;
        if ((type === "apiKey" || type === "http") && asArray(value[name]).length > 0)
          yield { message: `"${name}" is of type ${type}, which has no scopes`, at: [name] };
      }
    },
  },
  "spec.security.scope-undeclared": {
    level: "warn",
    title: "A security requirement names a scope that no flow of its scheme declares.",
    fix: "Add the scope to the flows of the scheme.",
    objectKinds: ["securityRequirement"],
    *find({ value }, lint) {
      const schemes = getComponents(lint)("securitySchemes");
      for (const name in value) {
        const scheme = schemes.get(name);
        if (scheme?.type !== "oauth2" || !isObject(scheme.flows)) continue;
        const scopes = listScopes(scheme.flows);
        for (const [index, scope] of asArray(value[name]).entries())
          if (typeof scope === "string" && !scopes.has(scope))
            yield {
              message: `no flow of "${name}" has the scope "${scope}"${formatSuggestion(scope, scopes)}`,
              at: [name, index],
            };
      }
    },
  },
  "spec.security.scheme-incomplete": {
    level: "error",
    title: "A security scheme or a flow lacks a field that its type requires.",
    fix: "Add the field.",
    objectKinds: ["securityScheme", "oauthFlow"],
    *find(object) {
      const type = object.kind === "oauthFlow" ? getKey(object) : String(object.value.type);
      for (const field of Object.hasOwn(REQUIRED_FIELDS, type) ? (REQUIRED_FIELDS[type] ?? []) : [])
        if (object.value[field] === undefined) yield { message: `type ${type} requires "${field}"` };
    },
  },
} satisfies LintRules;

/** Whether a key is a reference to a security scheme, as OpenAPI 3.2 allows. */
function isSchemeReference(name: string, lint: LintContext): boolean {
  const target = lint.version === "3.2" ? getLocalReferenceTarget(name) : undefined;
  return target !== undefined && lint.kindOf(valueAt(lint.document.root, target)) === "securityScheme";
}

function listScopes(flows: JsonObject): ReadonlySet<string> {
  return new Set(Object.values(flows).flatMap((flow) => Object.keys(asObject(asObject(flow)?.scopes) ?? {})));
}
