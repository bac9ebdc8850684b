/**
 * Runs work that never rejects at an interval in milliseconds. Returns a function that stops it and waits for work in
 * progress.
 */
export function runRepeatedly(work: () => Promise<void>, interval: number): () => Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  const timer = setInterval(() => {
    last = Promise.all([last, work()]);
  }, interval).unref();
  return async () => {
    clearInterval(timer);
    await last;
  };
}
