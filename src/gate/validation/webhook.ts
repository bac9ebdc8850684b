import {
  type CheckContext,
  type CheckFinding,
  createUnknownEventFinding,
  createUnknownWebhookFinding,
  verifySignature,
  WEBHOOK_CHECKS,
} from "../../checks/index.js";
import type { Operation } from "../../document/index.js";
import type { Exchange } from "../../exchange/index.js";
import { CannotValidateError, type CollectUndeclared, type Schemas, type Violation } from "../../schema/index.js";
import { buildCheckContext } from "./check-context.js";
import { runChecks } from "./run-checks.js";
import { dropUnrecorded, type LogCheckResult } from "./unrecorded-parts.js";

/** What a delivery of an event turned out to be. */
export type WebhookValidation =
  /** `notLogged`: why the signature was not verified, as data is not recorded. */
  | ({ readonly kind: "webhook"; readonly context: CheckContext } & LogCheckResult)
  | { readonly kind: "unknown"; readonly finding: CheckFinding }
  | { readonly kind: "none"; readonly reason: string };

export type WebhookValidatorOptions = {
  readonly operations: readonly Operation[];
  readonly schemas: Schemas;
  readonly collectUndeclared: CollectUndeclared;
};

/**
 * Creates a function that checks webhook deliveries. A delivery names no operation. It belongs to the webhook whose payload
 * schema it matches with the fewest violations, if the discriminating values (`const`, `enum`) are equal.
 */
export function createWebhookValidator({
  operations,
  schemas,
  collectUndeclared,
}: WebhookValidatorOptions): (exchange: Exchange, secrets: readonly string[]) => WebhookValidation {
  const webhooks = operations.filter(({ kind }) => kind === "webhook");
  return (exchange, secrets) => {
    const { name } = exchange.webhook ?? {};
    const { method } = exchange.request;
    if (webhooks.length === 0) return { kind: "none", reason: "an event, but the spec has no webhooks" };
    const named = name === undefined ? webhooks : webhooks.filter(({ path }) => path === name);
    if (name !== undefined && named.length === 0)
      return { kind: "unknown", finding: createUnknownWebhookFinding(webhooks, name) };
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
    if (name === undefined && best.discriminatorViolations.length > 0)
      return {
        kind: "unknown",
        finding: createUnknownEventFinding(
          webhooks,
          fits.flatMap(({ discriminatorViolations }) => discriminatorViolations),
        ),
      };
    return checkDelivery(best.context, secrets);
  };
}

type WebhookCandidate = {
  readonly context: CheckContext;
  readonly violationCount: number;
  /** Violations that show that it is another event. */
  readonly discriminatorViolations: readonly Violation[];
};

function rankWebhook(schemas: Schemas, context: CheckContext): WebhookCandidate {
  const { content, media } = context.bodies.request;
  // An unreadable body matches all webhooks equally.
  if (content.kind !== "value" || media?.schema === undefined)
    return { context, violationCount: 0, discriminatorViolations: [] };
  try {
    const failures = schemas.validate(media.schema, "request", content.value);
    return {
      context,
      violationCount: failures.length,
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

function checkDelivery(context: CheckContext, secrets: readonly string[]): WebhookValidation {
  const checked = runChecks(context, WEBHOOK_CHECKS);
  const { findings, notValidated, notLogged: unavailable } = dropUnrecorded(context, checked);
  const kept = findings.filter(({ code }) => !IGNORED_LISTENER_CODES.has(code));
  const signature = verifySignature(context, secrets);
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
