import type { Operation, SecurityAlternative, SecurityRequirement } from "../../document/index.js";
import { asObject, type Json, joinPointer, type Pointer } from "../../document/index.js";
import type { Comparison, Pair } from "../comparison.js";
import { compareServers } from "./servers.js";

/** Compares the servers and the security of an operation: each old option must still work. */
export function compareAccess(comparison: Comparison, pair: Pair<Operation>): void {
  if (pair.new.kind === "webhook") return;
  compareServers(comparison, pair);
  compareSecurity(comparison, pair);
  compareOAuthFlows(comparison, pair);
}

function compareSecurity({ report }: Comparison, { old, new: next }: Pair<Operation>): void {
  const [before, after] = [getAlternatives(old), getAlternatives(next)];
  const pointers = { old: old.securityPointer, new: next.securityPointer };
  const affected = { operation: next.id, part: "security" };
  const removed = before.filter((alternative) => !after.some((it) => coversCredentials(alternative, it)));
  const added = after.filter((alternative) => !before.some((it) => coversCredentials(alternative, it)));
  const names = (all: readonly SecurityAlternative[]): string[] => all.map((it) => formatAlternative(it));
  // A scheme of the same name may have changed; then only its content shows the difference.
  const isDetailed = names(removed).some((name) => names(after).includes(name));
  const list = (all: readonly SecurityAlternative[]): string =>
    all.map((it) => formatAlternative(it, isDetailed)).join(" or ");
  if (removed.length > 0)
    report({
      code: "security.narrowed",
      message: `security no longer accepts ${list(removed)}, only ${list(after)}; keep the old alternatives to stay compatible`,
      ...pointers,
      affected,
    });
  if (added.length > 0 && removed.length === 0)
    report({
      code: "security.widened",
      message: `security now also accepts ${list(added)}`,
      ...pointers,
      affected,
    });
}

function getAlternatives({ security }: Operation): readonly SecurityAlternative[] {
  return security.length === 0 ? [[]] : security;
}

/** Whether credentials for one alternative also satisfy the other. */
function coversCredentials(given: SecurityAlternative, required: SecurityAlternative): boolean {
  return required.every((wanted) =>
    given.some(
      (it) => getSchemeKey(it) === getSchemeKey(wanted) && wanted.scopes.every((scope) => it.scopes.includes(scope)),
    ),
  );
}

/** Schemes are compared by content, because a name may change. The names of headers have no case. */
function getSchemeKey({ name, scheme }: SecurityRequirement): string {
  if (scheme === undefined) return name;
  const { type, scheme: kind, in: place, name: key, openIdConnectUrl } = scheme.value;
  const field = place === "header" ? String(key).toLowerCase() : key;
  return JSON.stringify([type, String(kind ?? "").toLowerCase(), place, field, openIdConnectUrl]);
}

function formatAlternative(alternative: SecurityAlternative, isDetailed = false): string {
  if (alternative.length === 0) return "no credentials";
  return alternative
    .map((it) => {
      const details = [...(isDetailed ? describeScheme(it) : []), ...it.scopes];
      return details.length === 0 ? it.name : `${it.name} (${details.join(", ")})`;
    })
    .join(" with ");
}

function describeScheme({ scheme }: SecurityRequirement): string[] {
  const { type, scheme: kind, in: place, name, openIdConnectUrl } = scheme?.value ?? {};
  const parts = [type, kind, place, name, openIdConnectUrl].filter((it) => it !== undefined);
  return parts.length === 0 ? [] : [parts.join(" ")];
}

/** Compares the OAuth flows of the schemes that both operations use: URLs and scopes. */
function compareOAuthFlows({ report }: Comparison, { old, new: next }: Pair<Operation>): void {
  const affected = { operation: next.id, part: "security" };
  const [oldSchemes, newSchemes] = [listSchemes(old), listSchemes(next)];
  for (const [name, before] of oldSchemes) {
    const after = newSchemes.get(name);
    if (after === undefined) continue;
    const common = { old: before.pointer, new: after.pointer, affected };
    for (const subject of before.parts.filter((it) => !after.parts.includes(it)))
      report({ code: "security.flow.removed", message: `${name}: ${subject} was removed`, subject, ...common });
    for (const subject of after.parts.filter((it) => !before.parts.includes(it)))
      report({ code: "security.flow.added", message: `${name}: ${subject} was added`, subject, ...common });
  }
}

type OAuthScheme = { readonly pointer: Pointer; readonly parts: readonly string[] };

function listSchemes({ security }: Operation): ReadonlyMap<string, OAuthScheme> {
  return new Map(
    security.flat().flatMap(({ name, scheme }) => {
      const flows = asObject(scheme?.value.flows);
      if (scheme === undefined || flows === undefined) return [];
      return [[name, { pointer: joinPointer(scheme.pointer, "flows"), parts: listFlowParts(flows) }] as const];
    }),
  );
}

function listFlowParts(flows: Readonly<Record<string, Json>>): string[] {
  return Object.entries(flows).flatMap(([kind, flow]) => {
    const { authorizationUrl, tokenUrl, refreshUrl, scopes } = asObject(flow) ?? {};
    const addresses = Object.entries({ authorizationUrl, tokenUrl, refreshUrl });
    return [
      ...addresses.flatMap(([field, url]) => (typeof url === "string" ? [`${field} ${url} of ${kind}`] : [])),
      ...Object.keys(asObject(scopes) ?? {}).map((scope) => `the scope ${scope} of ${kind}`),
    ];
  });
}
