/** Functions that several rules use to walk the spec. */

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Lists the operations of a path item with their methods and locations. */
export function operationsOf(pathItem, location) {
  return METHODS.filter((method) => pathItem[method] !== undefined).map((method) => ({
    method,
    operation: pathItem[method],
    location: location.child([method]),
  }));
}

/** Lists the parameters of an operation and of its path item, with references resolved. */
export function parametersOf(pathItem, operation, { resolve, location }) {
  const from = location.source.absoluteRef;
  return [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])].map(
    (parameter) => resolve(parameter, from).node ?? {},
  );
}

export function findHeader(parameters, name) {
  return parameters.find((parameter) => parameter.in === "header" && parameter.name === name);
}

/** Returns the file name without its extension, which is the name of the component in the file. */
export function componentName(location) {
  return location.source.absoluteRef.replace(/^.*\//, "").replace(/\.yaml$/, "");
}

/** Formats the location of a node as component and JSON Pointer, such as `OrderPatch#/items`. */
export function placeOf(location) {
  return `${componentName(location)}${location.pointer}`;
}
