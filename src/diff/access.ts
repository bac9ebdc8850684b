import type { Operation, SecurityAlternative, SecurityRequirement, Server } from "../document/index.js";
import type { Comparison, Pair } from "./comparison.js";
import { compareOAuthFlows } from "./oauth-flows.js";

/** Compares where an operation is reached, and with which credentials: each old way has to be among the new ones. */
export function compareAccess(comparison: Comparison, pair: Pair<Operation>): void {
  if (pair.new.kind === "webhook") return;
  compareServers(comparison, pair);
  compareSecurity(comparison, pair);
  compareOAuthFlows(comparison, pair);
}

function compareServers({ report }: Comparison, { old, new: next }: Pair<Operation>): void {
  const [was, is] = [old.servers.flatMap(expandUrls), next.servers.flatMap(expandUrls)];
  const affected = { operation: next.id, part: "servers" };
  const [before, after] = [old.servers[0]?.pointer ?? "/servers", next.servers[0]?.pointer ?? "/servers"];
  for (const { url, pointer } of was)
    if (!is.some((it) => it.url === url))
      report({
        code: "server.removed",
        message: `the server ${url} is gone; still there would be compatible`,
        old: pointer,
        new: after,
        subject: url,
        affected,
      });
  for (const { url, pointer } of is)
    if (!was.some((it) => it.url === url))
      report({
        code: "server.added",
        message: `the server ${url} is new`,
        old: before,
        new: pointer,
        subject: url,
        affected,
      });
}

const MAX_URLS = 64;

/** A variable with an enumeration stands for its values; one without for any text, whatever it is called. */
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
  const [was, is] = [getAlternatives(old), getAlternatives(next)];
  const pointers = { old: old.securityPointer, new: next.securityPointer };
  const affected = { operation: next.id, part: "security" };
  const removed = was.filter((alternative) => !is.some((it) => coversCredentials(alternative, it)));
  const added = is.filter((alternative) => !was.some((it) => coversCredentials(alternative, it)));
  if (removed.length > 0)
    report({
      code: "security.narrowed",
      message: `${removed.map(formatAlternative).join(" or ")} is no longer enough; now it takes ${is.map(formatAlternative).join(" or ")}; the old ones besides would be compatible`,
      ...pointers,
      affected,
    });
  if (added.length > 0 && removed.length === 0)
    report({
      code: "security.widened",
      message: `${added.map(formatAlternative).join(" or ")} is enough now`,
      ...pointers,
      affected,
    });
}

function getAlternatives({ security }: Operation): readonly SecurityAlternative[] {
  return security.length === 0 ? [[]] : security;
}

/** Whether who has the credentials of the one alternative has those of the other. */
function coversCredentials(given: SecurityAlternative, required: SecurityAlternative): boolean {
  return required.every((wanted) =>
    given.some(
      (it) => getSchemeKey(it) === getSchemeKey(wanted) && wanted.scopes.every((scope) => it.scopes.includes(scope)),
    ),
  );
}

/** A scheme is what it asks for, not what it is called. */
function getSchemeKey({ name, scheme }: SecurityRequirement): string {
  if (scheme === undefined) return name;
  const { type, scheme: kind, in: place, name: key, openIdConnectUrl } = scheme.value;
  return JSON.stringify([type, String(kind ?? "").toLowerCase(), place, key, openIdConnectUrl]);
}

function formatAlternative(alternative: SecurityAlternative): string {
  if (alternative.length === 0) return "nothing";
  return alternative
    .map(({ name, scopes }) => (scopes.length === 0 ? name : `${name} (${scopes.join(", ")})`))
    .join(" with ");
}
