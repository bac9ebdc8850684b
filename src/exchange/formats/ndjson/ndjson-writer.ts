import type { Exchange, HeaderField, RecordedBody } from "../../exchange.js";
import { redactSecrets } from "../../redaction/redact-secrets.js";

export type NdjsonOptions = {
  /** Request headers (lower case) whose redacted values keep their format, because the spec has a schema for them. */
  readonly formatPreservedHeaders?: readonly string[];
};

/** Formats an exchange as one line of an NDJSON recording, with secrets redacted. It reads back as the same exchange. */
export function formatNdjsonLine(exchange: Exchange, { formatPreservedHeaders = [] }: NdjsonOptions = {}): string {
  const redacted = redactSecrets(exchange);
  const headers = redacted.request.headers.map(([name, value], index): HeaderField => {
    const [, original = value] = exchange.request.headers[index] ?? [];
    return [name, formatPreservedHeaders.includes(name.toLowerCase()) ? maskCharacters(original) : value];
  });
  return `${JSON.stringify(toNdjsonObject({ ...redacted, request: { ...redacted.request, headers } }))}\n`;
}

/** The members of a line of an NDJSON recording, without redaction. */
export function toNdjsonObject({
  request,
  response,
  origin,
  durationMs,
  incomplete,
  webhook,
  consumer,
}: Exchange): object {
  return {
    ...(origin.startedAt === undefined ? {} : { startedAt: origin.startedAt }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(webhook === undefined ? {} : { webhook }),
    ...(consumer === undefined ? {} : { consumer }),
    request: { method: request.method, url: request.url, headers: request.headers, ...serializeBody(request.body) },
    response: { status: response.status, headers: response.headers, ...serializeBody(response.body) },
    ...(incomplete === undefined ? {} : { incomplete }),
  };
}

function serializeBody(body: RecordedBody): object {
  if (body.kind === "none") return {};
  if (body.kind === "text") return { body: body.text };
  return {
    body: body.kind === "missing" ? { missing: body.reason } : { base64: Buffer.from(body.bytes).toString("base64") },
  };
}

/** Masks a value but keeps its length and character classes. */
function maskCharacters(value: string): string {
  return value.replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A").replace(/\d/g, "0");
}
