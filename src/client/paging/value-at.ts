/** The value at a location in a body: property names joined by a slash. */
export function getValueAt(body: unknown, location: string): unknown {
  return location ? location.split("/").reduce((value, name) => Object(value)[name], body) : body;
}
