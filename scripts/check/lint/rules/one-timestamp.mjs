import { componentName } from "../description-tree.mjs";

/** All times reference one component, which defines their format. */
export default function oneTimestamp({ component }) {
  return {
    Schema(schema, { report, location }) {
      if (schema.format !== "date-time" || componentName(location) === component) return;
      report({
        message: `Time does not reference \`${component}\`.`,
        location: location.child(["format"]),
      });
    },
  };
}
