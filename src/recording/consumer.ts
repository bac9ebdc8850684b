import { createHash } from "node:crypto";
import { tryParseJson } from "../document/index.js";
import type { Exchange, HeaderField } from "./exchange.js";
import { getHeaderValues } from "./message.js";
import { isMask, isSecretName, REDACTED, redactText } from "./redaction/redact.js";

/** Where an exchange names the program that sent the request. */
export type ConsumerRule =
  | { readonly kind: "header"; readonly name: string }
  /** A claim of the JWT in the Authorization header. */
  | { readonly kind: "claim"; readonly name: string }
  | { readonly kind: "user-agent" };

/** The texts that `parseConsumerRule` reads, for messages. */
export const CONSUMER_RULE_FORMS = "header:NAME, claim:NAME or user-agent";

/** Reads a rule such as `header:X-Client-Id`, `claim:client_id` or `user-agent`. Returns undefined for another text. */
export function parseConsumerRule(text: string): ConsumerRule | undefined {
  if (text === "user-agent") return { kind: "user-agent" };
  const [, kind, name = ""] = /^(header|claim):([^\s:]+)$/.exec(text) ?? [];
  return kind === "header" || kind === "claim" ? { kind, name } : undefined;
}

/**
 * Returns the consumer of an exchange: what its recording states, or else the first rule that finds a value. Values that
 * may identify a person or grant access are hashed. Call it before the exchange is redacted.
 */
export function findConsumer(exchange: Exchange, rules: readonly ConsumerRule[]): string | undefined {
  if (exchange.consumer !== undefined) return exchange.consumer;
  for (const rule of rules) {
    const value = findValue(rule, exchange.request.headers)?.trim().slice(0, MAX_LENGTH);
    if (value !== undefined && value !== "" && !isMask(value)) return isSensitive(rule, value) ? hash(value) : value;
  }
  return undefined;
}

/** Returns the exchange with its consumer, if a rule finds one. */
export function addConsumer(exchange: Exchange, rules: readonly ConsumerRule[]): Exchange {
  const consumer = findConsumer(exchange, rules);
  return consumer === undefined || consumer === exchange.consumer ? exchange : { ...exchange, consumer };
}

/** Masks the headers that name a consumer whose name is hashed: a recording would otherwise contain both. Tokens are redacted anyway. */
export function redactConsumer(exchange: Exchange, rules: readonly ConsumerRule[]): Exchange {
  const isHashed = (field: HeaderField): boolean =>
    rules.some((rule) => {
      const value = rule.kind === "claim" ? undefined : findValue(rule, [field]);
      return value !== undefined && isSensitive(rule, value);
    });
  const { headers } = exchange.request;
  if (!headers.some(isHashed)) return exchange;
  const masked = headers.map((field): HeaderField => (isHashed(field) ? [field[0], REDACTED] : field));
  return { ...exchange, request: { ...exchange.request, headers: masked } };
}

function findValue(rule: ConsumerRule, headers: readonly HeaderField[]): string | undefined {
  if (rule.kind === "header") return getHeaderValues(headers, rule.name)[0];
  // The first product names the program; the comments after it vary with the machine (RFC 9110, section 10.1.5).
  if (rule.kind === "user-agent") return getHeaderValues(headers, "user-agent")[0]?.split(/\s/)[0];
  const [, token = ""] = /^bearer\s+(\S+)$/i.exec(getHeaderValues(headers, "authorization")[0] ?? "") ?? [];
  return readClaim(token, rule.name);
}

function readClaim(token: string, name: string): string | undefined {
  const claims = tryParseJson(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8"));
  const value = typeof claims === "object" && claims !== null ? Reflect.get(claims, name) : undefined;
  return typeof value === "string" || typeof value === "number" ? String(value) : undefined;
}

/** Claims that name a program are readable; others, such as `sub`, may name a person. */
function isSensitive(rule: ConsumerRule, value: string): boolean {
  if (rule.kind === "claim") return !PROGRAM_CLAIMS.has(rule.name) || value.includes("@");
  return value.includes("@") || redactText(value) !== value || (rule.kind === "header" && isSecretName(rule.name));
}

function hash(value: string): string {
  return `sha256:${createHash("sha256").update(value).digest("hex").slice(0, 12)}`;
}

const PROGRAM_CLAIMS: ReadonlySet<string> = new Set(["client_id", "azp", "appid", "cid"]);
const MAX_LENGTH = 200;
