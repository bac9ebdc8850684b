/** Entry point of the thread that checks and writes exchanges, so that the proxy does not block. */
import { parentPort, workerData } from "node:worker_threads";
import type { Report } from "../../check/index.js";
import { type BatchValidatorOptions, createBatchValidator, type ValidatedExchange } from "./batch-validator.js";
import type { ExchangeBatch } from "./exchange-batch.js";

export type ValidationThreadInput =
  | { readonly kind: "batch"; readonly batch: ExchangeBatch }
  | { readonly kind: "end" };

export type ValidationThreadOutput =
  | { readonly kind: "ready" }
  /** The oldest batch is checked and written. */
  | { readonly kind: "validated"; readonly results: readonly ValidatedExchange[] }
  | { readonly kind: "notice"; readonly text: string }
  | { readonly kind: "ended"; readonly report: Report };

const sendMessage = (message: ValidationThreadOutput): void => parentPort?.postMessage(message);

const validator = createBatchValidator(workerData as BatchValidatorOptions, (text) =>
  sendMessage({ kind: "notice", text }),
);
parentPort?.on("message", async (message: ValidationThreadInput) => {
  if (message.kind === "batch") sendMessage({ kind: "validated", results: validator.validate(message.batch) });
  else {
    sendMessage({ kind: "ended", report: await validator.end() });
    parentPort?.close();
  }
});
sendMessage({ kind: "ready" });
