import type { KeptBody } from "./kept-body.js";

/** An exchange on its way: what has passed by of it so far. */
export type Draft = {
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly method: string;
  readonly target: string;
  readonly request: Half;
  readonly asksForUpgrade: boolean;
  status: number;
  response: Half | undefined;
};

/** A message, whose head stays as it came: reading it is for who judges. */
export type Half = { readonly head: Buffer; readonly body: KeptBody; isWhole: boolean };

/** What the recorder holds of it in memory, about. */
export function sizeOf({ request, response, target }: Draft): number {
  const heads = request.head.length + (response?.head.length ?? 0) + target.length;
  return OWN_SIZE + heads + request.body.size + (response?.body.size ?? 0);
}

const OWN_SIZE = 1000;
