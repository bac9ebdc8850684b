import { operationsOf } from "../description-tree.mjs";

/** Every operation answers errors by the shared responses. */
export default function errorAnswers({ responses = {} }) {
  return {
    Paths: {
      PathItem(pathItem, { report, location: place }) {
        for (const { operation, location } of operationsOf(pathItem, place)) {
          for (const [status, name] of Object.entries(responses)) {
            if (operation.responses?.[status]?.$ref === `../components/responses/${name}.yaml`) continue;
            report({
              message: `Status ${status} is not answered by the shared response \`${name}\`.`,
              location: location.child(["responses"]).key(),
            });
          }
        }
      },
    },
  };
}
