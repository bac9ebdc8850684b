import { operationsOf } from "../description-tree.mjs";

/** Operation ids consist of a verb from a fixed list and a noun; those of webhooks consist of `on` and the event. */
export default function operationIdVerb({ verbs = [] }) {
  const action = new RegExp(`^(${verbs.join("|")})[A-Z][A-Za-z]*$`);
  return {
    Paths: {
      PathItem: (pathItem, context) => check(pathItem, context, action, `a verb of ${verbs.join(", ")} and a noun`),
    },
    WebhooksMap: {
      PathItem: (pathItem, context) => check(pathItem, context, /^on([A-Z][a-z]+)+$/, "`on` and the event"),
    },
  };
}

function check(pathItem, { report, location: place }, pattern, expected) {
  for (const { operation, location } of operationsOf(pathItem, place)) {
    if (pattern.test(operation.operationId)) continue;
    report({
      message: `Operation id \`${operation.operationId}\` is not ${expected}.`,
      location: location.child(["operationId"]),
    });
  }
}
