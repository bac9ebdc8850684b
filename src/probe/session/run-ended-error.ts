/** Ends a case: the budget is used up, the user aborted the run, or the target is unreachable. */
export class RunEndedError extends Error {
  override readonly name = "RunEndedError";
}
