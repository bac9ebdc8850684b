import { ACKNOWLEDGE_TIMEOUT } from "./delivery-outcome.js";

/** Time limits for connecting and, from then on, for the acknowledgement, in milliseconds. A lease outlasts both. */
export type SendLimits = { readonly connect: number; readonly acknowledge: number };

export const DEFAULT_SEND_LIMITS: SendLimits = { connect: 1500, acknowledge: ACKNOWLEDGE_TIMEOUT };
