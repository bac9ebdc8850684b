/** The thread that judges and writes, so that passing on waits for neither. */
import { parentPort, workerData } from "node:worker_threads";
import type { Report } from "../../gate/index.js";
import { type BatchValidatorOptions, createBatchValidator, type ValidatedExchange } from "./batch-validator.js";
import type { ExchangeBatch } from "./exchange-batch.js";

export type ValidationThreadInput =
  | { readonly kind: "parcel"; readonly parcel: ExchangeBatch }
  | { readonly kind: "end" };

export type ValidationThreadOutput =
  | { readonly kind: "ready" }
  /** All of the oldest parcel is judged and written. */
  | { readonly kind: "judged"; readonly seen: readonly ValidatedExchange[] }
  | { readonly kind: "ended"; readonly report: Report };

const sendMessage = (message: ValidationThreadOutput): void => parentPort?.postMessage(message);

// Whoever starts this thread has given it these.
const validator = createBatchValidator(workerData as BatchValidatorOptions);
parentPort?.on("message", (message: ValidationThreadInput) => {
  if (message.kind === "parcel") sendMessage({ kind: "judged", seen: validator.validate(message.parcel) });
  else {
    sendMessage({ kind: "ended", report: validator.end() });
    parentPort?.close();
  }
});
sendMessage({ kind: "ready" });
