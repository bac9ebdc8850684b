/** Assertions that are refused: each is one step away from one that is accepted. */

import { signer } from "./forge.js";
import { ec, type TokenEndpoint } from "./token-endpoint.js";

export type Attack = {
  /** Of the catalogue that the names are from: J for tokens. */
  readonly line: string;
  readonly says: string;
  readonly make: (desk: TokenEndpoint) => string;
};

const ES256 = signer("ES256", ec);

/** Right claims under a header of any kind; signed rightly unless said otherwise. */
export const header =
  (value: object | string, by = ES256) =>
  (desk: TokenEndpoint) =>
    desk.forged({ header: value }, by);

export const claims = (change: (now: number, right: object) => object | string) => (desk: TokenEndpoint) =>
  desk.forged({ claims: change(Math.floor(desk.clock.now / 1000), desk.claims()) });
