import { type Exchange, getCombinedHeader, redactSecrets, redactText } from "../../exchange/index.js";
import { type Contract, type ExchangeResult, maskCharacters, redactWhole } from "../../gate/index.js";
import { ReusableBuffer } from "./reusable-buffer.js";
import { SensitiveJsonText } from "./sensitive-json-text.js";
import { SensitivePathTree } from "./sensitive-path-tree.js";

/** The result of an exchange that passes, and the exchange with secrets redacted. */
export type FastValidatedExchange = { readonly result: ExchangeResult; readonly redacted: Exchange };

/**
 * Validates and redacts common exchanges from their bytes, without parsing the body. For exchanges that pass, it gives the
 * same result and exchange as `check`, `redactExchange` and `redactSecrets`, but much faster. For all others, `validate`
 * returns undefined.
 */
export type FastExchangeValidator = {
  readonly validate: (exchange: Exchange) => FastValidatedExchange | undefined;
  /** Remembers the schema of a checked response, so that similar ones can be validated from their bytes. */
  readonly learn: (exchange: Exchange, result: ExchangeResult) => void;
};

export function createFastExchangeValidator(contract: Contract): FastExchangeValidator {
  // With all finding groups known, any finding appears in `repeated`.
  const fastValidate = contract.createFastValidator(() => true);
  const kinds = new Map<string, ResponseKind>();
  const hasSensitiveName = createSensitiveNameCheck(contract.urlRedactor.sensitiveNames);
  const buffer = new ReusableBuffer();
  const validateText: TextValidator = (exchange, text) => {
    const { bytes, length } = buffer.write(JSON.stringify(text));
    return fastValidate(exchange, { bytes, start: 1, end: length - 1 });
  };
  return {
    validate: (exchange) => {
      const { request, response } = exchange;
      if (request.body.kind !== "none" || response.body.kind !== "text" || hasSensitiveName(exchange)) return undefined;
      const result = validateText(exchange, response.body.text);
      if (result === undefined || !isConforming(result)) return undefined;
      if (contract.urlRedactor.redactForRecording(request.url, result.operation, redactWhole) !== request.url)
        return undefined;
      const tree = kinds.get(getResponseKind(exchange, result))?.tree;
      const json = tree && new SensitiveJsonText(response.body.text, tree);
      const text = json?.isTraversed === true ? redactSensitive(json, exchange, validateText) : undefined;
      if (json === undefined || text === undefined) return undefined;
      return { result, redacted: redactKnownBody(exchange, text, json.hasSecretNames) };
    },
    learn: (exchange, result) => {
      const { media, content } = result.context?.bodies.response ?? {};
      if (result.context === undefined || media?.schema === undefined || kinds.size >= MAX_KINDS) return;
      if (content?.kind !== "value" || content.each === true) return;
      const name = getResponseKind(exchange, result);
      const kind = kinds.get(name) ?? {
        tree: new SensitivePathTree(result.context.schemas, media.schema),
        attempts: 0,
      };
      kinds.set(name, kind);
      if (isConforming(result)) learnRejectedPlaceholders(contract, kind, exchange);
    },
  };
}

type TextValidator = (exchange: Exchange, text: string) => ExchangeResult | undefined;

/** Redacts sensitive values so that the body still passes. Returns undefined if that cannot be determined. */
function redactSensitive(json: SensitiveJsonText, exchange: Exchange, validate: TextValidator): string | undefined {
  if (!json.hasSensitiveValues) return json.text;
  for (const redact of json.rejectsPlaceholder ? [maskCharacters] : [redactWhole, maskCharacters]) {
    const text = json.redact(redact);
    const result = text === json.text ? undefined : validate(exchange, text);
    if (text === json.text || (result !== undefined && isConforming(result))) return text;
    if (result === undefined) return undefined;
  }
  return undefined;
}

type ResponseKind = { readonly tree: SensitivePathTree; attempts: number };

/** Learns at which paths the schema rejects the redaction placeholder, so that not every body tries it. */
function learnRejectedPlaceholders(contract: Contract, kind: ResponseKind, exchange: Exchange): void {
  const { response } = exchange;
  if (response.body.kind !== "text" || kind.attempts >= MAX_ATTEMPTS) return;
  const json = new SensitiveJsonText(response.body.text, kind.tree);
  if (!json.isTraversed || !json.hasSensitiveValues || json.rejectsPlaceholder) return;
  kind.attempts += 1;
  const body = { kind: "text", text: json.redact(redactWhole) } as const;
  for (const { code, recording } of contract.check({ ...exchange, response: { ...response, body } }).findings) {
    const path = code === "response.body.invalid" ? kind.tree.findPath(recording.body ?? "") : undefined;
    if (path?.isSensitive === true) path.rejectsPlaceholder = true;
  }
}

function isConforming({ verdict, findings, repeated = [] }: ExchangeResult): boolean {
  return verdict === "passed" && findings.length + repeated.length === 0;
}

/** A key of everything that determines the schema of a response. */
function getResponseKind({ request, response }: Exchange, { operation }: ExchangeResult): string {
  const type = getCombinedHeader(response.headers, "content-type") ?? "";
  return `${operation?.pointer} ${request.method} ${response.status} ${type}`;
}

/** Whether a header or query parameter may be sensitive according to the spec. */
function createSensitiveNameCheck(secretNames: ReadonlySet<string>): (exchange: Exchange) => boolean {
  if (secretNames.size === 0) return () => false;
  const names = new Set([...secretNames].map((name) => name.toLowerCase()));
  return ({ request, response }) =>
    [...request.headers, ...response.headers].some(([name]) => names.has(name.toLowerCase())) ||
    [...request.url.matchAll(QUERY_NAME)].some(
      ([, name = ""]) => !PLAIN_NAME.test(name) || names.has(name.toLowerCase()),
    );
}

/** Redacts secrets by name and format, in the body only if it contains any. */
function redactKnownBody(exchange: Exchange, text: string, hasSecretNames: boolean): Exchange {
  const { response } = exchange;
  const body = { kind: "text", text } as const;
  if (hasSecretNames || redactText(text) !== text)
    return redactSecrets({ ...exchange, response: { ...response, body } });
  const rest = redactSecrets({ ...exchange, response: { ...response, body: { kind: "none" } } });
  return { ...rest, response: { ...rest.response, body } };
}

const QUERY_NAME = /[?&#]([^?&#=]*)=/g;
const PLAIN_NAME = /^[\w.-]*$/;
/** More than in real traffic. */
const MAX_KINDS = 1000;
const MAX_ATTEMPTS = 100;
