/** The messages for errors of the NATS client, and the subjects of the streams; no server is needed. */
import { expect, test } from "vitest";
import { StreamError } from "../../../src/stream/chunk-stream.js";
import { toStreamError } from "../../../src/stream/nats/nats-errors.js";
import {
  formatArchiveSubject,
  formatChunkSubject,
  formatConsumerName,
  formatResultSubject,
  parseArchiveSubject,
  parseChunkHour,
  parseResultSubject,
} from "../../../src/stream/nats/subjects.js";

const named = (name: string, message = "m", cause?: Error): Error =>
  Object.assign(new Error(message, { cause }), { name });
const unreachable = (reason: string) => ({ kind: "unreachable", message: `cannot feed: ${reason}` });
const refused = (reason: string) => ({ kind: "refused", message: `cannot feed: the server refuses access: ${reason}` });
const unsuitable = (reason: string) => ({ kind: "unsuitable", message: `cannot feed: ${reason}` });
const full = (reason: string) => ({ kind: "full", message: `cannot feed: the stream is full: ${reason}` });

test.each<[error: unknown, expected: object]>([
  [named("AuthorizationError", "x"), refused("x")],
  [named("PermissionViolationError", "x"), refused("x")],
  [named("UserAuthenticationExpiredError", "x"), refused("x")],
  [named("JetStreamNotEnabled", "x"), unsuitable("x")],
  [named("TimeoutError"), unreachable("the server does not respond")],
  [named("NoResponders"), unreachable("no server has the stream; a cluster may be electing a leader")],
  [named("Error", "outer", named("TimeoutError")), unreachable("the server does not respond")],
  [named("Error", "outer", named("Error", "inner")), unreachable("inner")],
  ["text", unreachable("text")],
  [new Error("maximum bytes exceeded"), full("maximum bytes exceeded")],
  [new Error("Maximum messages exceeded"), full("Maximum messages exceeded")],
  [new Error("insufficient resources"), full("insufficient resources")],
  [new Error("insufficient storage resources"), full("insufficient storage resources")],
  [new Error("resource limits exceeded for account"), full("resource limits exceeded for account")],
  [
    new Error("Authorization Violation"),
    refused("Authorization Violation; check the user and the password of the URL, NATS_CREDS or NATS_NKEY"),
  ],
  [new Error("permissions violation for publish"), refused("permissions violation for publish")],
  [new Error("no authorization violation"), refused("no authorization violation")],
  ...["alert certificate", "alert bad certificate", "alert unknown certificate", "certificate required"].map(
    (text): [Error, object] => [new Error(text), refused(text)],
  ),
  ...[
    "self-signed certificate",
    "unable to verify the first certificate",
    "unable to get local issuer certificate",
  ].map((text): [Error, object] => [
    new Error(text),
    unsuitable(`${text}; pass the certificate of its authority with NATS_CA`),
  ]),
  [new Error("server does not support 'tls'"), unsuitable("server does not support 'tls'; use nats://")],
  ...[
    "certificate has expired",
    "altnames",
    "nkeys: bad",
    "bad credentials",
    "no JWT",
    "JetStream not enabled for account",
  ].map((text): [Error, object] => [new Error(text), unsuitable(text)]),
  ...[
    "maximum payload",
    "message size exceeds maximum allowed",
    "replicas > 1 not supported in non-clustered mode",
  ].map((text): [Error, object] => [new Error(text), unsuitable(text)]),
  [new Error("connect ECONNREFUSED"), unreachable("connect ECONNREFUSED")],
])("%s", (error, expected) => {
  const { kind, message, cause } = toStreamError(error, "cannot feed");
  expect({ kind, message }).toEqual(expected);
  expect(cause).toBe(error);
});

test("an error that says what cannot be done stays as it is", () => {
  const own = new StreamError("full", "cannot feed: why");
  expect(toStreamError(own, "cannot feed")).toBe(own);
  const other = toStreamError(own, "cannot work");
  expect([other.kind, other.message, other.cause]).toEqual(["full", "cannot work: cannot feed: why", own]);
});

test("subjects", () => {
  const key = { version: "v", kind: "tally", hour: "2026-03-14T09", name: "n" } as never;
  expect([
    formatConsumerName("s"),
    formatChunkSubject("s", "h"),
    formatArchiveSubject("s", "h", "*"),
    formatResultSubject("s", key),
    formatResultSubject("s", {} as never),
    formatResultSubject("s", { version: "v" } as never),
  ]).toEqual([
    "check-s",
    "contract.chunks.s.h",
    "contract.archive.s.h.*",
    "contract.results.s.v.tally.2026-03-14T09.n",
    "contract.results.s.*.*.*.*",
    "contract.results.s.v.*.*.*",
  ]);
  expect([parseChunkHour("contract.chunks.s.h"), parseChunkHour("a")]).toEqual(["h", ""]);
  expect([parseArchiveSubject("contract.archive.s.h.i"), parseArchiveSubject("")]).toEqual([
    { hour: "h", id: "i" },
    { hour: "", id: "" },
  ]);
  expect(parseResultSubject(formatResultSubject("s", key))).toEqual(key);
  expect(parseResultSubject("")).toEqual({ version: "", kind: "", hour: "", name: "" });
});
