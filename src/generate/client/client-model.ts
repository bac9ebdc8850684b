import {
  asObject,
  type Document,
  joinList,
  listOperations,
  type Operation,
  type Parameter,
  parsePointer,
  takeName,
  valueAt,
} from "../../document/index.js";
import { findPageFields, findUnknownInList, getListFacts, inferList, listBodyFields } from "../../resources/index.js";
import { isCountedFromZero } from "../../resources/properties.js";
import { getSchemas, getSchemaTypes } from "../../schema/index.js";
import { Code, type CodeValue, formatCallOf, formatReference, listMembers } from "../code.js";
import { GenerateError } from "../generate-error.js";
import { formatOperationType } from "../types/operation-types.js";
import { chooseAccept, chooseMedia, describeBodies, isWithoutBody } from "./bodies.js";
import { type ClientConfig, getRuntimeModule, type ListConfig } from "./client-config.js";
import { capitalizeWords, createOperationNames, toIdentifier } from "./operation-names.js";
import { describeParameters, isTimeParameter, listConstants } from "./parameters.js";
import { createSecurityReader } from "./security.js";
import { collectBaseUrls, getServerName, listServerTemplates, type ServerTable } from "./server-table.js";

/** Everything that the files of a client are written from. */
export type ClientModel = ReturnType<typeof createClientModel>;

export type ModelledCall = {
  readonly operation: Operation;
  /** The property of the client. */
  readonly name: string;
  /** The variable in `calls.ts`, which cannot be a reserved word. */
  readonly variable: string;
  /** Its type in `types.ts`. */
  readonly type: string;
  /** The type of its options in `calls.ts`. */
  readonly optionsType: string;
  readonly optionTraits: CallTraits;
  readonly traits: CallTraits;
  readonly row: Readonly<Record<string, CodeValue>>;
};

/** Names that types of the client need, by what they are names of. */
type CallTraits = Readonly<Record<string, readonly string[]>>;

/** An operation that the client does not have, and the reason. */
type OmittedCall = { readonly operation: string; readonly pointer: string; readonly reason: string };

/** Derives the calls of a client from a spec and its configuration. */
export function createClientModel(document: Document, config: ClientConfig = {}) {
  const operations = listOperations(document).filter(({ kind }) => kind === "path");
  const names = createOperationNames(operations);
  const servers = collectBaseUrls(document, operations);
  const keys = new Set(
    operations.flatMap(({ parameters }) =>
      parameters.filter((it) => isIdempotencyKey(document, it, config)).map(({ name }) => name),
    ),
  );
  const variables = [...names.values()].map(({ variable }) => variable);
  const security = createSecurityReader(operations, config, variables);
  assertKnown(operations, config);
  const omissions: OmittedCall[] = [];
  const notes: string[] = [];
  const lists = new Set([...names.values()].map(({ name }) => name));
  const optionsTypes = new Set<string>();
  const calls = operations.flatMap((operation): ModelledCall[] => {
    const identifier = names.get(operation);
    try {
      if (identifier === undefined) return [];
      const { id, pointer, method, requestBody } = operation;
      if (requestBody?.required === true && isWithoutBody(operation)) {
        notes.push(`the client has no ${id} (${pointer}): fetch cannot send its required body with ${method}`);
        return [];
      }
      assertCallable(operation);
      const described = describeCall(document, operation, { servers, keys, security, config, lists, notes });
      const optionsType = takeName(`${capitalizeWords(identifier.name)}Options`, optionsTypes);
      return [{ operation, ...identifier, type: formatOperationType(operation), optionsType, ...described }];
    } catch (error) {
      if (!(error instanceof UnsupportedByClientError)) throw error;
      omissions.push({ operation: operation.id, pointer: operation.pointer, reason: error.message });
      return [];
    }
  });
  const tokenCall = calls.find(({ operation }) => operation.id === config.tokenEndpoint)?.variable;
  return {
    calls,
    omissions,
    /** What the client lacks although the spec is valid: operations and lists, with the reasons. */
    notes,
    servers,
    /** The servers of `buildServerUrl`. */
    templates: listServerTemplates(operations),
    /** Constants of security schemes, by their names in the generated code. */
    schemes: security.listConstants(),
    /** The names that `signIn` can have. */
    schemeNames: security.names,
    /** Where the spec says that tokens are issued, by security scheme. */
    tokenEndpoints: security.tokenEndpoints,
    /** The module of the runtime. */
    runtime: getRuntimeModule(config),
    /** The name of the call that issues tokens of `jwtBearer` and `password`. */
    tokenCall,
  };
}

type CallContext = {
  readonly servers: ServerTable;
  /** Names of headers that are idempotency keys of some operation. */
  readonly keys: ReadonlySet<string>;
  readonly security: ReturnType<typeof createSecurityReader>;
  readonly config: ClientConfig;
  /** Names that a list method cannot have. */
  readonly lists: Set<string>;
  readonly notes: string[];
};

function describeCall(
  document: Document,
  operation: Operation,
  context: CallContext,
): Pick<ModelledCall, "row" | "optionTraits" | "traits"> {
  const { servers, keys, security, config } = context;
  const server = getServerName(operation.servers[0], servers);
  const headers = operation.parameters.filter((it) => it.in === "header");
  const id = headers.find(({ name }) => keys.has(name));
  const isSafe = /^(GET|HEAD|OPTIONS)$/.test(operation.method);
  // A spec that does not have the configured header cannot say which operations have it.
  const addedKey = keys.size === 0 && !isSafe ? config.idempotencyKey : undefined;
  const fixed = listConstants(document, headers);
  const accept = chooseAccept(operation);
  const sent = Object.fromEntries([...(accept === undefined ? [] : [["Accept", accept] as const]), ...fixed]);
  // Other methods can be repeated only with an idempotency key (RFC 9110, section 9.2.1).
  const isRepeatable = isSafe || addedKey !== undefined || (id !== undefined && isIdempotencyKey(document, id, config));
  const list = describeList(document, operation, context);
  const row = {
    call: `${operation.method} ${operation.path}`,
    server: server === Object.keys(servers)[0] ? undefined : server,
    headers: Object.keys(sent).length === 0 ? undefined : sent,
    id: id?.name ?? addedKey,
    retries: isRepeatable ? undefined : 0,
    auth: security.read(operation),
    ...describeBodies(document, operation),
    ...describeParameters(document, operation),
    list: list?.code,
  };
  const filled = [...fixed.map(([name]) => name), ...(id === undefined ? [] : [id.name])];
  const { content = [] } = operation.requestBody ?? {};
  const times = operation.parameters.filter((it) => isTimeParameter(document, it)).map(({ name }) => name);
  const optionTraits = { filled, times, body: content.length > 1 ? [chooseMedia(content)?.range ?? []].flat() : [] };
  const traits = {
    auth: security.listNames(operation),
    list: list === undefined ? [] : [list.name],
    items: list === undefined ? [] : [list.items],
  };
  return {
    row: Object.fromEntries(listMembers(row)),
    optionTraits: omitEmpty(optionTraits),
    traits: omitEmpty(traits),
  };
}

function omitEmpty(traits: CallTraits): CallTraits {
  return Object.fromEntries(Object.entries(traits).filter(([, names]) => names.length > 0));
}

/** @throws GenerateError when the configuration names an operation that the spec does not have. */
function assertKnown(operations: readonly Operation[], { lists = {}, tokenEndpoint }: ClientConfig): void {
  const ids = new Set(operations.map(({ id }) => id));
  const unknown = [
    ...Object.keys(lists).map((name) => ["lists", name] as const),
    ...[tokenEndpoint ?? []].flat().map((name) => ["tokenEndpoint", name] as const),
  ].find(([, name]) => !ids.has(name));
  if (unknown === undefined) return;
  const [member, name] = unknown;
  throw new GenerateError(
    `client.${member}: the spec uses no operation ${name}; expected an operationId, or METHOD PATH`,
  );
}

/** @throws UnsupportedByClientError when no request of the operation can be built. */
function assertCallable({ path, parameters, gaps = [] }: Operation): void {
  const [gap] = gaps;
  if (gap !== undefined) throw new UnsupportedByClientError(gap);
  const declared = new Set(parameters.filter((it) => it.in === "path").map(({ name }) => name));
  const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name);
  const missing = names.find((name) => !declared.has(name));
  if (missing !== undefined)
    throw new UnsupportedByClientError(`the spec declares no path parameter ${JSON.stringify(missing)}`);
}

function isIdempotencyKey(document: Document, { name, in: place, pointer }: Parameter, config: ClientConfig): boolean {
  if (place !== "header") return false;
  const isConfigured = config.idempotencyKey?.toLowerCase() === name.toLowerCase();
  return isConfigured || asObject(valueAt(document.root, pointer))?.["x-idempotency-key"] === true;
}

/**
 * Describes the method that iterates over the list of an operation, from the configuration or the spec. Undefined if
 * neither says how it continues, or if the response lacks what the spec names.
 *
 * @throws GenerateError when the configuration names parameters or locations that the operation does not have
 */
function describeList(document: Document, operation: Operation, { config, lists: taken, notes }: CallContext) {
  const configured = config.lists?.[operation.id];
  const found = getListFacts(document, operation);
  const stated = found?.keyword === "links" && configured !== undefined ? undefined : found;
  // Without a style, the spec states that a response has the whole list.
  if (configured === undefined && stated?.style === undefined) return undefined;
  const list: ListConfig = { ...stated, ...configured };
  const items = readLocation(list.items, operation, "items");
  const unknown = findUnknown(document, operation, list, configured !== undefined);
  if (unknown !== undefined && configured !== undefined)
    throw new GenerateError(`client.lists.${operation.id}.${unknown}`);
  // A link of the spec is about the only array of the response.
  if (unknown !== undefined && stated?.keyword !== "links") {
    notes.push(`the client does not read all pages of ${operation.id} (${stated?.keyword}): ${unknown}`);
    return undefined;
  }
  const name = takeName(list.name ?? deriveName(operation), taken);
  const rest: readonly CodeValue[] = list.maxPages === undefined ? [] : [list.maxPages];
  const location = /^$|\//.test(items) ? formatCallOf("locate", items) : items;
  const reader = describeReader(document, operation, list);
  const inBody = listBodyFields(document, operation).filter((it) => [list.start, list.size].includes(it.name));
  const isNumber = ({ schema }: Parameter): boolean =>
    [...getSchemaTypes(getSchemas(document), schema)].some((it) => it === "integer" || it === "number");
  const fields = Object.fromEntries(inBody.map((it) => [it.name, isNumber(it)]));
  const described = inBody.length === 0 ? [] : [fields];
  const define = inBody.length === 0 ? "defineList" : "defineBodyList";
  return { name, items, code: formatCallOf(define, ...described, name, location, reader, ...rest) };
}

function describeReader(
  document: Document,
  operation: Operation,
  { style = "links", start = "start", size = "count", next, id = "/id" }: ListConfig,
): Code {
  const inRequest = [...operation.parameters, ...listBodyFields(document, operation)];
  const parameter = inRequest.find((it) => it.in === "query" && it.name === start);
  const create = (name: string, ...values: readonly (string | number)[]): Code =>
    new Code(`() => runtime.${name}(${values.map((it) => JSON.stringify(it)).join(", ")})`);
  const location = () => readLocation(next, operation, "next");
  const isTime = parameter !== undefined && isTimeParameter(document, parameter);
  if (style === "startTime" || (style === "offset" && isTime)) return create("createStartTimeReader", start, size);
  switch (style) {
    case "links":
      return formatReference("createLinkedReader");
    case "header":
      return formatCallOf("createLinkHeaderReader", ...(next === undefined ? [] : [next]));
    case "offset":
      return create("createOffsetReader", start, size);
    case "page": {
      const first = parameter !== undefined && isCountedFromZero(document, parameter) ? [0] : [];
      return create("createPageNumberReader", start, size, ...first);
    }
    case "cursor":
      return create("createCursorReader", start, location());
    case "after": {
      const more = next === undefined ? [] : [location()];
      return create("createAfterLastReader", start, readLocation(id, operation, "id"), ...more);
    }
    case "url":
      return create("createNextUrlReader", location());
    default:
      throw new UnsupportedByClientError(`the style ${JSON.stringify(style)} of its list is not known`);
  }
}

function readLocation(pointer: string | undefined, { id }: Operation, member: string): string {
  if (typeof pointer !== "string" || !/^(\/|$)/.test(pointer))
    throw new UnsupportedByClientError(`${member} of the list of ${id} must be a JSON Pointer, such as /items`);
  return parsePointer(pointer).join("/");
}

/** `listOrders` and `get_orders` become `orders`. */
function deriveName({ id }: Operation): string {
  const name = toIdentifier(id);
  const [, rest] = /^(?:[Ll]ist|[Gg]et)(?:_|(?=\p{Lu}))(\p{L}.*)$/u.exec(name) ?? [];
  return rest === undefined ? `${name}Items` : rest.slice(0, 1).toLowerCase() + rest.slice(1);
}

/**
 * Finds the first parameter or location of a list that its operation does not have. A location counts as missing only if the
 * schemas of all successful JSON responses declare properties, and none has its name.
 *
 * @param isConfigured whether the parameters are compared too. Those of a spec can be in the body.
 */
function findUnknown(document: Document, operation: Operation, list: ListConfig, isConfigured: boolean) {
  const { style = "links", start = "start", items = "", next = "", size, maxPages } = list;
  // A list of one page sends no parameters, and the default of `size` is used only if the call sends it.
  const sent =
    !isConfigured || maxPages === 1 ? {} : { size, ...(/^(links|header|url)$/.test(style) ? {} : { start }) };
  const [first] = findUnknownInList(document, operation, { style, items, next, ...sent });
  return first && `${first.at.join(".")}: ${first.message}`;
}

/** The client cannot have an operation. Its types and validators are still generated. */
class UnsupportedByClientError extends Error {
  override name = "UnsupportedByClientError" as const;
}

/**
 * Names the operations that look like lists with pages, and have no method that reads all pages. Undefined if there are none, or
 * if the configuration has lists.
 */
export function formatListHint(document: Document, { calls }: ClientModel, config: ClientConfig): string | undefined {
  if (config.lists !== undefined) return undefined;
  const names = calls
    .filter(({ operation, traits }) => traits.list === undefined && isPagedList(document, operation))
    .map(({ operation }) => operation.id);
  if (names.length === 0) return undefined;
  const subject = names.length === 1 ? "looks like a list" : "look like lists";
  return `hint: ${formatSome(names)} ${subject} with pages; client.lists in contract.config.yaml adds methods that read all pages`;
}

/** The methods that read all pages of lists. */
export function formatListMethods({ calls }: ClientModel): readonly string[] {
  const names = calls.flatMap(({ traits }) => traits.list ?? []);
  return names.length === 0 ? [] : [`methods that read all pages: ${formatSome(names)}`];
}

/** The first of some names, and how many more there are. */
export function formatSome(names: readonly string[]): string {
  return joinList(names, MAX_NAMES);
}

const MAX_NAMES = 3;

/** Whether an operation has a query parameter for pages, and responds with one array. */
function isPagedList(document: Document, operation: Operation): boolean {
  const { starts, size } = findPageFields(document, operation);
  const list = inferList(document, operation);
  // A size alone limits a list of which the rest cannot be asked for.
  return list !== undefined && (starts.length > 0 || (size !== undefined && list.style !== undefined));
}
