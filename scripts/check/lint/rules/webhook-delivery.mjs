import { findHeader, operationsOf, parametersOf } from "../description-tree.mjs";

/** Webhooks are signed `POST` requests without credentials, which status 200 acknowledges. */
export default function webhookDelivery({ signature, acknowledgeWithinMs }) {
  return {
    WebhooksMap: {
      PathItem(pathItem, context) {
        for (const { operation, method, location } of operationsOf(pathItem, context.location)) {
          const header = findHeader(parametersOf(pathItem, operation, context), signature);
          const claims = [
            [method === "post", "Webhook is not delivered by `POST`."],
            [header?.required === true, `Webhook does not require the header \`${signature}\`.`],
            [
              operation["x-acknowledge-within-ms"] === acknowledgeWithinMs,
              `Webhook does not state \`x-acknowledge-within-ms: ${acknowledgeWithinMs}\`.`,
            ],
            [
              Object.keys(operation.responses ?? {}).join() === "200",
              "Webhook is acknowledged by another status than 200.",
            ],
            [operation.security?.length === 0, "Webhook does not state `security: []`."],
          ];
          for (const [holds, message] of claims) if (!holds) context.report({ message, location: location.key() });
        }
      },
    },
  };
}
