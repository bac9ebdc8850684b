/** Objects allow additional properties: an undocumented field is drift, not an error. */
export default function noClosedObjects() {
  return {
    Schema(schema, { report, location }) {
      for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
        if (schema[keyword] !== false) continue;
        report({ message: `\`${keyword}: false\` closes the object.`, location: location.child([keyword]).key() });
      }
    },
  };
}
