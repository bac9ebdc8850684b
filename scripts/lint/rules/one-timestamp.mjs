import { componentName } from "../description-tree.mjs";

/** Times have one form, stated in one component. */
export default function oneTimestamp({ component }) {
  return {
    Schema(schema, { report, location }) {
      if (schema.format !== "date-time" || componentName(location) === component) return;
      report({
        message: `Time is not stated by a reference to \`${component}\`.`,
        location: location.child(["format"]),
      });
    },
  };
}
