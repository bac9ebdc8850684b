import { type Exchange, harEntry, joinedHeader, redactText, withoutSecrets } from "../exchange/index.js";
import { asForm, asWhole, type Contract, type Judgement } from "../gate/index.js";
import { MarkedText } from "./marked-text.js";
import { MarkedTree } from "./marked-tree.js";
import { Scratch } from "./scratch.js";

/** An exchange that keeps the contract, as the recording will hold it. */
export type Clean = { readonly judgement: Judgement; readonly entry: object };

/**
 * Tells from their bytes exchanges that keep the contract and what of them is secret, for that is most of the traffic: the
 * same verdict and the same entry as by `check`, `withoutMarked` and `harEntry`, in a fraction of the time. Says nothing
 * wherever anything is unusual.
 */
export type CleanReader = {
  readonly read: (exchange: Exchange) => Clean | undefined;
  /** Notes by which schema an answer was judged, so that the next one like it can be read here. */
  readonly learn: (exchange: Exchange, judgement: Judgement) => void;
};

export function createCleanReader(contract: Contract): CleanReader {
  // With all findings known, whatever there is to find is told as found once more.
  const settle = contract.settleBeside(() => true);
  const known = new Map<string, Kind>();
  const isNamed = createNameReader(contract.urls.names);
  const scratch = new Scratch();
  const ask: Ask = (exchange, text) => {
    const { bytes, length } = scratch.write(JSON.stringify(text));
    return settle(exchange, { bytes, start: 1, end: length - 1 });
  };
  return {
    read: (exchange) => {
      const { request, response } = exchange;
      if (request.body.kind !== "none" || response.body.kind !== "text" || isNamed(exchange)) return undefined;
      const judgement = ask(exchange, response.body.text);
      if (judgement === undefined || !isClean(judgement)) return undefined;
      if (contract.urls.hidden(request.url, judgement.operation, asWhole) !== request.url) return undefined;
      const tree = known.get(kindOf(exchange, judgement))?.tree;
      const marked = tree && new MarkedText(response.body.text, tree);
      const text = marked?.isFollowed === true ? withoutMarks(marked, exchange, ask) : undefined;
      if (marked === undefined || text === undefined) return undefined;
      return { judgement, entry: entryOf(exchange, text, marked.hasSecretNames) };
    },
    learn: (exchange, judgement) => {
      const { media, content } = judgement.subject?.bodies.response ?? {};
      if (judgement.subject === undefined || media?.schema === undefined || known.size >= MOST_KINDS) return;
      if (content?.kind !== "value" || content.each === true) return;
      const name = kindOf(exchange, judgement);
      const kind = known.get(name) ?? { tree: new MarkedTree(judgement.subject.schemas, media.schema), asked: 0 };
      known.set(name, kind);
      if (isClean(judgement) && judgement.findings.length === 0) learnRefusals(contract, kind, exchange);
    },
  };
}

type Ask = (exchange: Exchange, text: string) => Judgement | undefined;

/** The body without its secrets, which keeps the contract as the body did; undefined where that is not clear. */
function withoutMarks(marked: MarkedText, exchange: Exchange, ask: Ask): string | undefined {
  if (!marked.isMarked) return marked.text;
  for (const hide of marked.refusesWhole ? [asForm] : [asWhole, asForm]) {
    const text = marked.hidden(hide);
    const judgement = text === marked.text ? undefined : ask(exchange, text);
    if (text === marked.text || (judgement !== undefined && isClean(judgement))) return text;
    if (judgement === undefined) return undefined;
  }
  return undefined;
}

type Kind = { readonly tree: MarkedTree; asked: number };

/** Which places want another text than the one that stands for secrets is asked once of each, not of every body again. */
function learnRefusals(contract: Contract, kind: Kind, exchange: Exchange): void {
  const { response } = exchange;
  if (response.body.kind !== "text" || kind.asked >= MOST_ASKED) return;
  const marked = new MarkedText(response.body.text, kind.tree);
  if (!marked.isFollowed || !marked.isMarked || marked.refusesWhole) return;
  kind.asked += 1;
  const body = { kind: "text", text: marked.hidden(asWhole) } as const;
  for (const { code, recording } of contract.check({ ...exchange, response: { ...response, body } }).findings) {
    const place = code === "response.body.invalid" ? kind.tree.known(recording.body ?? "") : undefined;
    if (place?.isMarked === true) place.refusesWhole = true;
  }
}

function isClean({ verdict, again = [] }: Judgement): boolean {
  return verdict === "passed" && again.length === 0;
}

/** Everything that decides by which schema an answer is judged. */
function kindOf({ request, response }: Exchange, { operation }: Judgement): string {
  const type = joinedHeader(response.headers, "content-type") ?? "";
  return `${operation?.pointer} ${request.method} ${response.status} ${type}`;
}

/** Whether anything beside the bodies may be secret by the contract's word. */
function createNameReader(secretNames: ReadonlySet<string>): (exchange: Exchange) => boolean {
  if (secretNames.size === 0) return () => false;
  const names = new Set([...secretNames].map((name) => name.toLowerCase()));
  return ({ request, response }) =>
    [...request.headers, ...response.headers].some(([name]) => names.has(name.toLowerCase())) ||
    [...request.url.matchAll(QUERY_NAME)].some(([, name = ""]) => !PLAIN.test(name) || names.has(name.toLowerCase()));
}

function entryOf(exchange: Exchange, text: string, hasSecretNames: boolean): object {
  const { response, origin } = exchange;
  const body = { kind: "text", text } as const;
  const startedAt = origin.startedAt ?? "";
  if (hasSecretNames || redactText(text) !== text)
    return harEntry({ ...exchange, response: { ...response, body } }, { startedAt });
  const rest = withoutSecrets({ ...exchange, response: { ...response, body: { kind: "none" } } });
  return harEntry({ ...rest, response: { ...rest.response, body } }, { startedAt, secrets: "keep" });
}

const QUERY_NAME = /[?&#]([^?&#=]*)=/g;
const PLAIN = /^[\w.-]*$/;
/** Traffic has few kinds of answers. */
const MOST_KINDS = 1000;
const MOST_ASKED = 100;
