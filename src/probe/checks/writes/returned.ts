import { isObject, type Json, type JsonObject, joinPointer, resolvePointer } from "../../../document/index.js";
import { isSameJson } from "../../../samples/same-json.js";
import { toPrintable, walkReachableSchemas } from "../../../schema/index.js";
import { readWrittenBody } from "../../requests/probe-case.js";
import type { ProbeExchange } from "../../session/probe-exchange.js";
import { defineAcceptedRule } from "../rule.js";

const MIN_MISSING = 3;

/**
 * Checks that the response to a write has the resource, if the spec says that it has the properties that a read shows. A service may
 * leave out some of them, so most must be missing.
 */
export const checkWholeReturned = defineAcceptedRule<2>((write, read) => {
  const declared = listDeclared(write);
  const names = Object.keys(read.resource).filter((name) => declared.has(name));
  const missing = names.filter((name) => !Object.hasOwn(write.resource, name));
  const isPart = isObject(write.body) && missing.length >= MIN_MISSING && missing.length > names.length / 2;
  if (!isPart || !isPromised(write)) return undefined;
  const message = `the response to ${write.operation.id} has only a part of the resource: ${missing.length} of ${names.length} properties are missing, such as ${toPrintable(missing[0] ?? "")}`;
  return write.fail("exchange.resource.differs", message, `${write.operation.id} part`);
});

/**
 * Checks that the response to a write has what the service has added to the resource, such as its times, if the spec says that it has the
 * resource with these properties.
 */
export const checkAddedReturned = defineAcceptedRule<2>((write, read) => {
  const declared = listDeclared(write);
  const known = { ...write.resource, ...write.written };
  const missing = Object.entries(read.resource).find(
    ([name, it]) => declared.has(name) && !Object.hasOwn(known, name) && isScalar(it),
  )?.[0];
  if (!isObject(write.body) || missing === undefined || !isPromised(write)) return undefined;
  const message = `the response to ${write.operation.id} lacks ${toPrintable(missing)}, which ${read.operation.id} shows right after it; expected the resource as it was recorded`;
  return write.fail("exchange.resource.differs", message, `${write.operation.id} lacks ${missing}`);
});

/**
 * Checks that the response to a PATCH has the members that reads before and after it show, if the spec says that it has the resource, and the
 * response shows another member. Only for objects without declared properties: else a service may leave out a declared one.
 */
export const checkKeptReturned = defineAcceptedRule<3>((before, patch, after) => {
  const [then, shown, now] = [before.resource, patch.resource, after.resource];
  const missing = Object.keys(then).find(
    (name) => isScalar(then[name]) && then[name] === now[name] && !Object.hasOwn(shown, name),
  );
  const isResource = Object.keys(shown).some((name) => isScalar(then[name]) && then[name] === shown[name]);
  if (missing === undefined || !isResource || !isPromised(patch)) return undefined;
  const message = `the response to ${patch.operation.id} lacks ${toPrintable(missing)}, which ${after.operation.id} shows before and after it; expected the whole resource`;
  return patch.fail("exchange.resource.differs", message, `${patch.operation.id} lacks members`);
});

function isScalar(value: unknown): boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Whether the text of the response says that it has the resource. */
function isPromised({ document, operation, exchange }: ProbeExchange): boolean {
  const response = operation.responses.find(({ status }) => status === String(exchange.response.status));
  const text = response && resolvePointer(document, response.pointer)?.value.description;
  return /\b(whole|complete|full|entire|updated|changed|new|created|recorded|stored|replaced)\b.*\breturned\b|\breturns? the\b/is.test(
    String(text ?? ""),
  );
}

function listDeclared({ document, operation, exchange }: ProbeExchange): ReadonlySet<string> {
  const response = operation.responses.find(({ status }) => status === String(exchange.response.status));
  const schemas = (response?.content ?? []).flatMap(({ schema }) => schema ?? []);
  const found = [...walkReachableSchemas(document, schemas)].map(({ schema }) => schema.properties);
  return new Set(found.flatMap((it) => (isObject(it as Json) ? Object.keys(it as JsonObject) : [])));
}

const UPDATE_NAME =
  /^(updated|modified|changed)_?(at|on|time|date)?$|^last_?(updated?|modified|changed)(_?(at|on|time|date))?$/i;
const UPDATE_TEXT = /\b(last|latest|most recent)(ly)? (updated?|modif\w+|changed?)\b/i;
/** The clocks of two hosts may differ, and times may have seconds. */
const MIN_AGE_MS = 5000;

/** Checks that a change sets the time of the last update, if the text of the spec says that it is that. */
export const checkUpdateTime = defineAcceptedRule<3>((before, write, after) => {
  const [then, now] = [before.resource, after.resource];
  const name = Object.keys(now).find((it) => UPDATE_NAME.test(it)) ?? "";
  const age = Date.parse(write.header("date") ?? "") - Date.parse(String(now[name]));
  const written = JSON.stringify(readWrittenBody(write.request) ?? "");
  // What changes by itself, such as a counter of reads, is no change of this write.
  const isChanged = Object.keys(now).some(
    (it) => written.includes(it) && !isSameJson(then[it] ?? null, now[it] ?? null),
  );
  const isKept = then[name] === now[name] && /T\d\d:\d\d:\d\d/.test(String(now[name])) && age > MIN_AGE_MS;
  if (name === "" || written.includes(name) || !isChanged || !isKept || !isStated(after, name)) return undefined;
  const message = `${toPrintable(name)} is the same as before ${write.operation.id}; expected the time of the change`;
  const place = { at: joinPointer("", name) };
  return after.fail("exchange.resource.differs", message, `${write.operation.id} update time`, place);
});

function isStated({ document, operation }: ProbeExchange, name: string): boolean {
  const schemas = operation.responses.flatMap(({ content }) => content.flatMap(({ schema }) => schema ?? []));
  return [...walkReachableSchemas(document, schemas)].some(({ schema }) => {
    const properties = schema.properties as Json | undefined;
    const property = isObject(properties) ? properties[name] : undefined;
    return isObject(property) && (property.readOnly === true || UPDATE_TEXT.test(String(property.description ?? "")));
  });
}
