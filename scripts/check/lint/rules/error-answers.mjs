import { operationsOf } from "../description-tree.mjs";

/** Every operation uses the shared error responses. */
export default function errorAnswers({ responses = {} }) {
  return {
    Paths: {
      PathItem(pathItem, { report, location: place }) {
        for (const { operation, location } of operationsOf(pathItem, place)) {
          for (const [status, name] of Object.entries(responses)) {
            if (operation.responses?.[status]?.$ref === `../components/responses/${name}.yaml`) continue;
            report({
              message: `Status ${status} does not reference the shared response \`${name}\`.`,
              location: location.child(["responses"]).key(),
            });
          }
        }
      },
    },
  };
}
