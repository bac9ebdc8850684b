import { asString, type Document, resolvePointer } from "../../document/index.js";
import { decodeBody, decodeBodyText } from "../../exchange/index.js";
import type { RequestLocation } from "../cases/request-location.js";
import { splitWords } from "../graph/name-words.js";
import type { CaseRequest } from "../requests/probe-case.js";
import type { ProbeExchange } from "../session/probe-exchange.js";

export type GrowthOptions = {
  readonly document: Document;
  readonly locationsOf: (request: CaseRequest) => readonly RequestLocation[];
  readonly isValid: (request: CaseRequest) => boolean;
  /** Values that the name of a property suggests. */
  readonly suggest: (location: RequestLocation) => readonly unknown[];
};

const MAX_PROPERTIES = 15;

/**
 * Adds the optional properties to a rejected body that the response names, or all of them if it names none. Specs often
 * omit `required`, while the service explains what it lacks: "Missing field: path".
 *
 * @param choice the index of the described value to take
 */
export function addRejectedProperties(
  result: ProbeExchange,
  request: CaseRequest,
  options: GrowthOptions,
  choice: number,
): CaseRequest | undefined {
  if (request.body !== undefined && !("value" in request.body)) return undefined;
  const text = readText(result).toLowerCase();
  const isNamed = ({ at }: RequestLocation): boolean => isMentioned(text, at.slice(at.lastIndexOf("/") + 1));
  const named = addAbsentProperties(request, options, choice, isNamed);
  const grown = named === request ? addAbsentProperties(request, options, choice, () => true) : named;
  return grown === request ? undefined : grown;
}

function addAbsentProperties(
  request: CaseRequest,
  options: GrowthOptions,
  choice: number,
  isWanted: (location: RequestLocation) => boolean,
): CaseRequest {
  let grown = request;
  const tried = new Set<string>();
  for (let count = 0; count < MAX_PROPERTIES; count += 1) {
    const next = options
      .locationsOf(grown)
      .find((it) => it.part === "body" && !it.isPresent && !tried.has(it.at) && isOuter(it.at) && isWanted(it));
    if (next === undefined) return grown;
    tried.add(next.at);
    const suggested = [...listQuotedExamples(options.document, next), ...options.suggest(next)];
    const values = [...suggested.slice(choice), ...suggested.slice(0, choice), next.value];
    grown = values.map((value) => next.put(value)).find(options.isValid) ?? grown;
  }
  return grown;
}

/** Properties of the body itself and of the objects in it. */
function isOuter(at: string): boolean {
  return at.split("/").length <= 3 && !/\/\d+(\/|$)/.test(at);
}

/** Values in descriptions: `(e.g. "example.com.")`, or a list such as `('notebook', 'file', 'directory')`. */
function listQuotedExamples(document: Document, { contract, value }: RequestLocation): readonly string[] {
  const description = asString(resolvePointer(document, contract)?.value.description) ?? "";
  if (typeof value !== "string") return [];
  const examples = /\b(?:e\.g\.|for example|such as),?:?\s*[“"'`‘]([^”"'`’]{1,80})[”"'`’]/gi;
  const lists = /(?:[“"'`‘][^\s”"'`’]{1,40}[”"'`’](?:,? (?:or|and) |, ?| ?[|/] ?|)){2,}/gi;
  const listed = [...description.matchAll(lists)].flatMap(([list]) => list.match(/[^\s,|/“”"'`‘’]+(?=[”"'`’])/g) ?? []);
  return [...[...description.matchAll(examples)].map(([, example = ""]) => example), ...listed];
}

function isMentioned(text: string, name: string): boolean {
  const separate = (it: string): string => ` ${it.replaceAll(/[^\p{L}\p{N}]+/gu, " ").trim()} `;
  return [name.toLowerCase(), splitWords(name).join(" ")].some((it) => separate(text).includes(separate(it)));
}

function readText({ exchange: { response } }: ProbeExchange): string {
  const text = decodeBodyText(decodeBody(response.body, response.headers));
  return text.kind === "text" ? text.text : "";
}
