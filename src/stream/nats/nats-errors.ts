import { StreamError, type StreamErrorKind } from "../chunk-stream.js";

/** Turns an error of the NATS client into one that says what cannot be done, why, and whether trying again helps. */
export function toStreamError(error: unknown, what: string): StreamError {
  if (error instanceof StreamError) return error;
  const { name = "", message = String(error), cause } = error instanceof Error ? error : {};
  const inner = cause instanceof Error ? cause : undefined;
  const kind = KINDS[inner?.name ?? ""] ?? KINDS[name] ?? findKind(`${message} ${inner?.message ?? ""}`);
  return new StreamError(kind, `${what}: ${HINTS[kind] ?? ""}${inner?.message ?? message}`, { cause: error });
}

const KINDS: Readonly<Record<string, StreamErrorKind | undefined>> = {
  AuthorizationError: "refused",
  PermissionViolationError: "refused",
  UserAuthenticationExpiredError: "refused",
  JetStreamNotEnabled: "unsuitable",
};

const HINTS: Readonly<Partial<Record<StreamErrorKind, string>>> = {
  full: "the stream is full: ",
  refused: "the server refuses access: ",
};

/** The codes of the server are not part of its messages. */
function findKind(message: string): StreamErrorKind {
  if (/maximum (bytes|messages)|insufficient (storage )?resources|resource limits exceeded/i.test(message))
    return "full";
  if (/authorization|permissions violation|alert (bad |unknown )?certificate|certificate required/i.test(message))
    return "refused";
  if (/certificate|altnames|nkeys:|credentials|no jwt/i.test(message)) return "unsuitable";
  if (/jetstream not enabled|maximum payload|exceeds maximum/i.test(message)) return "unsuitable";
  return "unreachable";
}
