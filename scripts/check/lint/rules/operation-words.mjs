import { operationsOf } from "../description-tree.mjs";

/** Summaries begin with the verb of the operation id in the imperative, descriptions with the verb in the third person. */
export default function operationWords({ words = {}, length = {} }) {
  const check = (pathItem, { report, location: place }) => {
    for (const { operation, location } of operationsOf(pathItem, place)) {
      const verb = /^[a-z]+/.exec(operation.operationId ?? "")?.[0];
      const { summary = [], description = [] } = words[verb] ?? {};
      if (!begins(operation.summary, summary)) {
        report({
          message: `Summary does not begin with ${summary.join(" or ")}.`,
          location: location.child(["summary"]),
        });
      }
      if (!begins(operation.description, description)) {
        report({
          message: `Description does not begin with ${description.join(" or ")}.`,
          location: location.child(["description"]),
        });
      }
      const size = operation.summary?.length ?? 0;
      if (size < length.min || size > length.max) {
        report({
          message: `Summary is not ${length.min} to ${length.max} characters long.`,
          location: location.child(["summary"]),
        });
      }
    }
  };
  return { Paths: { PathItem: check }, WebhooksMap: { PathItem: check } };
}

const begins = (text, words) => words.some((word) => text?.startsWith(`${word} `));
