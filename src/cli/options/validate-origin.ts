import { InvalidArgumentError } from "commander";

/** Validates an origin (RFC 6454): a scheme, host and port without a path. */
export function validateOrigin(value: string): string {
  if (!/^https?:\/\//.test(value) || !URL.canParse(value) || new URL(value).origin !== value)
    throw new InvalidArgumentError("Give an origin such as https://docs.example, without a path.");
  return value;
}
