import type { BodySubject, Subject } from "../checks/index.js";
import type { Pointer } from "../document/index.js";
import {
  type Body,
  bodyText,
  decodeBody,
  type Exchange,
  joinedHeader,
  parseMediaType,
  replaceScalars,
} from "../exchange/index.js";
import { isSensitive } from "../schema/index.js";
import type { Contract, Judgement } from "./contract.js";
import { asForm, asWhole, type Hide, hiddenToken } from "./hiding.js";
import { holdsMarked } from "./marked-places.js";
import { isNestedDeeply } from "./nesting.js";

/**
 * An exchange without what is secret by the contract's word: `x-sensitive`, `writeOnly`, the format `password`, credentials
 * and marked parameters. What is secret by its name or by its looks is left for `withoutSecrets`.
 *
 * It gets the verdict that the exchange got: where a value of another form would be another one, its letters and digits are
 * made one letter and one digit, and where that would be as well, the body is left out, with the reason.
 */
export function withoutMarked(contract: Contract, exchange: Exchange, judgement: Judgement): Exchange {
  const { subject } = judgement;
  if (subject === undefined) return exchange;
  const told = tellOf(judgement);
  for (const hide of [asWhole, asForm]) {
    const without = hidden({ contract, subject, hide }, exchange);
    if (without === exchange || tellOf(contract.check(without)) === told) return without;
  }
  const bodyless = (body: Body): Body =>
    body.kind === "none" ? body : { kind: "missing", reason: "it holds secrets that the contract says more of" };
  const { request, response } = hidden({ contract, subject, hide: asForm }, exchange);
  return {
    ...exchange,
    request: { ...request, ...(request.body === exchange.request.body ? {} : { body: bodyless(request.body) }) },
    response: { ...response, ...(response.body === exchange.response.body ? {} : { body: bodyless(response.body) }) },
  };
}

type Means = { readonly contract: Contract; readonly subject: Subject; readonly hide: Hide };

function tellOf({ verdict, findings }: Judgement): string {
  return JSON.stringify([verdict, findings.map(({ fingerprint, occurrences }) => [fingerprint, occurrences])]);
}

function hidden(means: Means, exchange: Exchange): Exchange {
  const { contract, subject, hide } = means;
  const { request, response } = exchange;
  const url = hiddenQuery(request.url, contract.secretNames, hide);
  const names = new Set([...contract.secretNames].map((name) => name.toLowerCase()));
  const isMarked = ([name]: readonly [string, string]): boolean => names.has(name.toLowerCase());
  const headers = request.headers.some(isMarked)
    ? request.headers.map(([name, value]) => [name, isMarked([name, value]) ? hide(value) : value] as const)
    : request.headers;
  const asked = hiddenBody(means, request.body, subject.bodies.request, request.headers);
  const answered = hiddenBody(means, response.body, subject.bodies.response, response.headers);
  const isSame =
    url === request.url && headers === request.headers && asked === request.body && answered === response.body;
  if (isSame) return exchange;
  return {
    ...exchange,
    request: { ...request, url, headers, body: asked },
    response: { ...response, body: answered },
  };
}

function hiddenQuery(url: string, names: ReadonlySet<string>, hide: Hide): string {
  if (names.size === 0) return url;
  return url.replaceAll(/([?&])([^?&#=]*)=([^&#]*)/g, (whole, separator, name, value) =>
    names.has(decoded(name)) ? `${separator}${name}=${hide(value)}` : whole,
  );
}

function hiddenBody(
  { subject, hide }: Means,
  body: Body,
  { media, content }: BodySubject,
  headers: Exchange["request"]["headers"],
): Body {
  if (content.kind === "none" || media?.schema === undefined) return body;
  if (content.kind === "value" && !isNestedDeeply(content.value)) {
    const values = content.each === true && Array.isArray(content.value) ? content.value : [content.value];
    if (!values.some((value) => holdsMarked(subject.schemas, media.schema ?? "", value))) return body;
  }
  const type = joinedHeader(headers, "content-type") ?? "";
  const read = bodyText(decodeBody(body, headers), parseMediaType(type)?.parameters.charset);
  if (read.kind !== "text") return body;
  const isSecret = (at: Pointer): boolean => isSensitive(subject.schemas, media.schema, at);
  const text = /^application\/x-www-form-urlencoded\b/i.test(type)
    ? read.text.replaceAll(/(^|&)([^&=]*)=([^&]*)/g, (whole, separator, name, value) =>
        isSecret(`/${decoded(name).replaceAll("~", "~0").replaceAll("/", "~1")}`)
          ? `${separator}${name}=${hide(value)}`
          : whole,
      )
    : replaceScalars(read.text, (at, token) => (isSecret(at) ? hiddenToken(token, hide) : undefined));
  return text === read.text ? body : { kind: "text", text };
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name.replaceAll("+", " "));
  } catch {
    return name;
  }
}
