/** Limits of deliveries that are never reached, so that tests do not depend on the speed of the machine. */
export const PATIENT = { limits: { connect: 600_000, acknowledge: 600_000 } } as const;
