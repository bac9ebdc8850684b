import { type Document, getOrCreate, lastToken, type Operation } from "../../document/index.js";
import { splitWords } from "../../resources/index.js";
import { readDescription } from "../body-properties.js";
import type { RequestLocation } from "../cases/request-location.js";
import { groupByResource, isMassDelete, sortByDependency } from "../graph/operation-order.js";
import { readPathShape } from "../graph/path-shape.js";
import {
  alignIdentifiers,
  buildCandidates,
  type CandidateOptions,
  makeFreshBody,
} from "../graph/request-candidates.js";
import { type CaseRequest, isRepeatable, isSafeMethod } from "../requests/probe-case.js";
import type { ProbeTask } from "../session/case-recorder.js";
import { type ProbeExchange, readBodyText } from "../session/probe-exchange.js";
import type { PlainRequest, TaskSession } from "../session/session.js";

/** A base request for other cases. */
export type SeedRequest = {
  readonly request: CaseRequest;
  readonly accepted?: ProbeExchange;
  /** Whether its body has guessed values that no example contains, also of properties that the service may set itself. */
  readonly isGuessed?: boolean;
};

export type SeedRequests = ReturnType<typeof createSeedRequests>;

type SeedRequestOptions = CandidateOptions & {
  readonly operations: readonly Operation[];
  readonly examplesOf: (operation: Operation) => readonly CaseRequest[];
  /** Called when the service already has what a request should create, so that later ids must be new. */
  readonly onConflict: () => void;
  readonly safe: boolean;
  readonly locationsOf: (operation: Operation, request: CaseRequest) => readonly RequestLocation[];
};

const MAX_EXAMPLES = 12;
/** Most rejected requests of one operation in a round. */
const MAX_REJECTED = 16;
/** Most requests that only add properties to a rejected one. */
const MAX_GROWTH = 4;
/** Most values to try of those that the description of a property lists. */
const MAX_CHOICES = 3;
/** Later rounds use what the operations of earlier rounds have taught. */
const ROUNDS = 3;

/**
 * Sends examples with known values until the service accepts one for each operation: first what creates resources, then
 * what needs their ids, and last what deletes them.
 */
export function createSeedRequests(options: SeedRequestOptions) {
  const finder: SeedFinder = { options, seeds: new Map(), sent: new Map() };
  const selected = options.operations.filter(({ method }) => !options.safe || isSafeMethod(method));
  const ordered = sortByDependency(selected);
  const createTask = (operation: Operation, round: number): ProbeTask => ({
    id: `examples/${operation.id}`,
    run: (session) => findSeedRequest(finder, { operation, round }, session),
  });
  const isDelete = ({ method }: Operation): boolean => method === "DELETE";
  const isRepeated = (operation: Operation): boolean => !isDelete(operation) && !isMassDelete(operation);
  const rounds = Array.from({ length: ROUNDS }, (_, at) => at);
  const deleting = ordered.filter((it) => isDelete(it) && !isMassDelete(it));
  /** Tasks that find the seed requests, ordered so that each can use values learned before. */
  const firstOperations = ordered.filter(isRepeated);
  const tasks: readonly ProbeTask[] = [
    ...rounds.flatMap((round) => firstOperations.map((it) => createTask(it, round))),
    ...deleting.map((it) => createTask(it, 0)),
  ];
  /** Operations that delete more than one resource run last, because nothing is left afterwards. */
  const lastTasks: readonly ProbeTask[] = ordered.filter(isMassDelete).map((it) => createTask(it, 0));
  return {
    get: ({ id }: Operation): SeedRequest | undefined => finder.seeds.get(id),
    firstOperations,
    tasks,
    lastTasks,
  };
}

type SeedFinder = {
  readonly options: SeedRequestOptions;
  readonly seeds: Map<string, SeedRequest>;
  /** The requests sent so far by operation, as text, and whether their paths were those of known resources. */
  readonly sent: Map<string, Map<string, boolean>>;
};

type SeedStep = { readonly operation: Operation; readonly round: number };

async function findSeedRequest(
  finder: SeedFinder,
  { operation, round }: SeedStep,
  session: TaskSession,
): Promise<void> {
  const { options, seeds } = finder;
  const accepted = seeds.get(operation.id)?.accepted;
  if (round > 0 && accepted !== undefined) {
    // An empty list is requested again, because something may have been created.
    if (accepted.list?.length === 0) await sendSeed(finder, operation, accepted.request, session);
    return;
  }
  if (operation.method === "DELETE") await createVictim(finder, operation, session);
  let left = MAX_REJECTED;
  for (const example of options.examplesOf(operation).slice(0, MAX_EXAMPLES))
    left -= await sendExample(finder, { operation, round, example, left }, session);
}

type ExampleStep = SeedStep & { readonly example: CaseRequest; readonly left: number };

/** Sends the candidates for an example until one is accepted; returns the number of rejected ones. */
async function sendExample(finder: SeedFinder, step: ExampleStep, session: TaskSession): Promise<number> {
  const { operation, round, example, left } = step;
  let rejected = 0;
  for (const request of buildCandidates(operation, example, finder.options)) {
    if (rejected >= left) return rejected;
    if (!isNew(finder, step, request) || !finder.options.isValid(operation, request)) continue;
    const result = await sendSeed(finder, operation, request, session);
    if (result.isAccepted) return rejected;
    if ([401, 429, 503].includes(result.status)) {
      // Other values change nothing now; a later round sends the request again.
      finder.sent.get(operation.id)?.delete(JSON.stringify(request));
      return left;
    }
    rejected += 1;
    if (round === 0 && (await sendGrown(finder, { operation, round, request, result }, session))) return rejected;
  }
  return rejected;
}

/** In a later round, a request is new again when its guessed path has become the path of a known resource. */
function isNew({ sent, options }: SeedFinder, { operation, round }: SeedStep, request: CaseRequest): boolean {
  const texts = getOrCreate(sent, operation.id, () => new Map<string, boolean>());
  const path = JSON.stringify(request.path);
  const isKnown = options.known.listPathValues(operation).some((it) => JSON.stringify(it) === path);
  const text = JSON.stringify(request);
  const wasKnown = texts.get(text);
  if (wasKnown !== undefined && (wasKnown || !isKnown || round === 0)) return false;
  texts.set(text, isKnown);
  return true;
}

async function sendSeed(
  { seeds, options }: SeedFinder,
  operation: Operation,
  request: CaseRequest,
  session: TaskSession,
): Promise<ProbeExchange> {
  const result = await session.sendChecked({ operation, request });
  const found = seeds.get(operation.id);
  if (found === undefined) seeds.set(operation.id, { request });
  if (!result.isAccepted) {
    options.known.learnRejection(result);
    if (result.status === 409) options.onConflict();
    return result;
  }
  options.known.learn(result);
  if (operation.method === "DELETE") options.known.forget(operation, request.path as never);
  const isBetter =
    found?.accepted === undefined ||
    found.accepted.list?.length === 0 ||
    (!isRepeatable(found.request) && isRepeatable(request));
  if (isBetter) seeds.set(operation.id, { request, accepted: result });
  return result;
}

type RejectedSeed = SeedStep & { readonly request: CaseRequest; readonly result: ProbeExchange };

/** Adds properties to a rejected body as long as the service rejects it for its content; then with other listed values. */
async function sendGrown(finder: SeedFinder, rejected: RejectedSeed, session: TaskSession): Promise<boolean> {
  const { options } = finder;
  const { operation } = rejected;
  // With another choice, the first properties may be those of an earlier one.
  const results = new Map<string, ProbeExchange>();
  for (let choice = 0; choice < MAX_CHOICES && operation.requestBody !== undefined; choice += 1) {
    let { request, result } = rejected;
    for (let count = 0; count < MAX_GROWTH && lacksContent(result); count += 1) {
      const grown = addRejectedProperties(result, request, options, choice);
      const earlier = results.get(JSON.stringify(grown));
      if (grown === undefined || (earlier === undefined && !isNew(finder, rejected, grown))) break;
      request = grown;
      result = earlier ?? (await sendSeed(finder, operation, request, session));
      results.set(JSON.stringify(request), result);
      if (!result.isAccepted) continue;
      if (finder.seeds.get(operation.id)?.accepted === result)
        finder.seeds.set(operation.id, { request, accepted: result, isGuessed: true });
      return true;
    }
  }
  return false;
}

/** A creation may also get 404 when its body does not say what to create. */
function lacksContent(result: ProbeExchange): boolean {
  const { operation, exchange } = result;
  return result.isRefusal || (["PUT", "POST"].includes(operation.method) && exchange.response.status === 404);
}

/** Creates a resource to delete, if an accepted request can create one. Otherwise the latest known one is deleted. */
async function createVictim(finder: SeedFinder, operation: Operation, session: TaskSession): Promise<void> {
  const { options, seeds } = finder;
  const { key } = readPathShape(operation.path);
  const resource = groupByResource(options.operations).find((it) => it.key === key);
  for (const creator of [resource?.create, resource?.put]) {
    const base = creator && seeds.get(creator.id)?.accepted;
    if (creator === undefined || base === undefined) continue;
    const request = buildNewResource(base, options, `to delete ${operation.id}`);
    if (options.isValid(creator, request) && (await sendSeed(finder, creator, request, session)).isAccepted) return;
  }
}

/**
 * Builds a request for another resource than an accepted one has created. The resource is the same if its path takes no
 * UUID, because a service assigns numbers itself.
 */
export function buildNewResource(
  { operation, request: base }: PlainRequest,
  { createId, known, isValid }: CandidateOptions,
  name: string,
): CaseRequest {
  const id = createId(name);
  const { last, isItem } = readPathShape(operation.path);
  if (!isItem || last === undefined) return makeFreshBody(base, id, (it) => isValid(operation, it));
  const path = { ...base.path, [last.name]: id };
  if (!isValid(operation, { ...base, path })) return base;
  return alignIdentifiers({ ...base, path }, { ...known.given, ...path }, (it) => createId(`${name} ${it}`));
}

type GrowthOptions = Pick<SeedRequestOptions, "locationsOf" | "isValid"> & {
  readonly known: Pick<CandidateOptions["known"], "suggest">;
};

const MAX_PROPERTIES = 15;

/**
 * Adds an item to the empty lists of a rejected body, then the optional properties that the response names, or all of them if it names
 * none. Specs often omit `minItems` and `required`, while the service explains what it lacks: "Missing field: path".
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
  const text = readBodyText(result.exchange.response).toLowerCase();
  const { document, operation } = result;
  const filled = fillLists(operation, request, options);
  if (filled !== request) return filled;
  const add = (isWanted: (at: string) => boolean): CaseRequest => {
    let grown = request;
    const tried = new Set<string>();
    for (let count = 0; count < MAX_PROPERTIES; count += 1) {
      const next = options
        .locationsOf(operation, grown)
        .find((it) => it.part === "body" && !it.isPresent && !tried.has(it.at) && isOuter(it.at) && isWanted(it.at));
      if (next === undefined) return grown;
      tried.add(next.at);
      const suggested = [
        ...listQuotedExamples(document, next),
        ...options.known.suggest(operation, lastToken(next.at)),
      ];
      const values = [...suggested.slice(choice), ...suggested.slice(0, choice), next.value];
      grown = values.map((value) => next.put(value)).find((it) => options.isValid(operation, it)) ?? grown;
    }
    return grown;
  };
  const named = add((at) => isMentioned(text, lastToken(at)));
  const grown = named === request ? add(() => true) : named;
  return grown === request ? undefined : grown;
}

function fillLists(operation: Operation, request: CaseRequest, { locationsOf, isValid }: GrowthOptions): CaseRequest {
  let filled = request;
  for (let count = 0; count < MAX_PROPERTIES; count += 1) {
    const body = locationsOf(operation, filled).filter(({ part }) => part === "body");
    const present = new Set(body.filter((it) => it.isPresent).map(({ at }) => at));
    const isMissingItem = ({ at }: RequestLocation): boolean =>
      at.endsWith("/0") && present.has(at.slice(0, -"/0".length)) && !present.has(at);
    const next = body.find((it) => isMissingItem(it) && isValid(operation, it.put(it.value)));
    if (next === undefined) return filled;
    filled = next.put(next.value);
  }
  return filled;
}

/** Properties of the body itself and of the objects in it. */
function isOuter(at: string): boolean {
  return at.split("/").length <= 3 && !/\/\d+(\/|$)/.test(at);
}

/** Values in descriptions: `(e.g. "example.com.")`, or a list such as `('notebook', 'file', 'directory')`. */
function listQuotedExamples(document: Document, { contract, value }: RequestLocation): readonly string[] {
  const description = readDescription(document, contract);
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
