import {
  type Document,
  isObject,
  type Json,
  type JsonObject,
  type Operation,
  type Pointer,
  setMember,
} from "../../document/index.js";
import { toPlainName } from "../../resources/page-names.js";
import { listChildren, listNamesOfProperties } from "../../resources/properties.js";
import { getSchemas, getSchemaTypes, type Schemas } from "../../schema/index.js";
import { mergePatch } from "./change-record.js";
import { toSingular } from "./path-shape.js";
import type { Play, Resource } from "./resource.js";
import { listRequestSchemas } from "./resource-location.js";
import { findState, getNode, isValid, isValidFor } from "./sample-values.js";

type Acting = Pick<Play, "operation" | "action"> & { readonly resource: Resource };

/**
 * What an action changes: the state of its name, such as `cancelled` for `cancel`, the properties that a PUT or PATCH has, that of its
 * name, or a flag such as `enabled`. The body of `PUT /things/{id}/part` is the part, if the record has it and the body has none of its
 * properties.
 */
export function readActionMembers(
  schemas: Schemas,
  { operation, resource, action = "" }: Acting,
  body: Json | undefined,
  former: JsonObject,
): JsonObject {
  const names = resource.properties.filter((it) => it !== resource.identity?.[0]);
  const isChange = /^(PUT|PATCH)$/.test(operation.method);
  const sent = Object.entries(isObject(body) ? body : {}).filter(
    ([name, value]) =>
      names.includes(name) &&
      (isChange || toPlainName(name) === toPlainName(action)) &&
      isValidFor(schemas, getNode(schemas, resource.schema, [name], former), value),
  );
  const reached = isTakenBack(action, body) ? undefined : findNextState(schemas, { operation, resource, action });
  const state = reached && { [reached.name]: reached.value };
  const part = names.find((it) => toPlainName(it) === toPlainName(action));
  const isPart = isChange && sent.length === 0 && body !== undefined && part !== undefined;
  if (isPart && isValidFor(schemas, getNode(schemas, resource.schema, [part], former), body))
    return { [part]: operation.method === "PATCH" ? mergePatch(former[part], body) : body, ...state };
  const flag = findFlag(schemas, { operation, resource, action });
  const given = isObject(body) && flag !== undefined ? body[flag.name] : undefined;
  const value = typeof given === "boolean" ? given : flag?.value !== isTakenBack(action, body);
  return { ...(flag && { [flag.name]: value }), ...Object.fromEntries(sent), ...state } as JsonObject;
}

/** Whether a body says that an action shall not be, such as `{ "suspend": false }` of `suspend`. Other flags are options. */
function isTakenBack(action: string, body: Json | undefined): boolean {
  return isObject(body) && Object.entries(body).some(([name, value]) => value === false && isSwitch(action, name));
}

function isSwitch(action: string, name: string): boolean {
  const isNamed = name.length <= action.length + 3 && findReachedState(action, [name]) !== undefined;
  return isNamed || /^(value|on|state)$/i.test(name);
}

/** What an action returns repeats what was sent with it, such as the amount of a payment, which has little of the record. */
export function repeatSent(schemas: Schemas, schema: Pointer, sent: JsonObject, { shown, around }: ActionBody) {
  const names = listNamesOfProperties(schemas.document, schema);
  const repeated = Object.entries(sent).filter(([name]) => names.includes(name));
  const isOther = isObject(shown) && isObject(around) && Object.keys(shown).length * 2 < names.length;
  const body = isOther ? { ...around, ...shown } : (shown ?? around);
  return repeated.reduce((shown, [name, value]) => {
    const changed = setMember(shown, [name], value);
    return isValid(schemas, schema, changed) ? changed : shown;
  }, body);
}

type ActionBody = { readonly shown: Json | undefined; readonly around: Json | undefined };

/** What an action changes, as far as the spec says; undefined if that is nothing. */
export function describeEffect(document: Document, { operation, resource, action = "" }: Play): string | undefined {
  if (resource === undefined) return undefined;
  const schemas = getSchemas(document);
  const flag = findFlag(schemas, { operation, resource, action });
  const bodies = listRequestSchemas(operation);
  const sent = bodies.flatMap((it) => listNamesOfProperties(document, it));
  const isSent = sent.some((it) => it === flag?.name || isSwitch(action, it));
  if (flag !== undefined) return `sets ${flag.name} to ${isSent ? "what is sent" : flag.value}`;
  const types = bodies.flatMap((it) => [...getSchemaTypes(schemas, it)]);
  const isChange = /^(PUT|PATCH)$/.test(operation.method);
  const isTaken = (name: string): boolean => {
    const isNamed = toPlainName(name) === toPlainName(action);
    const children = listChildren(document, resource.schema, name);
    const isPart = isNamed && children.some((it) => types.some((type) => getSchemaTypes(schemas, it).has(type)));
    return isChange ? sent.includes(name) || isPart : isNamed && sent.includes(name);
  };
  if (resource.properties.some(isTaken)) return "changes what it sends";
  const reached = findNextState(schemas, { operation, resource, action });
  return reached && `sets ${reached.name} to ${reached.value}`;
}

function findNextState(schemas: Schemas, { operation, resource, action = "" }: Acting) {
  const state = findState(schemas, resource.schema);
  const reached = state && findReachedState(action, state.values);
  // What undoes an action leads back to the state of the start.
  const value = reached && isUndoing(operation, action) ? state.values[0] : reached;
  return state === undefined || value === undefined ? undefined : { name: state.name, value };
}

/** The boolean that a verb sets: `enabled` for `enable` and `disable`, and `paused` for `resume`. What undoes the action sets the opposite. */
function findFlag(schemas: Schemas, { operation, resource, action = "" }: Acting) {
  const positive = action.replace(/^(un|dis|de)(?=[a-z]{3})/, "");
  // The flag can say whose it is: `is_archived`, or `account_disabled`.
  const subjects = ["is", "account", toSingular(resource.name)];
  const readState = (name: string): string => {
    const plain = toPlainName(name);
    const subject = subjects.find((it) => plain.startsWith(it) && plain.length > it.length + 3) ?? "";
    return plain.slice(subject.length);
  };
  const flags = resource.properties.filter((it) => {
    const { types } = getNode(schemas, resource.schema, [it])?.constraints ?? {};
    const isNamed = [action, positive, `en${positive}`].some(
      (verb) => findReachedState(verb, [readState(it)]) !== undefined,
    );
    return (isNamed || isOpposite(action, readState(it))) && types?.length === 1 && types[0] === "boolean";
  });
  const stem = action.replace(/^(un|dis|de|en)(?=[a-z]{3})/, "").slice(0, 4);
  const name = flags.find((it) => readState(it).includes(stem)) ?? flags[0];
  if (name === undefined) return undefined;
  const state = readState(name);
  const isOn = !isOpposite(action, state) && (positive === action || findReachedState(action, [state]) !== undefined);
  return { name, value: isOn !== isUndoing(operation, action) };
}

/** Whether a DELETE takes an action back, such as `DELETE /posts/{id}/like`. Its id can say that it does it: `yankVersion` of `/yank`. */
function isUndoing({ id, method }: Operation, action: string): boolean {
  return method === "DELETE" && !toPlainName(id).startsWith(toPlainName(action));
}

/** The state with the longest common beginning, of at least most of the verb. */
function findReachedState(action: string, states: readonly string[]): string | undefined {
  const verb = toPlainName(action);
  const scored = states.map((state) => ({ state, length: countCommonLetters(verb, toPlainName(state)) }));
  const best = scored.reduce((found, it) => (it.length > found.length ? it : found), { state: "", length: 0 });
  if (best.length >= Math.max(3, Math.ceil(verb.length * 0.7))) return best.state;
  const known = SWITCHES.find((it) => it.verb.test(verb));
  return states.find((it) => known?.state.test(toPlainName(it)));
}

const ON = /^(is)?(active|activated|enabled|running|started|open|online|available)$/;
const OFF = /^(is)?(inactive|deactivated|disabled|paused|suspended|stopped|offline)$/;
const RUNNING = /^(is)?(active|running|started|online)$/;
const STOPPED = /^(is)?(inactive|paused|stopped|offline)$/;
/** Verbs that begin something, and those that interrupt it, with the names of the states that they reach. A start enables nothing. */
const SWITCHES = [
  {
    verb: /^(re)?(activate|enable|resume|unpause|unsuspend|unblock|unlock|reopen|restore)$/,
    state: ON,
    opposite: OFF,
  },
  { verb: /^(deactivate|disable|pause|suspend)$/, state: OFF, opposite: ON },
  { verb: /^(re)?start$/, state: RUNNING, opposite: STOPPED },
  { verb: /^stop$/, state: STOPPED, opposite: RUNNING },
];

/** Whether a verb ends what a name says, such as `resume` for `paused`. */
function isOpposite(action: string, name: string): boolean {
  return SWITCHES.find(({ verb }) => verb.test(toPlainName(action)))?.opposite.test(toPlainName(name)) === true;
}

function countCommonLetters(left: string, right: string): number {
  let count = 0;
  while (count < left.length && left[count] === right[count]) count += 1;
  return count;
}
