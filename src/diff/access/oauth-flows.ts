import { asObject, type Json, joinPointer, type Operation, type Pointer } from "../../document/index.js";
import type { Comparison, Pair } from "../comparison.js";

/** Compares the OAuth flows of the schemes that both operations use: URLs and scopes. */
export function compareOAuthFlows({ report }: Comparison, { old, new: next }: Pair<Operation>): void {
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
