import { type Exchange, getCombinedHeader, redactSecrets, redactText, toHarEntry } from "../../exchange/index.js";
import { type Contract, type ExchangeResult, maskCharacters, redactWhole } from "../../gate/index.js";
import { ReusableBuffer } from "./reusable-buffer.js";
import { SensitiveJsonText } from "./sensitive-json-text.js";
import { SensitivePathTree } from "./sensitive-path-tree.js";

/** An exchange that keeps the contract, as the recording will hold it. */
export type FastValidatedExchange = { readonly result: ExchangeResult; readonly entry: object };

/**
 * Tells from their bytes exchanges that keep the contract and what of them is secret, for that is most of the traffic: the
 * same verdict and the same entry as by `check`, `withoutMarked` and `harEntry`, in a fraction of the time. Says nothing
 * wherever anything is unusual.
 */
export type FastExchangeValidator = {
  readonly validate: (exchange: Exchange) => FastValidatedExchange | undefined;
  /** Notes by which schema an answer was judged, so that the next one like it can be read here. */
  readonly learn: (exchange: Exchange, judgement: ExchangeResult) => void;
};

export function createFastExchangeValidator(contract: Contract): FastExchangeValidator {
  // With all findings known, whatever there is to find is told as found once more.
  const settle = contract.createFastValidator(() => true);
  const known = new Map<string, ResponseKind>();
  const isNamed = createSensitiveNameCheck(contract.urlRedactor.sensitiveNames);
  const scratch = new ReusableBuffer();
  const ask: TextValidator = (exchange, text) => {
    const { bytes, length } = scratch.write(JSON.stringify(text));
    return settle(exchange, { bytes, start: 1, end: length - 1 });
  };
  return {
    validate: (exchange) => {
      const { request, response } = exchange;
      if (request.body.kind !== "none" || response.body.kind !== "text" || isNamed(exchange)) return undefined;
      const result = ask(exchange, response.body.text);
      if (result === undefined || !isConforming(result)) return undefined;
      if (contract.urlRedactor.redactForRecording(request.url, result.operation, redactWhole) !== request.url)
        return undefined;
      const tree = known.get(getResponseKind(exchange, result))?.tree;
      const marked = tree && new SensitiveJsonText(response.body.text, tree);
      const text = marked?.isTraversed === true ? redactSensitive(marked, exchange, ask) : undefined;
      if (marked === undefined || text === undefined) return undefined;
      return { result, entry: createEntry(exchange, text, marked.hasSecretNames) };
    },
    learn: (exchange, judgement) => {
      const { media, content } = judgement.context?.bodies.response ?? {};
      if (judgement.context === undefined || media?.schema === undefined || known.size >= MAX_KINDS) return;
      if (content?.kind !== "value" || content.each === true) return;
      const name = getResponseKind(exchange, judgement);
      const kind = known.get(name) ?? {
        tree: new SensitivePathTree(judgement.context.schemas, media.schema),
        attempts: 0,
      };
      known.set(name, kind);
      if (isConforming(judgement) && judgement.findings.length === 0)
        learnRejectedPlaceholders(contract, kind, exchange);
    },
  };
}

type TextValidator = (exchange: Exchange, text: string) => ExchangeResult | undefined;

/** The body without its secrets, which keeps the contract as the body did; undefined where that is not clear. */
function redactSensitive(marked: SensitiveJsonText, exchange: Exchange, ask: TextValidator): string | undefined {
  if (!marked.hasSensitiveValues) return marked.text;
  for (const hide of marked.rejectsPlaceholder ? [maskCharacters] : [redactWhole, maskCharacters]) {
    const text = marked.redact(hide);
    const judgement = text === marked.text ? undefined : ask(exchange, text);
    if (text === marked.text || (judgement !== undefined && isConforming(judgement))) return text;
    if (judgement === undefined) return undefined;
  }
  return undefined;
}

type ResponseKind = { readonly tree: SensitivePathTree; attempts: number };

/** Which places want another text than the one that stands for secrets is asked once of each, not of every body again. */
function learnRejectedPlaceholders(contract: Contract, kind: ResponseKind, exchange: Exchange): void {
  const { response } = exchange;
  if (response.body.kind !== "text" || kind.attempts >= MAX_ATTEMPTS) return;
  const marked = new SensitiveJsonText(response.body.text, kind.tree);
  if (!marked.isTraversed || !marked.hasSensitiveValues || marked.rejectsPlaceholder) return;
  kind.attempts += 1;
  const body = { kind: "text", text: marked.redact(redactWhole) } as const;
  for (const { code, recording } of contract.check({ ...exchange, response: { ...response, body } }).findings) {
    const place = code === "response.body.invalid" ? kind.tree.findPath(recording.body ?? "") : undefined;
    if (place?.isSensitive === true) place.rejectsPlaceholder = true;
  }
}

function isConforming({ verdict, repeated = [] }: ExchangeResult): boolean {
  return verdict === "passed" && repeated.length === 0;
}

/** Everything that decides by which schema an answer is judged. */
function getResponseKind({ request, response }: Exchange, { operation }: ExchangeResult): string {
  const type = getCombinedHeader(response.headers, "content-type") ?? "";
  return `${operation?.pointer} ${request.method} ${response.status} ${type}`;
}

/** Whether anything beside the bodies may be secret by the contract's word. */
function createSensitiveNameCheck(secretNames: ReadonlySet<string>): (exchange: Exchange) => boolean {
  if (secretNames.size === 0) return () => false;
  const names = new Set([...secretNames].map((name) => name.toLowerCase()));
  return ({ request, response }) =>
    [...request.headers, ...response.headers].some(([name]) => names.has(name.toLowerCase())) ||
    [...request.url.matchAll(QUERY_NAME)].some(
      ([, name = ""]) => !PLAIN_NAME.test(name) || names.has(name.toLowerCase()),
    );
}

function createEntry(exchange: Exchange, text: string, hasSecretNames: boolean): object {
  const { response, origin } = exchange;
  const body = { kind: "text", text } as const;
  const startedAt = origin.startedAt ?? "";
  if (hasSecretNames || redactText(text) !== text)
    return toHarEntry({ ...exchange, response: { ...response, body } }, { startedAt });
  const rest = redactSecrets({ ...exchange, response: { ...response, body: { kind: "none" } } });
  return toHarEntry({ ...rest, response: { ...rest.response, body } }, { startedAt, secrets: "keep" });
}

const QUERY_NAME = /[?&#]([^?&#=]*)=/g;
const PLAIN_NAME = /^[\w.-]*$/;
/** Traffic has few kinds of answers. */
const MAX_KINDS = 1000;
const MAX_ATTEMPTS = 100;
