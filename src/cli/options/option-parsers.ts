/** Parsers of option values. All throw an InvalidArgumentError for an invalid value. */
import { InvalidArgumentError } from "commander";

/** Collects the values of a repeatable option. */
export function collectValues(value: string, values: readonly string[] = []): string[] {
  return [...values, value];
}

export function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError("Give a port number from 0 to 65535.");
  return port;
}

export function parseFailOn(value: string): string {
  if (!["error", "warn", "never"].includes(value)) throw new InvalidArgumentError("Give error, warn or never.");
  return value;
}

/** The levels of `contract diff`, which can also weigh changes by traffic. */
export function parseDiffFailOn(value: string): string {
  if (!["error", "warn", "seen", "never"].includes(value))
    throw new InvalidArgumentError("Give error, warn, seen or never.");
  return value;
}

export function parseDay(value: string): string {
  const day = new Date(`${value}T00:00:00Z`);
  // JavaScript turns February 30 into a day in March.
  if (Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== value)
    throw new InvalidArgumentError("Give a day such as 2026-01-31.");
  return value;
}

export function parseCount(value: string): number {
  if (!/^[1-9]\d*$/.test(value)) throw new InvalidArgumentError("Give a number, at least 1.");
  return Number(value);
}

export function parseEventCount(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError("Give a number of events, at least 1.");
  return Number(value);
}

export function parsePositiveNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number) || number <= 0)
    throw new InvalidArgumentError("Give a number above 0.");
  return number;
}

/** A 31-bit seed for random requests. */
export function parseSeed(value: string): number {
  const number = Number(value);
  if (!/^\d{1,10}$/.test(value) || number > 0x7fff_ffff)
    throw new InvalidArgumentError("Give a whole number from 0 to 2147483647.");
  return number;
}

export function parseWaitSeconds(value: string): number {
  if (!/^\d{1,6}$/.test(value)) throw new InvalidArgumentError("Give a number of seconds, at least 0.");
  return Number(value);
}

export function parseSeconds(value: string): number {
  if (!/^[1-9]\d{0,8}$/.test(value)) throw new InvalidArgumentError("Give a number of seconds, at least 1.");
  return Number(value);
}

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

/** An unset shell variable gives an empty secret, with which every signature would be invalid. */
export function collectSecrets(value: string, values: readonly string[] = []): string[] {
  if (value === "")
    throw new InvalidArgumentError("It is empty. Pass the secret that the webhook was registered with.");
  return collectValues(value, values);
}
