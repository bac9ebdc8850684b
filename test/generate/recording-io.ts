import type { Io } from "../../src/cli/process/io.js";

/** An `Io` that keeps what is written to stderr. */
export function createRecordingIo(): Io & { output: string } {
  const io = {
    output: "",
    stdout: () => {},
    stderr: (text: string) => {
      io.output += text;
    },
    stdin: (async function* () {})(),
    env: {},
    signal: new AbortController().signal,
    isTerminal: false,
  };
  return io;
}
