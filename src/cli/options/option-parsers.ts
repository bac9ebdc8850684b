/** Parsers of option values. All throw an InvalidArgumentError for an invalid value. */
import { InvalidArgumentError } from "commander";
import { key } from "../../check/index.js";
import { CONSUMER_RULE_FORMS, type ConsumerRule, parseConsumerRule } from "../../recording/consumer.js";

/** Collects the values of a repeatable option. */
export function collectValues(value: string, values: readonly string[] = []): readonly string[] {
  return [...values, value];
}

/** A parser of comma-separated names, for an option that is repeatable. */
export function createNamesParser<const Name extends string>(known: readonly Name[]) {
  const parse = (value: string, earlier: readonly Name[] = []): readonly Name[] => {
    const names = value.split(",").map((text) => {
      const found = known.find((it) => it === text.trim());
      if (found === undefined) throw new InvalidArgumentError(`Give one or more of ${known.join(", ")}.`);
      return found;
    });
    return [...earlier, ...names];
  };
  return Object.assign(parse, { schema: key.list("", key.names("", known)).schema });
}

export const parsePort = createIntegerParser("a port number from 0 to 65535", { minimum: 0, maximum: 65_535 });
export const parseCount = createIntegerParser("a number, at least 1", { minimum: 1 });
export const parseEventCount = createIntegerParser("a number of events, at least 1", {
  minimum: 1,
  maximum: 999_999_999,
});
/** A 31-bit seed for random requests. */
export const parseSeed = createIntegerParser("a whole number from 0 to 2147483647", {
  minimum: 0,
  maximum: 0x7fff_ffff,
});
export const parseWaitSeconds = createIntegerParser("a number of seconds, at least 0", {
  minimum: 0,
  maximum: 999_999,
});

/** A parser whose schema is that of the same value in the configuration. */
function createIntegerParser(
  expected: string,
  { minimum, maximum }: { readonly minimum: number; readonly maximum?: number },
) {
  const parse = (value: string): number => {
    const number = Number(value);
    if (!/^(0|[1-9]\d*)$/.test(value) || number < minimum || number > (maximum ?? Number.POSITIVE_INFINITY))
      throw new InvalidArgumentError(`Give ${expected}.`);
    return number;
  };
  return Object.assign(parse, {
    schema: { type: "integer", minimum, ...(maximum === undefined ? {} : { maximum }) },
  });
}

export function parseDay(value: string): string {
  const day = new Date(`${value}T00:00:00Z`);
  // JavaScript turns February 30 into a day in March.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value)
    throw new InvalidArgumentError("Give a day such as 2026-01-31.");
  return value;
}

export function parsePositiveNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number) || number <= 0)
    throw new InvalidArgumentError("Give a number above 0.");
  return number;
}
parsePositiveNumber.schema = { type: "number", exclusiveMinimum: 0 };

export function parseBaseUrl(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value))
    throw new InvalidArgumentError("Give a URL such as https://sandbox.example.");
  return value.replace(/\/+$/, "");
}

export function validateByteSize(value: string): string {
  if (!/^\d{1,12}[kM]?$/.test(value))
    throw new InvalidArgumentError("Give a number of bytes, such as 65536, 64k or 10M.");
  return value;
}

/** The number of bytes of a size that `validateByteSize` accepts. */
export function parseByteSize(text: string): number {
  const [, digits = "", unit] = /^(\d+)([kM]?)$/.exec(text) ?? [];
  return Number(digits) * (unit === "M" ? 1024 * 1024 : unit === "k" ? 1024 : 1);
}

/** An unset shell variable gives an empty secret, with which every signature would be invalid. */
export function collectSecrets(value: string, values: readonly string[] = []): readonly string[] {
  if (value === "")
    throw new InvalidArgumentError("It is empty. Pass the secret that the webhook was registered with.");
  return collectValues(value, values);
}

export function collectConsumerRules(value: string, rules: readonly ConsumerRule[] = []): readonly ConsumerRule[] {
  const rule = parseConsumerRule(value);
  if (rule === undefined) throw new InvalidArgumentError(`Give ${CONSUMER_RULE_FORMS}.`);
  return [...rules, rule];
}

/** Collects origins (RFC 6454): a scheme, host and port without a path. */
export function collectOrigins(value: string, origins: readonly string[] = []): readonly string[] {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value) || new URL(value).origin !== value)
    throw new InvalidArgumentError("Give an origin such as https://docs.example, without a path.");
  return collectValues(value, origins);
}

/** A spec with the name of its version, which becomes the name of a directory. */
type NamedSpec = { readonly name: string; readonly spec: string };

export function collectVersions(value: string, versions: readonly NamedSpec[] = []): readonly NamedSpec[] {
  const [, name = "", spec = ""] = /^(\w[\w.-]*)=(.+)$/.exec(value) ?? [];
  if (name === "") throw new InvalidArgumentError("Give a name and a spec, such as 1.0=openapi-1.0.yaml.");
  if (versions.some((it) => it.name === name)) throw new InvalidArgumentError(`The version ${name} is given twice.`);
  return [...versions, { name, spec }];
}
