import { type DescribedValue, key } from "../../check/index.js";
import type { JsonObject } from "../../document/index.js";
import type { ExitCode, Io } from "../process/io.js";

/** Replaces the default of an option that must be given. */
export const REQUIRED = Symbol("required");

/** The help of an option, how its value is read or which values it has, and its default. Flags and texts need only the help. */
export type OptionRow =
  | string
  | readonly [help: string, read: ((text: string, earlier: never) => unknown) | readonly string[], initial?: unknown];

/** A command: its arguments in their order, and its options by their flags, in the order of the help. `...` marks a repeatable option. */
export type CommandRow = {
  readonly description: string;
  readonly arguments?: readonly (readonly [name: string, help: string])[];
  readonly options: Readonly<Record<string, OptionRow>>;
  /** What follows the options in the help. */
  readonly help?: string;
  readonly hidden?: boolean;
};

/** The values of options, by name: `--max-time <seconds>` is `maxTime`. */
export type OptionsOf<Rows> = {
  readonly [Flags in keyof Rows as IsGiven<Rows[Flags]> extends true ? NameOf<Flags> : never]: ValueOf<
    Flags,
    Rows[Flags]
  >;
} & {
  readonly [Flags in keyof Rows as IsGiven<Rows[Flags]> extends true ? never : NameOf<Flags>]?:
    | ValueOf<Flags, Rows[Flags]>
    | undefined;
};

/** The flag of an option, by its name: `--max-time` of `maxTime`. */
export function formatFlag(name: string): string {
  return `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Runs a command with its arguments and options. */
export type ActionOf<Row extends CommandRow> = (
  ...given: [...ArgumentsOf<Row["arguments"]>, OptionsOf<Row["options"]>, Io]
) => ExitCode | Promise<ExitCode>;

/**
 * Describes a key of the configuration that is the same as an option: its help, its values and its type.
 *
 * @param more what the key adds to the help.
 */
export function describeOption<Rows extends CommandRow["options"], Flags extends keyof Rows & string>(
  rows: Rows,
  flags: Flags,
  more = "",
): DescribedValue<ValueOf<Flags, Rows[Flags]>> {
  const row: OptionRow = rows[flags] ?? "";
  const [help, read] = typeof row === "string" ? [row] : row;
  const text = `${help.slice(0, 1).toUpperCase()}${help.slice(1)}`.replace(/ \((repeatable|default)[^()]*\)$/, "");
  return key.any(`${text}.${more === "" ? "" : ` ${more}`}`, describeOptionValue(flags, read));
}

function describeOptionValue(flags: string, read: Exclude<OptionRow, string>[1] | undefined): JsonObject {
  if (typeof read === "function" && "schema" in read) return read.schema as JsonObject;
  if (Array.isArray(read)) return key.names("", read as readonly string[]).schema;
  if (!flags.includes("<")) return key.flag("").schema;
  return flags.endsWith(" ...") ? key.list("", key.text("")).schema : key.text("").schema;
}

/** Whether an option always has a value: it has a default, or must be given. */
type IsGiven<Row> = Row extends readonly [string, unknown, unknown] ? true : false;

type NameOf<Flags> = Flags extends `--no-${infer Name}`
  ? CamelCase<Name>
  : Flags extends `--${infer Name} <${string}`
    ? CamelCase<Name>
    : Flags extends `--${infer Name}`
      ? CamelCase<Name>
      : never;

type CamelCase<Name> = Name extends `${infer First}-${infer Rest}` ? `${First}${Capitalize<CamelCase<Rest>>}` : Name;

type ValueOf<Flags, Row> = Row extends readonly [string, infer Read, unknown?]
  ? Read extends (...given: never) => infer Value
    ? Value
    : Read[keyof Read & number]
  : Flags extends `${string} ...`
    ? readonly string[]
    : Flags extends `${string}<${string}`
      ? string
      : boolean;

type ArgumentsOf<Rows> = Rows extends readonly (readonly [string, string])[]
  ? { [Index in keyof Rows]: Rows[Index] extends readonly [infer Name, string] ? ArgumentOf<Name> : never }
  : [];

type ArgumentOf<Name> = Name extends `${string}...${string}`
  ? string[]
  : Name extends `<${string}`
    ? string
    : string | undefined;
