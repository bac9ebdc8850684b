import { type BodySubject, CHECKS, PARAMETER_CHECKS, type Subject } from "../checks/index.js";
import type { Operation, Parameter, Pointer } from "../document/index.js";
import {
  type Exchange,
  joinedHeader,
  parseMediaType,
  type Settle,
  type StringContent,
  stringContent,
} from "../exchange/index.js";
import type { Acceptance, Acceptor, Shortfall } from "../schema/acceptance/index.js";
import { type Observer, type ParameterReading, readParameter, type Schemas, schemaTypes } from "../schema/index.js";
import { readAccepted } from "./accepted-body.js";
import { isJsonBody } from "./body.js";
import { whyInfrastructure } from "./infrastructure.js";
import type { LikeUrls } from "./like-urls.js";
import { type Checked, runChecks } from "./run-checks.js";
import { createSignatureReader, type SignatureReader } from "./signature.js";
import { createSubject } from "./subject.js";

/** An exchange of which there is nothing to tell but that it keeps the contract. */
export type Kept = { readonly operation: Operation; readonly status: string | undefined };

/** What is to be told of an exchange beside that: what is wrong with scalars in the body of its answer, judged by `schema`. */
export type KeptBut = {
  readonly kept: Kept;
  readonly subject: Subject;
  readonly schema: Pointer;
  readonly shortfalls: readonly Shortfall[];
};

export type SettleParts = {
  readonly match: LikeUrls;
  readonly schemas: Schemas;
  readonly observe: Observer;
  readonly accept: Acceptor;
  readonly shortfalls: Acceptance["shortfalls"];
};

/**
 * Tells exchanges that keep the contract from those that have to be looked at, without reading what is the most of them.
 *
 * All checks run, on an exchange whose body is accepted by its bytes. For one of the same signature (see signature.ts)
 * they would say the same again, except for the parameters that are looked at by themselves, and for the body.
 */
export function createSettle(parts: SettleParts): Settle<KeptBut> {
  const known = new Map<Operation, OperationMemory>();
  return (exchange, body, alike) => {
    if (exchange.incomplete !== undefined || exchange.gaps !== undefined || exchange.webhook !== undefined)
      return undefined;
    const match = parts.match(exchange.request.method, exchange.request.url, alike);
    if (match.kind !== "operation" || match.others !== undefined) return undefined;
    const { operation, path } = match;
    const memory = known.get(operation) ?? createMemory(parts, operation);
    known.set(operation, memory);
    const signature = memory.signatures.signatureOf(exchange, alike);
    const seen = signature === undefined ? undefined : memory.seen.get(signature);
    if (seen !== undefined && isRequestKept(parts.accept, seen, exchange)) {
      const areKept = memory.signatures.own.every((parameter) => memory.isKept(parameter, seen, { exchange, path }));
      return areKept ? butFor(parts, seen, body) : undefined;
    }
    const settled = settleWhole(parts, body, { exchange, operation, path });
    if (settled === undefined) return undefined;
    if (signature !== undefined && isRememberable(signature, memory.seen, MAX_SIGNATURES))
      memory.seen.set(signature, settled);
    return butFor(parts, settled, body);
  };
}

function butFor({ shortfalls: find }: SettleParts, settled: Settled, body: StringContent): KeptBut | undefined {
  const { kept, subject, schema } = settled;
  const shortfalls = find(schema, "response", body);
  return shortfalls && { kept, subject, schema, shortfalls };
}

type Settled = {
  readonly subject: Subject;
  /** What the body of the answer is judged by, and that of the request where it is JSON. */
  readonly schema: Pointer;
  readonly requestSchema: Pointer | undefined;
  readonly kept: Kept;
};

function isRequestKept(accept: Acceptor, { requestSchema }: Settled, { request: { body } }: Exchange): boolean {
  if (body.kind !== "text") return body.kind === "none";
  return requestSchema !== undefined && accept(requestSchema, "request", stringContent(body.text));
}

function jsonSchemaOf(schemas: Schemas, { contentType, media, content }: BodySubject): Pointer | undefined {
  const isRead = content.kind === "value" || content.kind === "accepted";
  const type = isRead && media !== undefined ? parseMediaType(contentType ?? media.range) : undefined;
  return type !== undefined && media !== undefined && isJsonBody(schemas, media, type) ? media.schema : undefined;
}

type Found = { readonly exchange: Exchange; readonly path: ReadonlyMap<string, string> };

function settleWhole(
  { schemas, observe, accept, shortfalls }: SettleParts,
  body: StringContent,
  { exchange, operation, path }: Found & { readonly operation: Operation },
): Settled | undefined {
  if (whyInfrastructure(exchange, operation) !== undefined) return undefined;
  const subject = createSubject(
    schemas,
    observe,
    { exchange, operation, path },
    readAccepted(accept, { shortfalls, body }),
  );
  const { content, media } = subject.bodies.response;
  if (content.kind !== "accepted" || media?.schema === undefined) return undefined;
  const others = subject.parameters.filter(({ parameter, reading }) => !isAccepted(accept, parameter, reading));
  if (!isClean(runChecks({ ...subject, parameters: others }, PARAMETER_CHECKS))) return undefined;
  if (!isClean(runChecks(subject, OTHER_CHECKS))) return undefined;
  const requestSchema = jsonSchemaOf(schemas, subject.bodies.request);
  return {
    subject: withoutBodies(subject),
    schema: media.schema,
    requestSchema,
    kept: { operation, status: subject.response?.status },
  };
}

/** What is kept for the parameters of others. */
function withoutBodies(subject: Subject): Subject {
  const { exchange, bodies } = subject;
  const body = { kind: "none" } as const;
  const content = { kind: "unread" } as const;
  return {
    ...subject,
    exchange: { ...exchange, request: { ...exchange.request, body }, response: { ...exchange.response, body } },
    bodies: { request: { ...bodies.request, content }, response: { ...bodies.response, content } },
  };
}

/** Memory must not grow with the traffic. */
function isRememberable(key: string, known: ReadonlyMap<string, unknown>, most: number): boolean {
  return known.size < most && key.length < MAX_LENGTH;
}

type OperationMemory = {
  readonly signatures: SignatureReader;
  readonly seen: Map<string, Settled>;
  /** Whether nothing is to be said of a parameter that is looked at by itself. */
  readonly isKept: (parameter: Parameter, settled: Settled, found: Found) => boolean;
};

function createMemory(parts: SettleParts, operation: Operation): OperationMemory {
  const signatures = createSignatureReader(operation);
  const values = new Map(signatures.own.map((parameter) => [parameter, new Map<string, boolean>()]));
  const plain = new Set(signatures.own.filter((parameter) => isPlain(parts.schemas, parameter)));
  const isKept: OperationMemory["isKept"] = (parameter, settled, { exchange, path }) => {
    const { in: location, name } = parameter;
    const text = location === "path" ? path.get(name) : joinedHeader(exchange.request.headers, name);
    // That it is absent was as true of the exchange with this signature that was looked at.
    if (text === undefined) return true;
    const memory = values.get(parameter);
    const answer = memory?.get(text);
    if (answer !== undefined) return answer;
    const isKept =
      (plain.has(parameter) && isAcceptedAsWritten(parts.accept, parameter, text)) ||
      isReadKept(parts, parameter, { text, settled });
    if (memory !== undefined && isRememberable(text, memory, MAX_VALUES)) memory.set(text, isKept);
    return isKept;
  };
  return { signatures, seen: new Map(), isKept };
}

type Written = { readonly text: string; readonly settled: Settled };

function isReadKept({ schemas, accept }: SettleParts, parameter: Parameter, { text, settled }: Written): boolean {
  const reading = readParameter(schemas, parameter, { in: parameter.in === "path" ? "path" : "header", text });
  return (
    isAccepted(accept, parameter, reading) ||
    isClean(runChecks({ ...settled.subject, parameters: [{ parameter, reading }] }, PARAMETER_CHECKS))
  );
}

function isAccepted(accept: Acceptor, { schema }: Parameter, reading: ParameterReading): boolean {
  if (reading.kind !== "value" || schema === undefined) return false;
  return accept(schema, "request", stringContent(JSON.stringify(reading.value)));
}

/** Whether an identifier is its value, just as it stands in the request. */
function isPlain(schemas: Schemas, { style, content, schema }: Parameter): boolean {
  const types = schemaTypes(schemas, schema);
  return style === "simple" && content === undefined && types.size === 1 && types.has("string");
}

/** Many parameters are identifiers, each of its own value. */
function isAcceptedAsWritten(accept: Acceptor, { schema }: Parameter, text: string): boolean {
  if (schema === undefined || !IDENTIFIER.test(text)) return false;
  const end = WRITTEN.write(`\\"${text}\\"`, "latin1");
  return accept(schema, "request", { bytes: WRITTEN, start: 0, end });
}

const IDENTIFIER = /^[A-Za-z0-9_-]{1,100}$/;
const WRITTEN = Buffer.alloc(128);

function isClean({ disagreements, unjudged }: Checked): boolean {
  return disagreements.length === 0 && unjudged.length === 0;
}

const OTHER_CHECKS = CHECKS.filter((check) => !PARAMETER_CHECKS.includes(check));

/** Traffic has few signatures; where each exchange has its own, no more than these are remembered. */
const MAX_SIGNATURES = 500;
const MAX_VALUES = 1000;
const MAX_LENGTH = 8000;
