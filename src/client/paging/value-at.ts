/** Creates the function that finds the items of a page at a location: property names joined by a slash. */
export function locate(location: string): (body: unknown) => unknown {
  return Object.assign((body: unknown) => getValueAt(body, location), { toString: () => location || "the body" });
}

/** The value at a location in a body: property names joined by a slash. */
export function getValueAt(body: unknown, location: string): unknown {
  return location ? location.split("/").reduce((value, name) => Object(value)[name], body) : body;
}
