import { asString, type Document, type Json, type Operation, valueAt } from "../../document/index.js";
import { type Exchange, isMask, isSuccess } from "../../recording/index.js";
import { getRegistrationFacts } from "../../resources/index.js";
import { CannotValidateError, type CollectUndeclared, type Schemas, type Violation } from "../../schema/index.js";
import { type Router, splitUrl } from "../router/router.js";
import { WEBHOOK_CHECKS } from "../rules/all-checks.js";
import type { CheckContext, CheckFinding, EarlierExchanges } from "../rules/check.js";
import { readJson } from "../rules/values.js";
import {
  createUnknownEventFinding,
  createUnknownWebhookFinding,
  type DeliveredValue,
  findEventMismatch,
  findRegistrationMismatch,
  normalizeAddress,
  verifySignature,
  type WebhookRegistration,
} from "../rules/webhook.js";
import { buildCheckContext, runChecks } from "./check-context.js";
import { dropUnrecorded, type LogCheckResult } from "./finding-rules.js";

/** What a delivery of an event turned out to be. */
type WebhookValidation =
  /** `notLogged`: why the signature was not verified, as data is not recorded. */
  | ({ readonly kind: "webhook"; readonly context: CheckContext } & LogCheckResult)
  | { readonly kind: "unknown"; readonly findings: readonly CheckFinding[] }
  | { readonly kind: "none"; readonly reason: string };

export type WebhookValidator = (exchange: Exchange, known: KnownRegistrations) => WebhookValidation;

/** The registrations at the address of a delivery, and the secrets of the configuration. */
type KnownRegistrations = {
  readonly registrations: readonly WebhookRegistration[];
  readonly secrets: readonly string[];
  readonly earlier?: EarlierExchanges | undefined;
};

type WebhookValidatorOptions = {
  readonly operations: readonly Operation[];
  readonly schemas: Schemas;
  readonly collectUndeclared: CollectUndeclared;
};

/**
 * Creates a function that checks webhook deliveries. A delivery names no operation. It belongs to the webhook whose payload
 * schema it matches with the fewest violations, if the discriminating values (`const`, `enum`) are equal.
 */
export function createWebhookValidator(options: WebhookValidatorOptions): WebhookValidator {
  const { operations, schemas, collectUndeclared } = options;
  const webhooks = operations.filter(({ kind }) => kind === "webhook");
  return (exchange, known) => {
    const { name } = exchange.webhook ?? {};
    const { method } = exchange.request;
    if (webhooks.length === 0) return { kind: "none", reason: "an event, but the spec has no webhooks" };
    const named = name === undefined ? webhooks : webhooks.filter(({ path }) => path === name);
    if (name !== undefined && named.length === 0)
      return { kind: "unknown", findings: [createUnknownWebhookFinding(webhooks, name)] };
    const fits = named
      .filter((operation) => operation.method === method)
      .map((operation) =>
        rankWebhook(schemas, buildCheckContext(schemas, collectUndeclared, { exchange, operation, path: NO_PATH })),
      )
      .sort(
        (a, b) =>
          a.discriminatorViolations.length - b.discriminatorViolations.length || a.violationCount - b.violationCount,
      );
    const [best] = fits;
    if (best === undefined) return { kind: "none", reason: `sent with ${method}, which no webhook in the spec uses` };
    if (name !== undefined || best.discriminatorViolations.length === 0) return checkDelivery(best.context, known);
    const finding = createUnknownEventFinding(
      webhooks,
      fits.flatMap(({ discriminatorViolations }) => discriminatorViolations),
    );
    return { kind: "unknown", findings: [finding, ...listSharedFindings(fits, known)] };
  };
}

type WebhookCandidate = ReturnType<typeof rankWebhook>;

function rankWebhook(schemas: Schemas, context: CheckContext) {
  const { content, media, view } = context.bodies.request;
  // An unreadable body matches all webhooks equally.
  if (content.kind !== "value" || media?.schema === undefined)
    return { context, violationCount: 0, discriminatorViolations: [] };
  try {
    const failures = schemas.validate(media.schema, view, content.value);
    return {
      context,
      violationCount: failures.length,
      /** Violations that show that it is another event. */
      discriminatorViolations: failures.filter(isDiscriminatorViolation),
    };
  } catch (error) {
    if (!(error instanceof CannotValidateError)) throw error;
    return { context, violationCount: UNKNOWN_VIOLATION_COUNT, discriminatorViolations: [] };
  }
}

/** Ranks a webhook whose schema cannot be checked after those that match without violations. */
const UNKNOWN_VIOLATION_COUNT = 0.5;

function isDiscriminatorViolation({ keyword, instance }: Violation): boolean {
  return (keyword === "const" || keyword === "enum") && instance.split("/").length === 2;
}

/**
 * Lists what is wrong with an event of an unknown type by what holds for every event: the violations that it has as each of the
 * webhooks. A single webhook does not show what other payloads have.
 */
function listSharedFindings(fits: readonly WebhookCandidate[], known: KnownRegistrations): readonly CheckFinding[] {
  const [best, ...others] = fits
    .slice(0, MAX_COMPARED_WEBHOOKS)
    .map(({ context }) => checkDelivery(context, known))
    .map((it) => (it.kind === "webhook" ? it.findings : []));
  const types = new Set(
    fits.flatMap(({ discriminatorViolations }) => discriminatorViolations.map((it) => it.instance)),
  );
  const isShared = (it: CheckFinding): boolean => {
    if (/\.(undeclared|not-in-enum)$/.test(it.code)) return false;
    if (it.part === "request.body" && (others.length === 0 || types.has(it.at ?? ""))) return false;
    return others.every((found) =>
      found.some(({ code, at, keyword }) => code === it.code && at === it.at && keyword === it.keyword),
    );
  };
  return (best ?? []).filter(isShared);
}

const MAX_COMPARED_WEBHOOKS = 100;

function checkDelivery(context: CheckContext, known: KnownRegistrations): WebhookValidation {
  const { registrations, secrets, earlier } = known;
  const checked = runChecks(context, WEBHOOK_CHECKS);
  const { findings, notValidated, notLogged: unavailable } = dropUnrecorded(context, checked);
  const mismatch =
    findRegistrationMismatch(context, registrations) ?? findEventMismatch(context, registrations, earlier);
  const kept = [...findings, mismatch ?? []].flat().filter(({ code }) => !IGNORED_LISTENER_CODES.has(code));
  const signature = verifySignature(context, [...registrations.flatMap(({ secret }) => secret ?? []), ...secrets]);
  const notLogged = [...unavailable, ...(signature.kind === "unverified" ? [signature.reason] : [])];
  if (signature.kind !== "invalid") return { kind: "webhook", context, findings: kept, notValidated, notLogged };
  // A listener may reject an event with an invalid signature in any way.
  const requestFindings = kept.filter(({ code }) => !code.startsWith("response."));
  return { kind: "webhook", context, findings: [...requestFindings, signature.finding], notValidated, notLogged };
}

const NO_PATH: ReadonlyMap<string, string> = new Map();

/** Codes about the content of an acknowledgement, which is up to the listener. */
const IGNORED_LISTENER_CODES: ReadonlySet<string> = new Set([
  "response.body.unexpected",
  "response.body.undocumented",
  "response.header.undeclared",
]);

/** Whether a URL belongs to a receiver of webhooks: it has the address of one, or is below its path. The query is ignored. */
export type ReceiverMatcher = (url: string) => boolean;

export function createReceiverMatcher(receivers: readonly string[] = []): ReceiverMatcher {
  const addresses = receivers.map(normalizeAddress);
  if (addresses.length === 0) return () => false;
  const origins = new Set(addresses.map((it) => splitUrl(it).origin));
  // Recordings have few origins, and parsing each URL is slow. The limit bounds memory.
  const others = new Set<string>();
  return (url) => {
    const { origin } = splitUrl(url);
    if (others.has(origin)) return false;
    if (!origins.has(normalizeAddress(origin)) && others.size < MAX_ORIGINS) others.add(origin);
    const address = normalizeAddress(url);
    return addresses.some((it) => address === it || address.startsWith(`${it}/`));
  };
}

const MAX_ORIGINS = 1000;

/**
 * Creates a function that returns what a successful registration of webhooks contains. Operations declare the places of address
 * and secret in the request body, and of what events repeat, with `x-registers-webhooks`.
 */
export function createRegistrationReader(
  document: Document,
  operations: readonly Operation[],
  router: Router,
): (exchange: Exchange) => WebhookRegistration | undefined {
  if (operations.every((it) => getRegistrationFacts(document, it) === undefined)) return () => undefined;
  return ({ request, response }) => {
    if (!isSuccess({ response }) || request.body.kind === "none") return undefined;
    const match = router.match(request.method, request.url);
    const facts = match.kind === "operation" ? getRegistrationFacts(document, match.operation) : undefined;
    const sent = readJson(request);
    if (facts === undefined || sent === null) return undefined;
    const url = asString(valueAt(sent, facts.url));
    if (url === undefined || !URL.canParse(url)) return undefined;
    const secret = facts.secret === undefined ? undefined : asString(valueAt(sent, facts.secret));
    const isRecorded = secret !== undefined && secret !== "" && !isMask(secret);
    const returned = readJson(response);
    const delivers = Object.entries(facts.delivers).flatMap(([at, from]): readonly DeliveredValue[] => {
      const own = valueAt(sent, from) as Json | undefined;
      const value = own ?? (valueAt(returned, from) as Json | undefined);
      return value === undefined ? [] : [{ at, values: [value].flat(), isOfService: own === undefined }];
    });
    const { event, leadsTo } = facts;
    return { address: normalizeAddress(url), delivers, event, leadsTo, ...(isRecorded ? { secret } : {}) };
  };
}
