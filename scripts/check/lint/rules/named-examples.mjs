import { componentName } from "../description-tree.mjs";

/** Every body has at least one named example, in the file `<operation or response>.<name>.yaml`. */
export default function namedExamples() {
  let owner;
  return {
    Operation: {
      enter: (operation) => {
        owner = operation.operationId;
      },
      leave: () => {
        owner = undefined;
      },
    },
    MediaType(mediaType, { report, location }) {
      const names = Object.entries(mediaType.examples ?? {});
      if (names.length === 0) report({ message: "Body has no named example.", location: location.key() });
      const shared = location.source.absoluteRef.includes("/components/responses/");
      const prefix = shared ? componentName(location) : owner;
      for (const [name, example] of names) {
        if (example.$ref?.endsWith(`/components/examples/${prefix}.${name}.yaml`)) continue;
        if (shared && example.$ref === `../examples/${prefix}.${name}.yaml`) continue;
        report({
          message: `Example \`${name}\` is not in the file \`components/examples/${prefix}.${name}.yaml\`.`,
          location: location.child(["examples", name]),
        });
      }
    },
  };
}
