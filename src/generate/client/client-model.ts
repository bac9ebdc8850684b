import {
  asObject,
  type Document,
  listOperations,
  type Operation,
  type Parameter,
  resolvePointer,
  type Server,
  valueAt,
} from "../../document/index.js";
import type { CodeValue } from "../code.js";
import { GenerateError } from "../generate-error.js";
import { formatPathType, getTypeName } from "../types/convert-for-types.js";
import { UnsupportedByClientError } from "../unsupported-by-client-error.js";
import { describeBodies, isWithoutBody } from "./bodies.js";
import type { ClientConfig } from "./client-config.js";
import { describeList } from "./list-methods.js";
import { createOperationNames, hasOwnId } from "./operation-names.js";
import { describeParameters, getConstant, isTimeParameter } from "./parameters.js";
import { needsReadOnly } from "./read-only.js";
import { createSecurityReader } from "./security.js";
import { collectBaseUrls, getServerName, listServerTemplates, type ServerTable } from "./server-table.js";

/** Everything that the files of a client are written from. */
export type ClientModel = {
  readonly calls: readonly ModelledCall[];
  readonly omissions: readonly OmittedCall[];
  readonly servers: ServerTable;
  /** The servers of `buildServerUrl`. */
  readonly templates: readonly Server[];
  /** Constants of security schemes, by their names in the generated code. */
  readonly schemes: Readonly<Record<string, CodeValue>>;
  /** The names that `signIn` can have. */
  readonly schemeNames: readonly string[];
  /** The module of the runtime. */
  readonly runtime: string;
  /** The name of the call that issues tokens of `jwtBearer` and `password`. */
  readonly tokenCall?: string | undefined;
};

export type ModelledCall = {
  readonly operation: Operation;
  /** The property of the client. */
  readonly name: string;
  /** The variable in `calls.ts`, which cannot be a reserved word. */
  readonly variable: string;
  /** Its type in `types.ts`. */
  readonly type: string;
  readonly traits: Readonly<Record<string, readonly string[]>>;
  readonly row: Readonly<Record<string, CodeValue>>;
};

/** An operation that the client does not have, and the reason. */
export type OmittedCall = { readonly operation: string; readonly pointer: string; readonly reason: string };

export const DEFAULT_RUNTIME = "commerce-contract/runtime";

/** Derives the calls of a client from a spec and its configuration. */
export function createClientModel(document: Document, config: ClientConfig = {}): ClientModel {
  const operations = listOperations(document).filter(({ kind }) => kind === "path");
  const names = createOperationNames(operations);
  const servers = collectBaseUrls(operations);
  const keys = new Set(
    operations.flatMap(({ parameters }) =>
      parameters.filter((it) => isIdempotencyKey(document, it, config)).map(({ name }) => name),
    ),
  );
  const security = createSecurityReader(operations, config);
  assertKnown(operations, config, security.schemeNames);
  const omissions: OmittedCall[] = [];
  const lists = new Set([...names.values()].map(({ name }) => name));
  const calls = operations.flatMap((operation): ModelledCall[] => {
    const identifier = names.get(operation);
    try {
      if (identifier === undefined) return [];
      assertCallable(operation);
      const { row, traits } = describeCall(document, operation, { servers, keys, security, config, lists });
      const type = hasOwnId(operation)
        ? `operations[${JSON.stringify(getTypeName(operation.id))}]`
        : formatPathType(operation);
      return [{ operation, ...identifier, type, row, traits }];
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
    servers,
    templates: listServerTemplates(operations),
    schemes: security.listConstants(),
    schemeNames: security.names,
    runtime: config.runtime ?? DEFAULT_RUNTIME,
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
};

function describeCall(
  document: Document,
  operation: Operation,
  { servers, keys, security, config, lists }: CallContext,
): Pick<ModelledCall, "row" | "traits"> {
  const server = getServerName(operation.servers[0], servers);
  const headers = operation.parameters.filter((it) => it.in === "header");
  const id = headers.find(({ name }) => keys.has(name));
  const isSafe = /^(GET|HEAD|OPTIONS)$/.test(operation.method);
  // A spec that does not have the configured header cannot say which operations have it.
  const addedKey = keys.size === 0 && !isSafe ? config.idempotencyKey : undefined;
  const fixed = headers.flatMap((it) => {
    const value = getConstant(document, it);
    return value === undefined ? [] : [[it.name, value] as const];
  });
  // Other methods can be repeated only with an idempotency key (RFC 9110, section 9.2.1).
  const isRepeatable = isSafe || addedKey !== undefined || (id !== undefined && isIdempotencyKey(document, id, config));
  const list = describeList(document, operation, config, lists);
  const row = {
    call: `${operation.method} ${operation.path}`,
    server: server === Object.keys(servers)[0] ? undefined : server,
    headers: fixed.length === 0 ? undefined : Object.fromEntries(fixed),
    id: id?.name ?? addedKey,
    retries: isRepeatable ? undefined : 0,
    auth: security.read(operation),
    ...describeBodies(document, operation),
    ...describeParameters(document, operation),
    list: list?.code,
  };
  const filled = [...fixed.map(([name]) => name), ...(id === undefined ? [] : [id.name])];
  const times = operation.parameters.filter((it) => isTimeParameter(document, it)).map(({ name }) => name);
  const traits = {
    filled,
    times,
    list: list === undefined ? [] : [list.name],
    items: list === undefined ? [] : [list.items],
    partial: needsReadOnly(document, operation) ? ["body"] : [],
  };
  return {
    row: Object.fromEntries(Object.entries(row).filter((it): it is [string, CodeValue] => it[1] !== undefined)),
    traits: Object.fromEntries(Object.entries(traits).filter(([, names]) => names.length > 0)),
  };
}

/** @throws GenerateError when the configuration names an operation or a security scheme that the spec does not have. */
function assertKnown(operations: readonly Operation[], config: ClientConfig, schemes: readonly string[]): void {
  const { lists = {}, tokenEndpoint, defaultScheme } = config;
  const ids = new Set(operations.map(({ id }) => id));
  const unknown = [
    ...Object.keys(lists).map((name) => ["lists", "operation", name, ids.has(name)] as const),
    ...[tokenEndpoint ?? []].flat().map((name) => ["tokenEndpoint", "operation", name, ids.has(name)] as const),
    ...[defaultScheme ?? []].flat().map((name) => ["defaultScheme", "scheme", name, schemes.includes(name)] as const),
  ].find(([, , , isKnown]) => !isKnown);
  if (unknown === undefined) return;
  const [member, kind, name] = unknown;
  const expected = kind === "operation" ? "an operationId, or METHOD PATH" : `one of ${schemes.join(", ")}`;
  throw new GenerateError(`client.${member}: the spec uses no ${kind} ${name}; expected ${expected}`);
}

/** @throws UnsupportedByClientError when no request of the operation can be built. */
function assertCallable(operation: Operation): void {
  const { path, parameters, requestBody, method, gaps = [] } = operation;
  const [gap] = gaps;
  if (gap !== undefined) throw new UnsupportedByClientError(gap);
  if (requestBody?.required === true && isWithoutBody(operation))
    throw new UnsupportedByClientError(`fetch cannot send its required body with ${method}`);
  const declared = new Set(parameters.filter((it) => it.in === "path").map(({ name }) => name));
  const names = [...path.matchAll(/\{(.+?)\}/g)].map(([, name = ""]) => name);
  const missing = names.find((name) => !declared.has(name));
  if (missing !== undefined)
    throw new UnsupportedByClientError(`the spec declares no path parameter ${JSON.stringify(missing)}`);
}

function isIdempotencyKey(document: Document, { name, in: place, pointer }: Parameter, config: ClientConfig): boolean {
  if (place !== "header") return false;
  const isConfigured = config.idempotencyKey?.toLowerCase() === name.toLowerCase();
  return isConfigured || resolveParameter(document, pointer)?.["x-idempotency-key"] === true;
}

function resolveParameter(document: Document, pointer: string) {
  return asObject(valueAt(document.root, pointer)) ?? resolvePointer(document, pointer)?.value;
}
