/** Every field has a description that says more than its name. Descriptions of flags and times begin in one way. */
export default function fieldDescription({ timestamp }) {
  return {
    Schema(schema, { report, location, resolve }) {
      for (const [name, property] of Object.entries(schema.properties ?? {})) {
        const problem = problemOf({
          name,
          property,
          timestamp,
          target: resolve(property, location.source.absoluteRef).node ?? {},
        });
        if (problem === undefined) continue;
        report({
          message: `Description of the field \`${name}\` ${problem}.`,
          location: location.child(["properties", name]).key(),
        });
      }
    },
  };
}

function problemOf({ name, property, timestamp, target }) {
  const text = property.description;
  if (typeof text !== "string" || text === "") return "is missing";
  if (letters(text) === letters(name)) return "repeats its name";
  if (target.type === "boolean" && !text.startsWith("Specifies if ")) return 'does not begin with "Specifies if"';
  if (property.$ref?.endsWith(`/${timestamp}.yaml`) && !text.startsWith("Date and time ")) {
    return 'does not begin with "Date and time"';
  }
  return undefined;
}

const letters = (text) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, "");
