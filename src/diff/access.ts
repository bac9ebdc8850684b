import { compileServer } from "../check/index.js";
import {
  asObject,
  type Json,
  joinPointer,
  memoizeByObject,
  type Operation,
  type Pointer,
  replaceParameterNames,
  type SecurityAlternative,
  type SecurityRequirement,
  type Server,
} from "../document/index.js";
import { type Comparison, createReporter, type OperationPart, type Pair } from "./comparison.js";
import { NEEDS_SCOPES } from "./finding.js";

/** Compares the servers and the security of an operation: each old option must still work. */
export function compareAccess(comparison: Comparison, pair: Pair<Operation>): void {
  if (pair.new.kind === "webhook") return;
  compareServers(comparison, pair);
  compareSecurity(comparison, pair);
  compareOAuthFlows(comparison, pair);
}

function compareSecurity(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const [before, after] = [getAlternatives(old), getAlternatives(next)];
  const affected = { operation: next.id, part: "security" };
  const pair = { old: { pointer: old.securityPointer }, new: { pointer: next.securityPointer } };
  const report = createReporter(comparison, pair, affected);
  const refused = before.filter((alternative) => !after.some((it) => coversCredentials(alternative, it)));
  const removed = refused.filter((alternative) => {
    const partner = after.find((it) => coversCredentials(alternative, it, getDeclaredName));
    if (partner !== undefined) reportChangedSchemes(comparison, affected, { old: alternative, new: partner });
    return partner === undefined;
  });
  const added = after.filter((alternative) => !before.some((it) => coversCredentials(alternative, it)));
  const list = (all: readonly SecurityAlternative[]): string => all.map(formatAlternative).join(" or ");
  const needsScopes = removed.every((given) => after.some((it) => coversCredentials(given, withoutScopes(it))));
  const advice = "keep the old alternatives to stay compatible";
  if (removed.length > 0 && needsScopes)
    report("security.narrowed", `security no longer accepts ${list(removed)}${NEEDS_SCOPES}`, {
      advice: `${next.id} accepts ${list(after)}; ${advice}`,
    });
  else if (removed.length > 0)
    report("security.narrowed", `security no longer accepts ${list(removed)}, only ${list(after)}`, { advice });
  if (added.length > 0 && refused.length === 0) report("security.widened", `security now also accepts ${list(added)}`);
}

/** Reports the schemes that kept their names, each at its own place, so that all operations have one finding. */
function reportChangedSchemes(comparison: Comparison, affected: OperationPart, pair: Pair<SecurityAlternative>): void {
  for (const before of pair.old) {
    const after = pair.new.find(({ name }) => name === before.name);
    if (after === undefined || getSchemeKey(before) === getSchemeKey(after)) continue;
    const [from, to] = [describeScheme(before), describeScheme(after)];
    const places = { old: { pointer: before.scheme?.pointer ?? "" }, new: { pointer: after.scheme?.pointer ?? "" } };
    const report = createReporter(comparison, places, affected);
    report("security.narrowed", `security scheme ${before.name} changed from ${from} to ${to}`, {
      advice: "add a scheme with another name, and keep the old one to stay compatible",
    });
  }
}

function getAlternatives({ security }: Operation): readonly SecurityAlternative[] {
  return security.length === 0 ? [[]] : security;
}

function getDeclaredName({ name, scheme }: SecurityRequirement): string {
  return scheme === undefined ? `undeclared ${name}` : name;
}

function withoutScopes(alternative: SecurityAlternative): SecurityAlternative {
  return alternative.map((it) => ({ ...it, scopes: [] }));
}

/** Whether credentials for one alternative also satisfy the other. */
function coversCredentials(given: SecurityAlternative, required: SecurityAlternative, getKey = getSchemeKey): boolean {
  return required.every((wanted) =>
    given.some((it) => getKey(it) === getKey(wanted) && wanted.scopes.every((scope) => it.scopes.includes(scope))),
  );
}

/** Schemes are compared by content, because a name may change. The names of headers have no case. */
function getSchemeKey({ name, scheme }: SecurityRequirement): string {
  if (scheme === undefined) return name;
  const { type, scheme: kind, in: place, name: key, openIdConnectUrl } = scheme.value;
  const field = place === "header" ? String(key).toLowerCase() : key;
  return JSON.stringify([type, String(kind ?? "").toLowerCase(), place, field, openIdConnectUrl]);
}

function formatAlternative(alternative: SecurityAlternative): string {
  if (alternative.length === 0) return "no credentials";
  return alternative
    .map(({ name, scopes }) => (scopes.length === 0 ? name : `${name} (${scopes.join(", ")})`))
    .join(" with ");
}

function describeScheme({ scheme }: SecurityRequirement): string {
  const { type, scheme: kind, in: place, name, openIdConnectUrl } = scheme?.value ?? {};
  return [type, kind, place, name, openIdConnectUrl].filter((it) => it !== undefined).join(" ");
}

/** Compares the OAuth flows of the schemes that both operations use: URLs and scopes. */
function compareOAuthFlows(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const affected = { operation: next.id, part: "security" };
  const [oldSchemes, newSchemes] = [listSchemes(old), listSchemes(next)];
  for (const [name, before] of oldSchemes) {
    const after = newSchemes.get(name);
    if (after === undefined) continue;
    const report = createReporter(comparison, { old: before, new: after }, affected);
    for (const subject of before.parts.filter((it) => !after.parts.includes(it)))
      report("security.flow.removed", `${name}: ${subject} was removed`, { subject });
    for (const subject of after.parts.filter((it) => !before.parts.includes(it)))
      report("security.flow.added", `${name}: ${subject} was added`, { subject });
  }
}

function listSchemes({ security }: Operation) {
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

/** Compares the URLs of an operation: each URL that clients use today must still lead to it. */
function compareServers(comparison: Comparison, { old, new: next }: Pair<Operation>): void {
  const [oldUrls, newUrls] = [old.servers.flatMap(expandUrls), next.servers.flatMap(expandUrls)];
  const places = { old: findServerList(old), new: findServerList(next) };
  const report = createReporter(comparison, places, { operation: next.id, part: "servers" });
  const isNew = (url: string): boolean => newUrls.some((it) => it.url === url) && old.path === next.path;
  const isOld = (url: string): boolean => oldUrls.some((it) => it.url === url) && old.path === next.path;
  const removed = oldUrls.filter(({ url }) => !isNew(url) && !isServed(url, { old, new: next }));
  const added = newUrls.filter(({ url }) => !isOld(url) && !isServed(url, { old: next, new: old }));
  for (const { url, text, pointer } of removed)
    report("server.removed", `the server ${text} was removed`, {
      advice: "keep it to stay compatible",
      old: pointer,
      subject: url,
    });
  for (const { url, text, pointer } of added)
    report("server.added", `the server ${text} was added`, { new: pointer, subject: url });
  const [one, other] = [oldUrls, newUrls].map((urls) => urls.map(({ url }) => url).join(", "));
  if (removed.length + added.length === 0 && one !== other)
    report("keyword.changed", `the servers changed from ${one} to ${other}; every URL is still served`);
}

/** The list of the servers: one of them would be another server than the one that a change is about. */
function findServerList({ servers: [first] }: Operation): { readonly pointer: Pointer } {
  return { pointer: (first?.pointer ?? "/servers").replace(/\/\d+$/, "") };
}

/** Whether a request to the old operation at a URL leads to the new one at one of its servers. */
function isServed(url: string, { old, new: next }: Pair<Operation>): boolean {
  const [, origin, base = ""] = /^([a-z][a-z0-9+.-]*:\/\/[^/]*)?(.*)$/i.exec(url) ?? [];
  const basePath = base === "/" ? "" : base;
  if (next.servers.some((server) => expandUrls(server).some((it) => it.url === url)) && isSamePath(old.path, next.path))
    return true;
  if (origin === undefined)
    return [old.path, next.path].some((path) => isSamePath(basePath + old.path, getBasePath(next) + path));
  const concrete = { origin: fillVariables(origin), path: fillVariables(basePath) + old.path };
  return next.servers.some((server) =>
    compileWithoutChoice(server).some(({ stripBase }) => {
      const rest = stripBase(concrete.origin, concrete.path);
      return rest !== undefined && (rest === old.path || isSamePath(rest, next.path));
    }),
  );
}

const compileWithoutChoice = memoizeByObject((server: Server) => compileServer(server, []));

function isSamePath(one: string, other: string): boolean {
  return replaceParameterNames(one) === replaceParameterNames(other);
}

/** A text that only a variable matches. */
function fillVariables(url: string): string {
  return url.replaceAll(/\{[^{}]*\}/g, "any-value");
}

/** The path of the first server, in front of the paths of the spec. */
export function getBasePath({ servers }: Operation): string {
  const [url = "/"] = servers.flatMap(expandUrls).map((it) => it.url);
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "");
  return path === "/" ? "" : path;
}

const MAX_URLS = 64;

/** Expands server variables with an enum into their values; other variables match any text. */
function expandUrls({ url, variables, pointer }: Server) {
  let texts = [url.replace(/\/$/, "")];
  for (const [name, { enum: values = [] }] of Object.entries(variables))
    if (values.length > 0 && texts.length * values.length <= MAX_URLS)
      texts = texts.flatMap((it) => values.map((value) => it.replaceAll(`{${name}}`, value)));
  return texts.map((text) => ({
    /** A variable that matches any text is `{}`, because its name is not part of a request. */
    url: replaceParameterNames(text) || "/",
    text: text || "/",
    pointer,
  }));
}
