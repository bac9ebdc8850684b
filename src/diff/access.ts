import type { Operation, SecurityAlternative, SecurityRequirement, Server } from "../document/index.js";
import type { Comparison, Pair } from "./comparison.js";
import { compareOAuthFlows } from "./oauth-flows.js";

/** Compares the servers and the security of an operation: each old option must still work. */
export function compareAccess(comparison: Comparison, pair: Pair<Operation>): void {
  if (pair.new.kind === "webhook") return;
  compareServers(comparison, pair);
  compareSecurity(comparison, pair);
  compareOAuthFlows(comparison, pair);
}

function compareServers({ report }: Comparison, { old, new: next }: Pair<Operation>): void {
  const [oldUrls, newUrls] = [old.servers.flatMap(expandUrls), next.servers.flatMap(expandUrls)];
  const affected = { operation: next.id, part: "servers" };
  const [before, after] = [old.servers[0]?.pointer ?? "/servers", next.servers[0]?.pointer ?? "/servers"];
  for (const { url, pointer } of oldUrls)
    if (!newUrls.some((it) => it.url === url))
      report({
        code: "server.removed",
        message: `the server ${url} was removed; keep it to stay compatible`,
        old: pointer,
        new: after,
        subject: url,
        affected,
      });
  for (const { url, pointer } of newUrls)
    if (!oldUrls.some((it) => it.url === url))
      report({
        code: "server.added",
        message: `the server ${url} was added`,
        old: before,
        new: pointer,
        subject: url,
        affected,
      });
}

const MAX_URLS = 64;

/** Expands server variables with an enum into their values; other variables match any text. */
function expandUrls({ url, variables, pointer }: Server): { readonly url: string; readonly pointer: string }[] {
  let urls = [url.replace(/\/$/, "")];
  for (const [name, { enum: values }] of Object.entries(variables)) {
    const texts = values ?? ["{}"];
    if (urls.length * texts.length <= MAX_URLS)
      urls = urls.flatMap((it) => texts.map((text) => it.replaceAll(`{${name}}`, text)));
  }
  return urls.map((it) => ({ url: it === "" ? "/" : it, pointer }));
}

function compareSecurity({ report }: Comparison, { old, new: next }: Pair<Operation>): void {
  const [before, after] = [getAlternatives(old), getAlternatives(next)];
  const pointers = { old: old.securityPointer, new: next.securityPointer };
  const affected = { operation: next.id, part: "security" };
  const removed = before.filter((alternative) => !after.some((it) => coversCredentials(alternative, it)));
  const added = after.filter((alternative) => !before.some((it) => coversCredentials(alternative, it)));
  if (removed.length > 0)
    report({
      code: "security.narrowed",
      message: `security no longer accepts ${removed.map(formatAlternative).join(" or ")}, only ${after.map(formatAlternative).join(" or ")}; keep the old alternatives to stay compatible`,
      ...pointers,
      affected,
    });
  if (added.length > 0 && removed.length === 0)
    report({
      code: "security.widened",
      message: `security now also accepts ${added.map(formatAlternative).join(" or ")}`,
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

/** Schemes are compared by content, because a name may change. */
function getSchemeKey({ name, scheme }: SecurityRequirement): string {
  if (scheme === undefined) return name;
  const { type, scheme: kind, in: place, name: key, openIdConnectUrl } = scheme.value;
  return JSON.stringify([type, String(kind ?? "").toLowerCase(), place, key, openIdConnectUrl]);
}

function formatAlternative(alternative: SecurityAlternative): string {
  if (alternative.length === 0) return "no credentials";
  return alternative
    .map(({ name, scopes }) => (scopes.length === 0 ? name : `${name} (${scopes.join(", ")})`))
    .join(" with ");
}
