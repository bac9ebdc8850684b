import type { Command } from "commander";
import type { ExitCode, Io } from "../process/io.js";

/** Declares a command. Its implementation is imported when it runs, so that other commands start faster. */
export type AddCommand = (program: Command, io: Io, setExitCode: (code: ExitCode) => void) => void;
