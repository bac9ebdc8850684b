import {
  type Document,
  isObject,
  type Json,
  joinPointer,
  memoizeByObject,
  type Operation,
  type Pointer,
  parsePointer,
  valueAt,
} from "../../document/index.js";
import { type Exchange, getCombinedHeader, isMask, REDACTED, redactText } from "../../recording/index.js";
import {
  createSignature,
  findSignatureHeader,
  isKnownSignature,
  type RegistrationFacts,
} from "../../resources/index.js";
import { describeViolation, isEqual, isSensitive, toPrintable, type Violation } from "../../schema/index.js";
import type { Check, CheckContext, CheckFinding, EarlierExchanges } from "./check.js";
import { type LocatedValue, listLocatedValues } from "./selection.js";
import { isHidden, isSameButForTimes, readJson } from "./values.js";

/** Returns origin and path of a URL, without a slash at the end. */
export function normalizeAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname.replace(/\/+$/, "")}`;
}

/** `webhook.event.unknown`: the discriminating values (`const`, `enum`) of an event match no webhook. */
export function createUnknownEventFinding(
  webhooks: readonly Operation[],
  failures: readonly Violation[],
): CheckFinding {
  const at = failures[0]?.instance ?? "";
  const descriptions = failures.filter(({ instance }) => instance === at).map(describeViolation);
  const expected = [...new Set(descriptions.map((it) => it.expected))];
  const got = redactText(descriptions[0]?.actual ?? "something else");
  const where = at === "" ? "the event" : `${toPrintable(at)} of the event`;
  const message = `${where} is ${got}; expected ${expected.join(" or ")} (webhooks in the spec: ${listWebhookNames(webhooks)})`;
  return { ...UNKNOWN_EVENT, message, at, valueClass: got === "nothing" ? "missing" : "unknown" };
}

const UNKNOWN_EVENT = { code: "webhook.event.unknown", part: "request.body", contract: "/webhooks" } as const;

/** `webhook.event.unknown` for an event whose recording names its webhook. */
export function createUnknownWebhookFinding(webhooks: readonly Operation[], name: string): CheckFinding {
  const message = `the spec has no webhook ${redactText(toPrintable(name))}; it has ${listWebhookNames(webhooks)}`;
  return { ...UNKNOWN_EVENT, message, valueClass: "unknown name" };
}

function listWebhookNames(webhooks: readonly Operation[]): string {
  return [...new Set(webhooks.map(({ path }) => path))].sort().join(", ");
}

/** `webhook.response.late`: the recorded duration of a delivery exceeds `x-acknowledge-within-ms` of the webhook. */
export const webhookLate: Check = ({ exchange: { durationMs }, operation, schemas }, report) => {
  const contract = joinPointer(operation.pointer, "x-acknowledge-within-ms");
  const limit = valueAt(schemas.root, contract);
  if (typeof limit !== "number" || durationMs === undefined || durationMs <= limit) return;
  report({
    code: "webhook.response.late",
    message: `the event was acknowledged after ${Math.round(durationMs)} ms; expected at most ${limit} ms`,
    part: "response.status",
    contract,
    valueClass: "late",
  });
};

/** The result of verifying the signature of a delivery. `unverified`: the spec states how it is signed, but data is missing. */
export type SignatureResult =
  | { readonly kind: "valid" | "unstated" }
  | { readonly kind: "invalid"; readonly finding: CheckFinding }
  | { readonly kind: "unverified"; readonly reason: string };

/**
 * Verifies the signature of a delivery in a header with `x-webhook-signature`, as the recorder or one of the secrets says. A
 * missing header is another finding.
 */
export function verifySignature(
  { exchange, operation, schemas }: Pick<CheckContext, "exchange" | "operation" | "schemas">,
  secrets: readonly string[],
): SignatureResult {
  const { wrongSignature, isVerified = false } = exchange.webhook ?? {};
  if (wrongSignature !== undefined)
    return { kind: "invalid", finding: createInvalidSignatureFinding(operation, wrongSignature) };
  const { header, facts } = findSignatureHeader(schemas.document, operation) ?? {};
  const signature = header && getCombinedHeader(exchange.request.headers, header.name);
  if (isVerified) return { kind: "valid" };
  if (facts === undefined || signature === undefined) return { kind: "unstated" };
  const { algorithm, encoding } = facts;
  if (!isKnownSignature(facts))
    return unverified(`webhook signatures: ${toPrintable(algorithm)} in ${toPrintable(encoding)} is not supported`);
  if (isMask(signature) || MASKED_CHARACTERS.test(signature))
    return unverified("webhook signatures, which the recorder redacted");
  if (secrets.length === 0)
    return unverified("webhook signatures, as no secret is recorded (set webhooks.secretVariables)");
  const payload = getPayload(exchange);
  if (payload === undefined) return unverified("webhook signatures, as the payload is not recorded");
  const matches = (secret: string): boolean => createSignature(facts, payload, secret) === signature;
  if (secrets.some(matches)) return { kind: "valid" };
  // Text that was decoded with errors has lost its bytes.
  if (typeof payload === "string" && payload.includes("\uFFFD"))
    return unverified("webhook signatures of payloads that are not recorded byte by byte");
  const which = secrets.length === 1 ? "with the secret" : `with one of the ${secrets.length} secrets`;
  return { kind: "invalid", finding: createInvalidSignatureFinding(operation, `expected its ${algorithm} ${which}`) };
}

/** A registration of webhooks in a recording. */
export type WebhookRegistration = {
  /** The address for deliveries, as origin and path. */
  readonly address: string;
  /** The signing secret; absent if it is not recorded. */
  readonly secret?: string;
  /** What its events have. */
  readonly delivers: readonly DeliveredValue[];
} & Pick<RegistrationFacts, "event" | "leadsTo">;

/** What the events of a registration have at a location: one of these values. `isOfService`: the service has chosen it. */
export type DeliveredValue = {
  readonly at: Pointer;
  readonly values: readonly Json[];
  readonly isOfService: boolean;
};

/**
 * `exchange.webhook.differs` in a recording: an event contradicts its registration. What the service chose at the registration,
 * such as its id, finds it, because others can be older than the recording; what the client chose has to be the same.
 */
export function findRegistrationMismatch(
  { bodies, operation, schemas }: CheckContext,
  registrations: readonly WebhookRegistration[],
): CheckFinding | undefined {
  const { content, media } = bodies.request;
  if (content.kind !== "value") return undefined;
  const event = content.value as Json;
  const findWrong = (delivers: readonly DeliveredValue[]): DeliveredValue | undefined =>
    delivers.find(({ at, values }) => {
      const value = valueAt(event, at);
      return value !== undefined && ![value, ...values].some(isHidden) && !values.some((it) => isEqual(it, value));
    });
  const wrong = registrations
    .filter(({ delivers }) => findWrong(delivers.filter(({ isOfService }) => isOfService)) === undefined)
    .map(({ delivers }) => findWrong(delivers));
  const [first] = wrong;
  if (first === undefined || wrong.includes(undefined)) return undefined;
  const { at, values } = first;
  const format = (value: Json): string =>
    isSensitive(schemas, media?.schema, at) ? REDACTED : toPrintable(redactText(JSON.stringify(value)));
  const expected = values.map(format).join(" or ");
  const message = `${toPrintable(at)} of the event is ${format(valueAt(event, at) as Json)}; registered is ${expected}`;
  return createEventFinding(operation, { message, at, valueClass: "registration" });
}

function createEventFinding(
  { pointer }: Operation,
  {
    message,
    at = "",
    valueClass,
    part = "request.body",
  }: Pick<CheckFinding, "message" | "at" | "valueClass"> & { readonly part?: CheckFinding["part"] },
): CheckFinding {
  const place = { part, at, contract: pointer, ...(at === "" ? {} : { property: at }) };
  return { code: "exchange.webhook.differs", message, ...place, valueClass };
}

/**
 * `exchange.webhook.differs` in a recording: an event is sent to another URL than the registered one, or its link leads to another
 * resource. Or it has the id of an earlier one, and differs.
 */
export function findEventMismatch(
  { bodies, exchange, operation }: CheckContext,
  registrations: readonly WebhookRegistration[],
  earlier: EarlierExchanges | undefined,
): CheckFinding | undefined {
  const { content } = bodies.request;
  if (content.kind !== "value" || registrations.length === 0) return undefined;
  const event = content.value as Json;
  const { url } = exchange.request;
  if (registrations.every(({ address }) => address !== normalizeAddress(url))) {
    const message = `the event was sent to ${toPrintable(redactText(url))}; registered is another URL`;
    return createEventFinding(operation, { message, valueClass: "delivery URL", part: "request.url" });
  }
  const links = registrations.map(({ leadsTo }) =>
    Object.entries(leadsTo).find(([at, id]) =>
      leadsElsewhere(listLocatedValues({ at: "", value: event }, parsePointer(at)), valueAt(event, id)),
    ),
  );
  const [wrong] = links;
  if (wrong !== undefined && !links.includes(undefined)) {
    const [at, id] = wrong;
    return createEventFinding(operation, {
      message: `${toPrintable(at)} of the event does not lead to what ${toPrintable(id)} names`,
      at: id,
      valueClass: "link",
    });
  }
  const first = earlier?.event && readJson(earlier.event.request);
  // Several registrations of one address may each get the event.
  const isOfOther = registrations.some(({ delivers }) =>
    delivers.some(({ at, isOfService }) => isOfService && !isEqual(valueAt(first ?? null, at), valueAt(event, at))),
  );
  if (!isObject(first) || !isObject(event) || isOfOther) return undefined;
  const name = Object.keys({ ...first, ...event }).find((it) => !isSameButForTimes(first[it], event[it]));
  if (name === undefined) return undefined;
  const message = `${toPrintable(name)} differs from an earlier delivery of the same event; expected the same event, or another id`;
  return createEventFinding(operation, { message, at: joinPointer("", name), valueClass: "repetition" });
}

/** Whether none of several URLs ends with an id. */
function leadsElsewhere(urls: readonly LocatedValue[], id: Json | undefined): boolean {
  if (urls.length === 0 || id === undefined || [id, ...urls.map(({ value }) => value)].some(isHidden)) return false;
  return !urls.some(({ value }) =>
    String(value)
      .split(/[/?#]/)
      .includes(encodeURIComponent(String(id))),
  );
}

/** Whether an exchange is a delivery that is signed with the secret of a registration. */
export function isSignedFor(
  specs: readonly { readonly document: Document; readonly operations: readonly Operation[] }[],
  exchange: Exchange,
  { secret }: WebhookRegistration,
): boolean {
  const payload = getPayload(exchange);
  if (secret === undefined || payload === undefined) return false;
  return listSignatureHeaders(specs).some(({ header, facts }) => {
    const signature = getCombinedHeader(exchange.request.headers, header.name);
    return signature !== undefined && isKnownSignature(facts) && createSignature(facts, payload, secret) === signature;
  });
}

/** The headers with the signatures of deliveries. */
const listSignatureHeaders = memoizeByObject((specs: Parameters<typeof isSignedFor>[0]) =>
  specs.flatMap(({ document, operations }) =>
    operations.flatMap((it) => (it.kind === "webhook" ? (findSignatureHeader(document, it) ?? []) : [])),
  ),
);

/** `webhook.signature.invalid`: the signature does not belong to the payload, or the listener rejected it. */
function createInvalidSignatureFinding({ parameters, pointer }: Operation, why: string): CheckFinding {
  const header = parameters.find((it) => it.in === "header" && /signature/i.test(it.name));
  return {
    code: "webhook.signature.invalid",
    message: `the signature does not match the payload: ${redactText(why)}`,
    part: "request.headers",
    contract: header?.pointer ?? pointer,
    // The cause, as the recorder found it, without what differs between deliveries.
    valueClass: why.replaceAll(/"[^"]*"|\d+/g, "#").slice(0, 200),
  };
}

function getPayload({ request: { body } }: Exchange): string | Uint8Array | undefined {
  if (body.kind === "missing") return undefined;
  return body.kind === "none" ? "" : body.kind === "text" ? body.text : body.bytes;
}

const unverified = (reason: string): SignatureResult => ({ kind: "unverified", reason });

/** `contract listen` replaces each character of a signature by one of its class. */
const MASKED_CHARACTERS = /^[aA1+/=]+$/;
