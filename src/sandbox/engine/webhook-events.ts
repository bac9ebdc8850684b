import {
  type Document,
  isJsonType,
  isObject,
  type Json,
  listOperations,
  memoizeByObject,
  type Operation,
  setMember,
  valueAt,
} from "../../document/index.js";
import {
  createSignature,
  findSignatureHeader,
  getRegistrationFacts,
  isKnownSignature,
  REFERENCE_WORDS,
  splitWords,
} from "../../resources/index.js";
import { toPlainName } from "../../resources/page-names.js";
import { listNamesOfProperties } from "../../resources/properties.js";
import { STATE_NAME } from "../../resources/resource-facts.js";
import { getSchemas } from "../../schema/index.js";
import type { AppContext } from "../context/app-context.js";
import { deriveUuid } from "../context/derived-ids.js";
import { enqueueEvents } from "../deliveries/enqueue-events.js";
import type { DeliveryStyle } from "../deliveries/send-delivery.js";
import type { Queries } from "../store/database.js";
import { toSingular } from "./path-shape.js";
import { buildRecordBody } from "./record-body.js";
import { readKeyValue } from "./record-ids.js";
import { listObjects, type ResourceLocation } from "./resource-location.js";
import {
  dropExcluded,
  formatTime,
  getMember,
  getNode,
  isTimeOfCreation,
  isValid,
  listValidExamples,
  makeSample,
} from "./sample-values.js";
import type { RecordChange, SpecEngine } from "./turn.js";

export type SpecEvent = {
  readonly operation: Operation;
  /** The name of the webhook, or the value of the property with the type of the event. */
  readonly name: string;
  /** The property with the type. */
  readonly typeName: string | undefined;
};

/** The events of a spec: one for each webhook, or for each type that its body lists. */
export const listSpecEvents = memoizeByObject((document: Document): readonly SpecEvent[] => {
  const { model } = getSchemas(document);
  return listOperations(document)
    .filter(({ kind }) => kind === "webhook")
    .flatMap((operation) => {
      const schema = getBodyMedia(operation)?.schema;
      if (schema === undefined) return [];
      const typeName = listNamesOfProperties(document, schema).find((it) => TYPE_NAME.test(it));
      const constraints = typeName === undefined ? undefined : model.child(model.at([schema]), typeName)?.constraints;
      const listed = [...(constraints?.enumValues ?? []), ...(constraints?.extensibleValues ?? [])];
      const types = listed.filter((it) => typeof it === "string");
      return types.length === 0
        ? [{ operation, name: operation.path, typeName: undefined }]
        : types.map((name) => ({ operation, name, typeName }));
    });
});

const TYPE_NAME = /^(event|type|topic|action|event[_-]?(type|name))$/i;

function getBodyMedia({ requestBody }: Operation) {
  return requestBody?.content.find(({ range }) => isJsonType(range));
}

const VERBS: Readonly<Record<RecordChange["kind"], RegExp>> = {
  create: /^(new|creat|add|insert|register)/,
  change: /^(updat|chang|modif|edit|patch|replac)/,
  delete: /^(delet|remov|destroy)/,
};

/** Whether the name of an event stands for a change: its resource, and what happened to it, or the state that it has now. */
function isEventOf({ name }: SpecEvent, { kind, resource, record, former }: RecordChange): boolean {
  if (!toPlainName(name).includes(toSingular(resource.name))) return false;
  const words = splitWords(name);
  const state = Object.keys(record.value).find((it) => STATE_NAME.test(it)) ?? "";
  const isReached = kind !== "delete" && record.value[state] !== former?.value[state];
  return words.some((it) => VERBS[kind].test(it) || (isReached && it === toPlainName(String(record.value[state]))));
}

/** Adds the events of the changes of a request to the outbox, in its transaction. */
export async function publishChanges(queries: Queries, app: AppContext, engine: SpecEngine): Promise<void> {
  const { store, changes, now, schemas } = engine;
  for (const change of changes) {
    const events = listSpecEvents(schemas.document).filter((it) => isEventOf(it, change));
    const byName = new Map(events.map((it) => [it.name, it]));
    await enqueueEvents(queries, app, {
      ...{ businessId: "", orderId: change.record.key, eventTypes: [...byName.keys()], now },
      purpose: events.length === 0 ? "" : `change ${store.takeNumber("changes")}`,
      buildPayload: (name, id) => buildEvent(engine, byName.get(name), change, id),
    });
  }
}

/**
 * The body of an event: that of an example or a sample, with the record or its id, its type, its id and its time. Its schema is that of
 * what the service sends.
 */
function buildEvent(engine: SpecEngine, event: SpecEvent | undefined, change: RecordChange, id: string): Json {
  const { schemas, now } = engine;
  const media = event && getBodyMedia(event.operation);
  if (event === undefined || media?.schema === undefined) return {};
  const { schema } = media;
  const [example] = listValidExamples(schemas, media, "response");
  const sample = example ?? makeSample(schemas, schema) ?? {};
  const shown = buildRecordBody({ engine, ...change }, schema, sample);
  const isUsable = (it: Json | undefined): it is Json => it !== undefined && isValid(schemas, schema, it);
  const base = isUsable(shown) ? shown : sample;
  const isRecord = isObject(base) && isObject(shown) && base.id === change.record.value.id;
  const createValue = (name: string, { path }: ResourceLocation): Json | undefined => {
    const child = getNode(schemas, schema, [...path, name], isObject(base) ? base : {});
    const { resource, record } = change;
    const isId = REFERENCE_WORDS.some((word) => toPlainName(name) === toSingular(resource.name) + word);
    if (isId) return readKeyValue(schemas, child, record.key);
    if (path.length > 0) return undefined;
    if (name === event.typeName) return event.name;
    if (isRecord) return undefined;
    const isTime = isTimeOfCreation(name) || EVENT_TIME_NAME.test(name);
    if (isTime) return formatTime(schemas, child, getMember(base, [name]), now);
    return name === "id" ? id : undefined;
  };
  const members = listObjects(schemas.document, schema, []).flatMap((at) =>
    listNamesOfProperties(schemas.document, at.schema).map((name) => ({ name, at })),
  );
  const filled = members.reduce((body, { name, at }) => {
    const path = [...at.path, name];
    const value = at.path.length > 0 && getMember(body, at.path) === undefined ? undefined : createValue(name, at);
    const changed = value === undefined ? body : setMember(body, path, value);
    return isUsable(changed) ? changed : body;
  }, base);
  return dropExcluded(schemas, schema, filled);
}

const EVENT_TIME_NAME = /^(timestamp|time|occurred_?at)$/i;

/** The hook that a request registers, by what the spec states about its operation; undefined if it registers none. */
export function readSpecHook(document: Document, operation: Operation, body: Json | undefined) {
  const facts = getRegistrationFacts(document, operation);
  const url = facts === undefined || body === undefined ? undefined : valueAt(body, facts.url);
  if (facts === undefined || body === undefined || typeof url !== "string") return undefined;
  const events = listSpecEvents(document);
  const secret = facts.secret === undefined ? "" : String(valueAt(body, facts.secret) ?? "");
  const chosen = Object.entries(facts.delivers)
    .filter(([at]) => events.some(({ typeName }) => at === `/${typeName}`))
    .flatMap(([, from]) => valueAt(body, from) ?? []);
  return {
    deliveryUrl: url,
    secret,
    eventTypes: chosen.length > 0 ? chosen.map(String) : events.map(({ name }) => name),
  };
}

export function deriveHookId(seed: string, { resource, record }: RecordChange): string {
  return deriveUuid(seed, "hook", resource.shape, record.key);
}

/** Signed as the spec states, and acknowledged by any success. */
export function createDeliveryStyle(document: Document, eventType: string): DeliveryStyle {
  const operation = listSpecEvents(document).find(({ name }) => name === eventType)?.operation;
  const stated = operation && findSignatureHeader(document, operation);
  const signed = stated && isKnownSignature(stated.facts) ? stated : undefined;
  return {
    signatureHeader: signed?.header.name,
    sign: async (payload, secret) =>
      signed === undefined || secret === "" ? "" : createSignature(signed.facts, payload, secret),
    isAcknowledgement: (status) => status >= 200 && status < 300,
    acknowledging: "2xx",
  };
}
