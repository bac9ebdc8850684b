/** The thread that judges and writes, so that passing on waits for neither. */
import { parentPort, workerData } from "node:worker_threads";
import type { Report } from "../gate/index.js";
import { createJudge, type JudgeOptions, type Seen } from "./judge.js";
import type { Parcel } from "./parcel.js";

export type ToJudge = { readonly kind: "parcel"; readonly parcel: Parcel } | { readonly kind: "end" };

export type FromJudge =
  | { readonly kind: "ready" }
  /** All of the oldest parcel is judged and written. */
  | { readonly kind: "judged"; readonly seen: readonly Seen[] }
  | { readonly kind: "ended"; readonly report: Report };

const say = (message: FromJudge): void => parentPort?.postMessage(message);

// Whoever starts this thread has given it these.
const judge = createJudge(workerData as JudgeOptions);
parentPort?.on("message", (message: ToJudge) => {
  if (message.kind === "parcel") say({ kind: "judged", seen: judge.judge(message.parcel) });
  else {
    say({ kind: "ended", report: judge.end() });
    parentPort?.close();
  }
});
say({ kind: "ready" });
