/** Fields with secrets have `x-sensitive`, so that their values are redacted in reports and recordings. */
export default function sensitiveFields({ names = [] }) {
  return {
    Schema(schema, { report, location }) {
      for (const name of names) {
        const property = schema.properties?.[name];
        if (property === undefined || property["x-sensitive"] === true) continue;
        report({
          message: `Field \`${name}\` has no \`x-sensitive\`.`,
          location: location.child(["properties", name]).key(),
        });
      }
    },
  };
}
