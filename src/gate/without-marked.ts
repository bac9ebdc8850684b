import type { BodySubject, Subject } from "../checks/index.js";
import type { Pointer } from "../document/index.js";
import {
  type Body,
  bodyText,
  decodeBody,
  type Exchange,
  type Header,
  isXmlType,
  joinedHeader,
  parseMediaType,
  replaceMultipartFields,
  replaceScalars,
} from "../exchange/index.js";
import { isSensitive } from "../schema/index.js";
import type { Contract, Judgement } from "./contract.js";
import { asForm, asWhole, type Hide, hiddenToken } from "./hiding.js";
import { holdsMarked } from "./marked-places.js";
import { isNestedDeeply } from "./nesting.js";
import { hiddenXml } from "./xml-hidden.js";

/**
 * An exchange without what is secret by the contract's word: `x-sensitive`, `writeOnly`, the format `password`, credentials
 * and marked parameters. What is secret by its name or by its looks is left for `withoutSecrets`.
 *
 * It gets the verdict that the exchange got: where a value of another form would be another one, its letters and digits are
 * made one letter and one digit, and where that would be as well, the body is left out, with the reason.
 */
export function withoutMarked(contract: Contract, exchange: Exchange, judgement: Judgement): Exchange {
  const { subject } = judgement;
  if (subject === undefined)
    return withoutMarkedNames({ contract, operation: judgement.operation, hide: asWhole }, exchange);
  const told = tellOf(judgement);
  for (const hide of [asWhole, asForm]) {
    const without = hidden({ contract, subject, hide }, exchange);
    if (without === exchange || tellOf(contract.check(without)) === told) return without;
  }
  const bodyless = (body: Body): Body => (body.kind === "none" ? body : unkept);
  const { request, response } = hidden({ contract, subject, hide: asForm }, exchange);
  return {
    ...exchange,
    request: { ...request, ...(request.body === exchange.request.body ? {} : { body: bodyless(request.body) }) },
    response: { ...response, ...(response.body === exchange.response.body ? {} : { body: bodyless(response.body) }) },
  };
}

const unkept: Body = { kind: "missing", reason: "it holds secrets that the contract says more of" };

type Means = { readonly contract: Contract; readonly subject: Subject; readonly hide: Hide };
type Naming = Pick<Judgement, "operation"> & Pick<Means, "contract" | "hide">;

function tellOf({ verdict, findings }: Judgement): string {
  return JSON.stringify([verdict, findings.map(({ fingerprint, occurrences }) => [fingerprint, occurrences])]);
}

function hidden(means: Means, exchange: Exchange): Exchange {
  const { subject } = means;
  const named = withoutMarkedNames({ ...means, operation: subject.operation }, exchange);
  const { request, response } = named;
  const asked = hiddenBody(means, request.body, subject.bodies.request, request.headers);
  const answered = hiddenBody(means, response.body, subject.bodies.response, response.headers);
  if (asked === request.body && answered === response.body) return named;
  return { ...named, request: { ...request, body: asked }, response: { ...response, body: answered } };
}

/** The same exchange where no name in its URL and its headers is a secret's. */
function withoutMarkedNames({ contract, operation, hide }: Naming, exchange: Exchange): Exchange {
  const { request, response } = exchange;
  const url = contract.urls.hidden(request.url, operation, hide);
  const names = new Set([...contract.urls.names].map((name) => name.toLowerCase()));
  const isMarked = ([name]: readonly [string, string]): boolean => names.has(name.toLowerCase());
  const hiddenHeaders = (headers: readonly Header[]): readonly Header[] =>
    headers.some(isMarked)
      ? headers.map(([name, value]): Header => [name, isMarked([name, value]) ? hide(value) : value])
      : headers;
  const [sent, came] = [hiddenHeaders(request.headers), hiddenHeaders(response.headers)];
  if (url === request.url && sent === request.headers && came === response.headers) return exchange;
  return { ...exchange, request: { ...request, url, headers: sent }, response: { ...response, headers: came } };
}

function hiddenBody(
  { subject, hide }: Means,
  body: Body,
  held: BodySubject,
  headers: Exchange["request"]["headers"],
): Body {
  const { media, content } = held;
  if (content.kind === "none" || media?.schema === undefined) return body;
  if (isXmlBody(held)) return hiddenXml(subject.schemas, held, { body, hide }) ?? unkept;
  if (content.kind === "value" && !isNestedDeeply(content.value)) {
    const values = content.each === true && Array.isArray(content.value) ? content.value : [content.value];
    if (!values.some((value) => holdsMarked(subject.schemas, media.schema ?? "", value))) return body;
  }
  const type = joinedHeader(headers, "content-type") ?? "";
  const { charset, boundary } = parseMediaType(type)?.parameters ?? {};
  const read = bodyText(decodeBody(body, headers), charset);
  // Bytes that are no text hold files, and what is beside them cannot be told from them.
  if (read.kind !== "text") return boundary === undefined ? body : unkept;
  const isSecret = (at: Pointer): boolean => isSensitive(subject.schemas, media.schema, at);
  const text =
    boundary !== undefined
      ? replaceMultipartFields(read.text, boundary, (name, value) =>
          isSecret(fieldPointer(name)) ? hide(value) : undefined,
        )
      : /^application\/x-www-form-urlencoded\b/i.test(type)
        ? read.text.replaceAll(/(^|&)([^&=]*)=([^&]*)/g, (whole, separator, name, value) =>
            isSecret(fieldPointer(decoded(name))) ? `${separator}${name}=${hide(value)}` : whole,
          )
        : replaceScalars(read.text, (at, token) => (isSecret(at) ? hiddenToken(token, hide) : undefined));
  return text === read.text ? body : { kind: "text", text };
}

function isXmlBody({ contentType, media }: BodySubject): boolean {
  const type = parseMediaType(contentType ?? media?.range ?? "");
  return type !== undefined && isXmlType(type);
}

function fieldPointer(name: string): Pointer {
  return `/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}
