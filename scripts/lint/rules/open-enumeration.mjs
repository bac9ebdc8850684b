import { placeOf } from "../description-tree.mjs";

/** Enumerations are open and components of their own; `enum` and `const` stand only where the values are known to be closed. */
export default function openEnumeration({ closed = [] }) {
  return {
    Schema(schema, { report, location }) {
      const place = placeOf(location);
      for (const keyword of ["enum", "const"]) {
        if (!(keyword in schema) || closed.includes(place)) continue;
        report({
          message: `\`${keyword}\` closes \`${place}\`, which is not listed as closed.`,
          location: location.child([keyword]).key(),
        });
      }
      if ("x-extensible-enum" in schema && location.pointer !== "#/") {
        report({
          message: "Open enumeration is not a component of its own.",
          location: location.child(["x-extensible-enum"]).key(),
        });
      }
    },
  };
}
