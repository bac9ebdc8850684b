import { isObject, joinPointer, type Operation, type Pointer, resolvePointer } from "../../../document/index.js";
import { findItemSchema } from "../../checks/lists/filter.js";
import { readPathShape } from "../../graph/path-shape.js";
import { listReadOperations, type ScenarioContext } from "../scenario-context.js";

/** A list whose items are those of a property of a resource. */
export type InnerList = { readonly operation: Operation; readonly property: string };

/** Lists below a resource whose items have the schema of one of its properties, such as `/orders/{id}/shipments`. */
export function listParts(context: ScenarioContext, write: Operation, read: Operation): readonly InnerList[] {
  const { key, steps } = readPathShape(read.path);
  return listInnerLists(context, write, (path) => {
    const shape = readPathShape(path);
    return shape.key.startsWith(`${key}/`) && shape.steps.length === steps.length;
  });
}

/** Lists elsewhere whose items have the schema of one of the properties of a body, such as `/payments` for `payments` of an order. */
export function listRelated(context: ScenarioContext, write: Operation): readonly InnerList[] {
  const { key } = readPathShape(write.path);
  return listInnerLists(context, write, (path) => !readPathShape(path).key.startsWith(`${key}/`));
}

function listInnerLists(
  { document, operations, seeds }: ScenarioContext,
  write: Operation,
  isWanted: (path: string) => boolean,
): readonly InnerList[] {
  const resolve = (at: Pointer | undefined): Pointer | undefined => at && resolvePointer(document, at)?.pointer;
  const body = resolvePointer(document, write.requestBody?.content[0]?.schema ?? "");
  const names = Object.keys(isObject(body?.value.properties) ? body.value.properties : {});
  return listReadOperations({ operations }).flatMap((operation): InnerList[] => {
    const item = resolve(findItemSchema(document, operation));
    const property = names.find((name) => {
      const list = resolve(joinPointer(body?.pointer ?? "", "properties", name));
      return item !== undefined && list !== undefined && resolve(joinPointer(list, "items")) === item;
    });
    const isReadable = isWanted(operation.path) && seeds.get(operation)?.accepted !== undefined;
    return isReadable && property !== undefined ? [{ operation, property }] : [];
  });
}
