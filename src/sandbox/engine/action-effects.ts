import { isObject, type Json, type JsonObject, type Pointer } from "../../document/index.js";
import { toPlainName } from "../../resources/page-names.js";
import { listNamesOfProperties } from "../../resources/properties.js";
import type { Schemas } from "../../schema/index.js";
import type { Play, Resource } from "./resource-plan.js";
import { isValidFor } from "./sample-values.js";

/** What an action changes beside the state: the properties that a PUT or PATCH has, that of its name, or a flag such as `enabled`. */
export function readActionMembers(
  schemas: Schemas,
  { operation, action = "" }: Play,
  { resource, body }: { readonly resource: Resource; readonly body: Json | undefined },
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
  const flag = findFlag(schemas, resource.schema, { operation, action });
  return { ...(flag === undefined ? {} : { [flag.name]: flag.value }), ...Object.fromEntries(sent) } as JsonObject;
}

/** The boolean that a verb sets: `enabled` for `enable` and `disable`. DELETE of the action sets the opposite. */
export function findFlag(
  schemas: Schemas,
  schema: Pointer,
  { operation, action = "" }: Pick<Play, "operation" | "action">,
) {
  const node = schemas.model.at([schema]);
  const positive = action.replace(/^(un|dis|de)(?=[a-z]{3})/, "");
  const name = listNamesOfProperties(schemas.document, schema).find((it) => {
    const { types } = schemas.model.child(node, it)?.constraints ?? {};
    const isNamed = [action, positive, `en${positive}`].some((verb) => findReachedState(verb, [it]) !== undefined);
    return isNamed && types?.length === 1 && types[0] === "boolean";
  });
  const isOn = (it: string): boolean => positive === action || findReachedState(action, [it]) !== undefined;
  return name === undefined ? undefined : { name, value: isOn(name) !== (operation.method === "DELETE") };
}

/** The state with the longest common beginning, of at least most of the verb. */
export function findReachedState(action: string, states: readonly string[]): string | undefined {
  const verb = toPlainName(action);
  const scored = states.map((state) => ({ state, length: countCommonLetters(verb, toPlainName(state)) }));
  const best = scored.reduce((found, it) => (it.length > found.length ? it : found), { state: "", length: 0 });
  return best.length >= Math.max(3, Math.ceil(verb.length * 0.7)) ? best.state : undefined;
}

function countCommonLetters(left: string, right: string): number {
  let count = 0;
  while (count < left.length && left[count] === right[count]) count += 1;
  return count;
}
