import { asString, type Operation, type SecurityAlternative } from "../../document/index.js";
import { Code, type CodeValue } from "../code.js";
import type { ClientConfig } from "./client-config.js";
import { pickFreeName, toIdentifier } from "./operation-names.js";
import { formatCallOf, formatReference } from "./runtime-code.js";

type Requirement = SecurityAlternative[number];

/** Reads the credentials that operations need, and collects the schemes as constants of the generated code. */
export function createSecurityReader(operations: readonly Operation[], { defaultScheme, tokenEndpoint }: ClientConfig) {
  const all = operations.flatMap(({ security }) => security).map((it) => it.filter(isInRequest));
  const used = new Map(all.flat().map((it) => [it.name, it]));
  const main = used.get(defaultScheme ?? chooseDefault(all) ?? "");
  // A client sends bearer tokens by default, so the calls of such a spec need no names.
  const isImplicit = main !== undefined && isBearer(main) && (used.size === 1 || defaultScheme !== undefined);
  const taken = new Set<string>();
  const rows = [...used.values()].map((scheme) => {
    const variable = pickFreeName(`${toIdentifier(scheme.name)}Scheme`, taken);
    taken.add(variable);
    return { scheme, variable, row: [scheme.name, createPlacement(scheme), ...(scheme === main ? [true] : [])] };
  });
  const isUsed = new Set<string>();
  const read = ({ id, security }: Operation): CodeValue | undefined => {
    const alternatives = security.map((it) => it.filter(isInRequest)).filter((it) => it.length > 0);
    if (used.size === 0) return undefined;
    // A sign-in authenticates its own requests.
    if (alternatives.length === 0 || id === tokenEndpoint) return false;
    const [[only, ...others] = []] = alternatives;
    if (isImplicit && alternatives.length === 1 && others.length === 0 && only?.name === main.name) return undefined;
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
    /** All schemes of the operations. */
    schemeNames: [...used.keys()],
    /** The names that `signIn` can have. */
    names: isImplicit ? [] : rows.map(({ scheme }) => scheme.name),
    /** The constants that the calls read so far need. */
    listConstants: (): Readonly<Record<string, CodeValue>> =>
      Object.fromEntries(rows.flatMap(({ variable, row }) => (isUsed.has(variable) ? [[variable, row]] : []))),
  };
}

/** The scheme that suffices alone for the most operations. */
function chooseDefault(alternatives: readonly SecurityAlternative[]): string | undefined {
  const counts = new Map<string, number>();
  for (const [first, ...more] of alternatives)
    if (first !== undefined && more.length === 0) counts.set(first.name, (counts.get(first.name) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0];
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
