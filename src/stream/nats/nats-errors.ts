import { StreamError, type StreamErrorKind } from "../chunk-stream.js";

/** Turns an error of the NATS client into one that says what cannot be done, why, and whether trying again helps. */
export function toStreamError(error: unknown, what: string): StreamError {
  if (error instanceof StreamError)
    return error.message.startsWith(what)
      ? error
      : new StreamError(error.kind, `${what}: ${error.message}`, { cause: error });
  const causes = listCauses(error);
  const [known] = causes.flatMap(({ name }) => KNOWN[name] ?? []);
  const kind = known?.kind ?? findKind(causes.map(({ message }) => message).join(" "));
  const reason = known?.reason ?? causes[0]?.message ?? String(error);
  return new StreamError(kind, `${what}: ${HINTS[kind] ?? ""}${reason}${findAdvice(reason)}`, { cause: error });
}

/** The error and its causes, the first cause first. */
export function listCauses(error: unknown): readonly Error[] {
  return error instanceof Error ? [...listCauses(error.cause), error] : [];
}

type KnownError = { readonly kind: StreamErrorKind; readonly reason?: string };

const NO_RESPONSE: KnownError = { kind: "unreachable", reason: "the server does not respond" };

const KNOWN: Readonly<Record<string, KnownError | undefined>> = {
  AuthorizationError: { kind: "refused" },
  PermissionViolationError: { kind: "refused" },
  UserAuthenticationExpiredError: { kind: "refused" },
  JetStreamNotEnabled: { kind: "unsuitable" },
  TimeoutError: NO_RESPONSE,
  // A stream without a leader has none either.
  NoResponders: { kind: "unreachable", reason: "no server has the stream; a cluster may be electing a leader" },
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
  if (/certificate|altnames|nkeys:|credentials|no jwt|does not support 'tls'/i.test(message)) return "unsuitable";
  if (/jetstream not enabled|maximum payload|exceeds maximum|non-clustered/i.test(message)) return "unsuitable";
  return "unreachable";
}

function findAdvice(reason: string): string {
  if (/^authorization violation/i.test(reason))
    return "; check the user and the password of the URL, NATS_CREDS or NATS_NKEY";
  if (/self-signed certificate|unable to (verify|get) .*certificate/i.test(reason))
    return "; pass the certificate of its authority with NATS_CA";
  if (/does not support 'tls'/i.test(reason)) return "; use nats://";
  return "";
}
