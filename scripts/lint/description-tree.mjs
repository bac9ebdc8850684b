/** Ways through the description that several house rules share. */

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Operations of a path item with the method and place of each. */
export function operationsOf(pathItem, location) {
  return METHODS.filter((method) => pathItem[method] !== undefined).map((method) => ({
    method,
    operation: pathItem[method],
    location: location.child([method]),
  }));
}

/** Parameters of an operation together with those of its path item, references followed. */
export function parametersOf(pathItem, operation, { resolve, location }) {
  const from = location.source.absoluteRef;
  return [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])].map(
    (parameter) => resolve(parameter, from).node ?? {},
  );
}

export function findHeader(parameters, name) {
  return parameters.find((parameter) => parameter.in === "header" && parameter.name === name);
}

/** Last part of a source's path without its ending: the name of the component that the file holds. */
export function componentName(location) {
  return location.source.absoluteRef.replace(/^.*\//, "").replace(/\.yaml$/, "");
}

/** `OrderPatch#/items`: place of a node, by component and JSON Pointer. */
export function placeOf(location) {
  return `${componentName(location)}${location.pointer}`;
}
