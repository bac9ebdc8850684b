/** Refused assertions: each differs from an accepted one in one respect. */

import { signer } from "./forge.js";
import { ec, type TokenEndpoint } from "./token-endpoint.js";

export type Attack = {
  /** Line of the attack catalogue: J for tokens. */
  readonly line: string;
  readonly title: string;
  readonly make: (desk: TokenEndpoint) => string;
};

const ES256 = signer("ES256", ec);

/** Valid claims with any header, with a valid signature by default. */
export const header =
  (value: object | string, by = ES256) =>
  (desk: TokenEndpoint) =>
    desk.forged({ header: value }, by);

export const claims = (change: (now: number, right: object) => object | string) => (desk: TokenEndpoint) =>
  desk.forged({ claims: change(Math.floor(desk.clock.now / 1000), desk.claims()) });
