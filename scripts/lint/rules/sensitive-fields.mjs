/** Fields that hold secrets are marked, so that no report or recording shows their values. */
export default function sensitiveFields({ names = [] }) {
  return {
    Schema(schema, { report, location }) {
      for (const name of names) {
        const property = schema.properties?.[name];
        if (property === undefined || property["x-sensitive"] === true) continue;
        report({
          message: `Field \`${name}\` is not marked by \`x-sensitive\`.`,
          location: location.child(["properties", name]).key(),
        });
      }
    },
  };
}
