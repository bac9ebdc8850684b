import { asObject, asString, type Operation, type SecurityAlternative, takeName } from "../../document/index.js";
import { Code, type CodeValue, formatCallOf, formatReference } from "../code.js";
import type { ClientConfig } from "./client-config.js";
import { toIdentifier } from "./operation-names.js";

type Requirement = SecurityAlternative[number];

/**
 * Reads the credentials that operations need, and collects the schemes as constants of the generated code.
 *
 * @param variables names that these constants cannot have
 */
export function createSecurityReader(
  operations: readonly Operation[],
  { tokenEndpoint }: ClientConfig,
  variables: Iterable<string>,
) {
  // A sign-in authenticates its own requests.
  const readAlternatives = (operation: Operation) =>
    operation.id === tokenEndpoint ? [] : listUsableAlternatives(operation);
  const used = new Map(operations.flatMap(readAlternatives).flatMap((it) => it.map((one) => [one.name, one] as const)));
  // A client sends bearer tokens by default, so the calls of a spec with this scheme alone need no name.
  const isImplicit = used.size === 0 || (used.size === 1 && [...used.values()].every(isBearer));
  const taken = new Set(variables);
  const rows = [...used.values()].map((scheme) => {
    const variable = takeName(`${toIdentifier(scheme.name)}Scheme`, taken);
    return { scheme, variable, row: [scheme.name, createPlacement(scheme)] };
  });
  const isUsed = new Set<string>();
  const read = (operation: Operation): CodeValue | undefined => {
    const alternatives = readAlternatives(operation);
    if (alternatives.length === 0) return used.size === 0 ? undefined : false;
    if (isImplicit) return undefined;
    const sets = alternatives.map((alternative) =>
      alternative.map(({ name }) => {
        const variable = rows.find(({ scheme }) => scheme.name === name)?.variable ?? "";
        isUsed.add(variable);
        return new Code(variable);
      }),
    );
    return formatCallOf("defineAuth", ...sets);
  };
  return {
    read,
    /** The names of the schemes that an operation can use. */
    listNames: (operation: Operation): string[] => [
      ...new Set(readAlternatives(operation).flatMap((it) => it.map(({ name }) => name))),
    ],
    /** The names that `signIn` can have. Without schemes, a client can send a bearer token. */
    names: used.size === 0 ? ["bearer"] : [...used.keys()],
    // The sign-ins of a configured token endpoint are no grants of OAuth 2.
    tokenEndpoints: Object.fromEntries(tokenEndpoint ? [] : [...used.values()].flatMap(readTokenEndpoint)),
    /** The constants that the calls read so far need. */
    listConstants: (): Readonly<Record<string, CodeValue>> =>
      Object.fromEntries(rows.flatMap(({ variable, row }) => (isUsed.has(variable) ? [[variable, row]] : []))),
  };
}

/** Where a scheme has its tokens from; nothing if its flows have several token endpoints. */
function readTokenEndpoint({ name, scheme }: Requirement): readonly (readonly [name: string, endpoint: CodeValue])[] {
  const { openIdConnectUrl, flows } = scheme?.value ?? {};
  if (openIdConnectUrl !== undefined) return [[name, { openIdConnectUrl }]];
  const urls = Object.values(asObject(flows) ?? {}).flatMap((flow) => asString(asObject(flow)?.tokenUrl) ?? []);
  const [tokenUrl, ...others] = new Set(urls);
  return tokenUrl === undefined || others.length > 0 ? [] : [[name, { tokenUrl }]];
}

function listUsableAlternatives({ security }: Operation): SecurityAlternative[] {
  return security.map((it) => it.filter(isInRequest)).filter((it) => it.length > 0);
}

/** The schemes that a sample signs in with: those of the first alternative that a request can meet. None if the operation needs none. */
export function chooseSampleSchemes(operation: Operation): SecurityAlternative {
  const isOpen = operation.security.some((alternative) => alternative.length === 0);
  return (isOpen ? undefined : listUsableAlternatives(operation)[0]) ?? [];
}

/** Mutual TLS is up to `fetch`, and nothing is known about a scheme that is not declared. */
function isInRequest({ scheme }: Requirement): boolean {
  const type = asString(scheme?.value.type);
  return type !== undefined && type !== "mutualTLS";
}

function isBearer({ scheme }: Requirement): boolean {
  const { type, scheme: http } = scheme?.value ?? {};
  return (
    type === "oauth2" || type === "openIdConnect" || (type === "http" && asString(http)?.toLowerCase() === "bearer")
  );
}

function createPlacement(requirement: Requirement): CodeValue {
  const { type, scheme: http, in: place, name } = requirement.scheme?.value ?? {};
  if (isBearer(requirement)) return formatReference("placeBearer");
  if (type === "apiKey") {
    const kind = place === "query" ? "Query" : place === "cookie" ? "Cookie" : "Header";
    return formatCallOf(`create${kind}Placement`, asString(name) ?? "");
  }
  if (asString(http)?.toLowerCase() === "basic") return formatReference("placeBasic");
  return formatCallOf("createHeaderPlacement", "Authorization", `${asString(http) ?? ""} `);
}
