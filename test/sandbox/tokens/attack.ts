/** Assertions that are refused: each is one step away from one that is accepted. */
import { type Desk, ec } from "./desk.js";
import { signer } from "./forge.js";

export type Attack = {
  /** Of the catalogue that the names are from: J for tokens. */
  readonly line: string;
  readonly says: string;
  readonly make: (desk: Desk) => string;
};

const ES256 = signer("ES256", ec);

/** Right claims under a header of any kind; signed rightly unless said otherwise. */
export const header =
  (value: object | string, by = ES256) =>
  (desk: Desk) =>
    desk.forged({ header: value }, by);

export const claims = (change: (now: number, right: object) => object | string) => (desk: Desk) =>
  desk.forged({ claims: change(Math.floor(desk.clock.now / 1000), desk.claims()) });
