import { placeOf } from "../description-tree.mjs";

/** Open enums are separate components with `x-extensible-enum`. Only closed lists of values use `enum` and `const`. */
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
          message: "Open enum is not a separate component.",
          location: location.child(["x-extensible-enum"]).key(),
        });
      }
    },
  };
}
