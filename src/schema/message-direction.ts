/** The side that a value is seen from: what a client writes, or what it reads. */
export type MessageDirection = "request" | "response";
