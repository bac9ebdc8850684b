import { type Document, listOperations } from "../../document/index.js";
import {
  type Code,
  type CodeValue,
  formatFileHeader,
  formatLiteral,
  formatPropertyKey,
  formatReference,
} from "../code.js";
import { formatOperationType } from "../types/operation-types.js";
import type { WebhookConfig } from "./client-config.js";
import { hasOwnId } from "./operation-names.js";

/** Generates `webhooks.ts`: the function that verifies deliveries, and the types of their bodies. */
export function generateWebhooksFile(document: Document, config: WebhookConfig, runtime: string): string {
  const bodies = listOperations(document).flatMap((operation) => {
    const media = operation.requestBody?.content.find(({ range }) => /json/.test(range));
    if (operation.kind !== "webhook" || media === undefined || !hasOwnId(operation)) return [];
    const type = `NonNullable<${formatOperationType(operation)}["requestBody"]>["content"][${JSON.stringify(media.range)}]`;
    return [`  readonly ${formatPropertyKey(operation.id)}: ${type};\n`];
  });
  const scheme: CodeValue | Code =
    config === "standard-webhooks"
      ? formatReference("STANDARD_WEBHOOKS")
      : (config as Readonly<Record<string, string | number>>);
  return [
    formatFileHeader("//"),
    `import * as runtime from ${JSON.stringify(runtime)};\n`,
    bodies.length === 0 ? "" : 'import type { operations } from "./types.js";\n',
    "\n/** Whether a delivery is signed with the secret, or with one of several. Reads a copy of a `Request`. */\n",
    "export const verifyWebhook: runtime.WebhookVerifier =\n",
    `  /* @__PURE__ */ runtime.createWebhookVerifier(${formatLiteral(scheme, "  ", 50)});\n`,
    "\n/** The bodies of webhooks, by operationId. */\n",
    `export type WebhookBodies = {\n${bodies.join("")}};\n`,
  ].join("");
}
