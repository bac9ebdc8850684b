import {
  type Disagreement,
  eventUnknown,
  type Subject,
  signatureInvalid,
  WEBHOOK_CHECKS,
  webhookUnknown,
} from "../checks/index.js";
import type { Operation } from "../document/index.js";
import type { Exchange } from "../exchange/index.js";
import { type Failure, type Observer, type Schemas, Unjudged } from "../schema/index.js";
import { type Checked, runChecks } from "./run-checks.js";
import { createSubject } from "./subject.js";

/** What a delivery of an event turned out to be. */
export type Delivered =
  | { readonly kind: "webhook"; readonly subject: Subject; readonly checked: Checked }
  | { readonly kind: "unknown"; readonly disagreement: Disagreement }
  | { readonly kind: "none"; readonly reason: string };

export type WebhookMeans = {
  readonly operations: readonly Operation[];
  readonly schemas: Schemas;
  readonly observe: Observer;
};

/**
 * Judges deliveries of events, which name no operation: theirs is the webhook whose payload schema they fit, or else the
 * one that they miss least, as long as its tags (`const`, `enum`) are those of the event.
 */
export function createWebhookJudge({ operations, schemas, observe }: WebhookMeans): (exchange: Exchange) => Delivered {
  const webhooks = operations.filter(({ kind }) => kind === "webhook");
  return (exchange) => {
    const { name, wrongSignature } = exchange.webhook ?? {};
    const { method } = exchange.request;
    if (webhooks.length === 0) return { kind: "none", reason: "an event, and the contract has no webhooks" };
    const named = name === undefined ? webhooks : webhooks.filter(({ path }) => path === name);
    if (name !== undefined && named.length === 0)
      return { kind: "unknown", disagreement: webhookUnknown(webhooks, name) };
    const fits = named
      .filter((operation) => operation.method === method)
      .map((operation) => fitOf(schemas, createSubject(schemas, observe, { exchange, operation, path: NO_PATH })))
      .sort((a, b) => a.tags.length - b.tags.length || a.failures - b.failures);
    const [best] = fits;
    if (best === undefined) return { kind: "none", reason: `sent with ${method}, and no webhook of the contract is` };
    if (name === undefined && best.tags.length > 0)
      return {
        kind: "unknown",
        disagreement: eventUnknown(
          webhooks,
          fits.flatMap(({ tags }) => tags),
        ),
      };
    return { kind: "webhook", subject: best.subject, checked: judged(best.subject, wrongSignature) };
  };
}

type Fit = {
  readonly subject: Subject;
  readonly failures: number;
  /** Failures that say that it is another event. */
  readonly tags: readonly Failure[];
};

function fitOf(schemas: Schemas, subject: Subject): Fit {
  const { content, media } = subject.bodies.request;
  // What cannot be read fits no webhook better than another.
  if (content.kind !== "value" || media?.schema === undefined) return { subject, failures: 0, tags: [] };
  try {
    const failures = schemas.validate(media.schema, "request", content.value);
    return { subject, failures: failures.length, tags: failures.filter(isTag) };
  } catch (error) {
    if (!(error instanceof Unjudged)) throw error;
    return { subject, failures: UNKNOWN, tags: [] };
  }
}

/** Of a webhook whose schema cannot be judged: nearer are only those that the event fits. */
const UNKNOWN = 0.5;

function isTag({ keyword, instance }: Failure): boolean {
  return (keyword === "const" || keyword === "enum") && instance.split("/").length === 2;
}

function judged(subject: Subject, wrongSignature: string | undefined): Checked {
  const { operation } = subject;
  const { disagreements, unjudged } = runChecks(subject, WEBHOOK_CHECKS);
  const kept = disagreements.filter(({ code }) => !LISTENERS_OWN.has(code));
  if (wrongSignature === undefined) return { disagreements: kept, unjudged };
  // Whoever finds a signature wrong is right to refuse the event in its own way.
  const asked = kept.filter(({ code }) => !code.startsWith("response."));
  return { disagreements: [...asked, signatureInvalid(operation, wrongSignature)], unjudged };
}

const NO_PATH: ReadonlyMap<string, string> = new Map();

/** What a listener says beside its acknowledgement. */
const LISTENERS_OWN: ReadonlySet<string> = new Set(["response.body.unexpected", "response.header.undeclared"]);
