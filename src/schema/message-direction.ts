/** The message that holds a value. It decides whether `readOnly` or `writeOnly` properties are excluded. */
export type MessageDirection = "request" | "response";
