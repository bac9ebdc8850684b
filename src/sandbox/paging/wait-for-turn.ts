/** Lets other requests run, which a long computation would hold up. */
export function waitForTurn(): Promise<void> {
  return new Promise((done) => setImmediate(done));
}
