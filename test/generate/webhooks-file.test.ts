/** `webhooks.ts` of a spec, used as its receiver. */
import { createHmac } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { STANDARD_WEBHOOKS, type WebhookVerifier } from "../../src/client/index.js";
import { loadDocument } from "../../src/document/index.js";
import type { WebhookConfig } from "../../src/generate/client/client-config.js";
import { generateOutput } from "../../src/generate/generate.js";

const SPEC = "test/generate/cases/shop/openapi.yaml";
const RUNTIME = join(import.meta.dirname, "../../src/client/index.ts");
const folder = mkdtempSync(join(tmpdir(), "webhooks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const generate = async (webhooks: WebhookConfig) =>
  (await generateOutput(loadDocument(SPEC), { runtime: RUNTIME, webhooks })).files.get("webhooks.ts") ?? "";

test("the scheme of the configuration is verified", async () => {
  const text = await generate({ header: "X-Signature", encoding: "base64", hash: "SHA-512", signed: "{x-id}:{body}" });
  writeFileSync(join(folder, "webhooks.ts"), text);
  const { verifyWebhook } = (await import(join(folder, "webhooks.ts"))) as { verifyWebhook: WebhookVerifier };
  const signature = createHmac("sha512", "s").update("7:{}").digest("base64");
  const headers = { "x-id": "7", "x-signature": signature };
  expect(await verifyWebhook({ headers, body: "{}" }, "s")).toBe(true);
  expect(await verifyWebhook({ headers: { ...headers, "x-id": "8" }, body: "{}" }, "s")).toBe(false);
  expect(text).toContain('readonly onParcelMoved: NonNullable<operations["onParcelMoved"]["requestBody"]>');
});

test("Standard Webhooks have a name", async () => {
  expect(await generate("standard-webhooks")).toContain("createWebhookVerifier(runtime.STANDARD_WEBHOOKS)");
  expect(STANDARD_WEBHOOKS.header).toBe("webhook-signature");
});
