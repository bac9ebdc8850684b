import { InvalidArgumentError } from "commander";

export function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError("Give a port number from 0 to 65535.");
  return port;
}
