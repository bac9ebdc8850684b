import { type Document, isObject, type Json, type JsonObject, type Pointer, setMember } from "../../document/index.js";
import { toPlainName } from "../../resources/page-names.js";
import { listChildren, listNamesOfProperties } from "../../resources/properties.js";
import { getSchemas, getSchemaTypes, type Schemas } from "../../schema/index.js";
import { mergePatch } from "./change-record.js";
import { listRequestSchemas } from "./resource-location.js";
import type { Play, Resource } from "./resource-plan.js";
import { findState, isValid, isValidFor } from "./sample-values.js";

/**
 * What an action changes beside the state: the properties that a PUT or PATCH has, that of its name, or a flag such as `enabled`. The body
 * of `PUT /things/{id}/part` is the part, if the record has it and the body has none of its properties.
 */
export function readActionMembers(
  schemas: Schemas,
  { operation, resource, action = "" }: Play & { readonly resource: Resource },
  body: Json | undefined,
  former: JsonObject,
): JsonObject {
  const node = schemas.model.at([resource.schema]);
  const names = listNamesOfProperties(schemas.document, resource.schema).filter((it) => it !== resource.identity?.[0]);
  const isChange = /^(PUT|PATCH)$/.test(operation.method);
  const sent = Object.entries(isObject(body) ? body : {}).filter(
    ([name, value]) =>
      names.includes(name) &&
      (isChange || toPlainName(name) === toPlainName(action)) &&
      isValidFor(schemas, schemas.model.child(node, name), value),
  );
  const part = names.find((it) => toPlainName(it) === toPlainName(action));
  const isPart = isChange && sent.length === 0 && body !== undefined && part !== undefined;
  if (isPart && isValidFor(schemas, schemas.model.child(node, part), body))
    return { [part]: operation.method === "PATCH" ? mergePatch(former[part], body) : body };
  const flag = findFlag(schemas, resource.schema, { operation, action });
  return { ...(flag === undefined ? {} : { [flag.name]: flag.value }), ...Object.fromEntries(sent) } as JsonObject;
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
  const flag = findFlag(schemas, resource.schema, { operation, action });
  if (flag !== undefined) return `sets ${flag.name} to ${flag.value}`;
  const bodies = listRequestSchemas(operation);
  const sent = bodies.flatMap((it) => listNamesOfProperties(document, it));
  const types = bodies.flatMap((it) => [...getSchemaTypes(schemas, it)]);
  const isChange = /^(PUT|PATCH)$/.test(operation.method);
  const isTaken = (name: string): boolean => {
    const isNamed = toPlainName(name) === toPlainName(action);
    const children = listChildren(document, resource.schema, name);
    const isPart = isNamed && children.some((it) => types.some((type) => getSchemaTypes(schemas, it).has(type)));
    return isChange ? sent.includes(name) || isPart : isNamed && sent.includes(name);
  };
  if (listNamesOfProperties(document, resource.schema).some(isTaken)) return "changes what it sends";
  const state = findState(schemas, schemas.model.at([resource.schema]));
  const reached = state === undefined ? undefined : findReachedState(action, state.values);
  return reached === undefined ? undefined : `sets ${state?.name} to ${reached}`;
}

/** The boolean that a verb sets: `enabled` for `enable` and `disable`, and `paused` for `resume`. DELETE of the action sets the opposite. */
function findFlag(schemas: Schemas, schema: Pointer, { operation, action = "" }: Pick<Play, "operation" | "action">) {
  const node = schemas.model.at([schema]);
  const positive = action.replace(/^(un|dis|de)(?=[a-z]{3})/, "");
  const name = listNamesOfProperties(schemas.document, schema).find((it) => {
    const { types } = schemas.model.child(node, it)?.constraints ?? {};
    const isNamed = [action, positive, `en${positive}`].some((verb) => findReachedState(verb, [it]) !== undefined);
    return (isNamed || isOpposite(action, it)) && types?.length === 1 && types[0] === "boolean";
  });
  const isOn = (it: string): boolean =>
    !isOpposite(action, it) && (positive === action || findReachedState(action, [it]) !== undefined);
  return name === undefined ? undefined : { name, value: isOn(name) !== (operation.method === "DELETE") };
}

/** The state with the longest common beginning, of at least most of the verb. */
export function findReachedState(action: string, states: readonly string[]): string | undefined {
  const verb = toPlainName(action);
  const scored = states.map((state) => ({ state, length: countCommonLetters(verb, toPlainName(state)) }));
  const best = scored.reduce((found, it) => (it.length > found.length ? it : found), { state: "", length: 0 });
  if (best.length >= Math.max(3, Math.ceil(verb.length * 0.7))) return best.state;
  const known = SWITCHES.find((it) => it.verb.test(verb));
  return states.find((it) => known?.state.test(toPlainName(it)));
}

/** Verbs that begin something, and those that interrupt it, with the names of the states that they reach. */
const SWITCHES = [
  {
    verb: /^(re)?(activate|enable|resume|start|unpause|unsuspend|unblock|unlock|reopen|restore)$/,
    state: /^(is)?(active|activated|enabled|running|started|open|online|available)$/,
  },
  {
    verb: /^(deactivate|disable|pause|suspend|stop)$/,
    state: /^(is)?(inactive|deactivated|disabled|paused|suspended|stopped|offline)$/,
  },
];

/** Whether a verb ends what a name says, such as `resume` for `paused`. */
function isOpposite(action: string, name: string): boolean {
  const own = SWITCHES.find(({ verb }) => verb.test(toPlainName(action)));
  return own !== undefined && SWITCHES.some((it) => it !== own && it.state.test(toPlainName(name)));
}

function countCommonLetters(left: string, right: string): number {
  let count = 0;
  while (count < left.length && left[count] === right[count]) count += 1;
  return count;
}
