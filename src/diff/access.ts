import type { Operation, SecurityAlternative, SecurityRequirement, Server } from "../document/index.js";
import type { Comparison, Pair } from "./comparison.js";
import { compareFlows } from "./oauth-flows.js";

/** Compares where an operation is reached, and with which credentials: each old way has to be among the new ones. */
export function compareAccess(comparison: Comparison, pair: Pair<Operation>): void {
  if (pair.new.kind === "webhook") return;
  compareServers(comparison, pair);
  compareSecurity(comparison, pair);
  compareFlows(comparison, pair);
}

function compareServers({ tell }: Comparison, { old, new: next }: Pair<Operation>): void {
  const [was, is] = [old.servers.flatMap(urlsOf), next.servers.flatMap(urlsOf)];
  const touch = { operation: next.id, part: "servers" };
  const [before, after] = [old.servers[0]?.pointer ?? "/servers", next.servers[0]?.pointer ?? "/servers"];
  for (const { url, pointer } of was)
    if (!is.some((it) => it.url === url))
      tell({
        code: "server.removed",
        message: `the server ${url} is gone; still there would be compatible`,
        old: pointer,
        new: after,
        subject: url,
        touch,
      });
  for (const { url, pointer } of is)
    if (!was.some((it) => it.url === url))
      tell({
        code: "server.added",
        message: `the server ${url} is new`,
        old: before,
        new: pointer,
        subject: url,
        touch,
      });
}

const MOST_URLS = 64;

/** A variable with an enumeration stands for its values; one without for any text, whatever it is called. */
function urlsOf({ url, variables, pointer }: Server): { readonly url: string; readonly pointer: string }[] {
  let urls = [url.replace(/\/$/, "")];
  for (const [name, { enum: values }] of Object.entries(variables)) {
    const texts = values ?? ["{}"];
    if (urls.length * texts.length <= MOST_URLS)
      urls = urls.flatMap((it) => texts.map((text) => it.replaceAll(`{${name}}`, text)));
  }
  return urls.map((it) => ({ url: it === "" ? "/" : it, pointer }));
}

function compareSecurity({ tell }: Comparison, { old, new: next }: Pair<Operation>): void {
  const [was, is] = [alternativesOf(old), alternativesOf(next)];
  const places = { old: old.securityPointer, new: next.securityPointer };
  const touch = { operation: next.id, part: "security" };
  const lost = was.filter((alternative) => !is.some((it) => suffices(alternative, it)));
  const won = is.filter((alternative) => !was.some((it) => suffices(alternative, it)));
  if (lost.length > 0)
    tell({
      code: "security.narrowed",
      message: `${lost.map(named).join(" or ")} is no longer enough; now it takes ${is.map(named).join(" or ")}; the old ones besides would be compatible`,
      ...places,
      touch,
    });
  if (won.length > 0 && lost.length === 0)
    tell({ code: "security.widened", message: `${won.map(named).join(" or ")} is enough now`, ...places, touch });
}

function alternativesOf({ security }: Operation): readonly SecurityAlternative[] {
  return security.length === 0 ? [[]] : security;
}

/** Whether who has the credentials of the one alternative has those of the other. */
function suffices(given: SecurityAlternative, asked: SecurityAlternative): boolean {
  return asked.every((wanted) =>
    given.some((it) => schemeOf(it) === schemeOf(wanted) && wanted.scopes.every((scope) => it.scopes.includes(scope))),
  );
}

/** A scheme is what it asks for, not what it is called. */
function schemeOf({ name, scheme }: SecurityRequirement): string {
  if (scheme === undefined) return name;
  const { type, scheme: kind, in: place, name: key, openIdConnectUrl } = scheme.value;
  return JSON.stringify([type, String(kind ?? "").toLowerCase(), place, key, openIdConnectUrl]);
}

function named(alternative: SecurityAlternative): string {
  if (alternative.length === 0) return "nothing";
  return alternative
    .map(({ name, scopes }) => (scopes.length === 0 ? name : `${name} (${scopes.join(", ")})`))
    .join(" with ");
}
