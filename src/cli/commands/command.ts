import type { Command } from "commander";
import type { ExitCode, Io } from "../process/io.js";

/** Declares a command. What it does is loaded when it is called, so that the others start at once. */
export type AddCommand = (program: Command, io: Io, setExitCode: (code: ExitCode) => void) => void;
