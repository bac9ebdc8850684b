import type { Exchange, HeaderField, RecordedBody } from "../../exchange.js";
import { redactSecrets } from "../../redaction/redact-secrets.js";

export type NdjsonOptions = {
  /** Headers of the request whose values keep their form where they are taken out, for the contract says what it is. */
  readonly formatPreservedHeaders?: readonly string[];
};

/** One line of an NDJSON recording, without secrets, which reads back as the same exchange. */
export function formatNdjsonLine(exchange: Exchange, { formatPreservedHeaders = [] }: NdjsonOptions = {}): string {
  const { request, response, origin, incomplete, webhook } = redactSecrets(exchange);
  const headers = request.headers.map(([name, value], index): HeaderField => {
    const [, given = value] = exchange.request.headers[index] ?? [];
    return [name, formatPreservedHeaders.includes(name.toLowerCase()) ? maskCharacters(given) : value];
  });
  return `${JSON.stringify({
    ...(origin.startedAt === undefined ? {} : { startedAt: origin.startedAt }),
    ...(webhook === undefined ? {} : { webhook }),
    request: { method: request.method, url: request.url, headers, ...serializeBody(request.body) },
    response: { status: response.status, headers: response.headers, ...serializeBody(response.body) },
    ...(incomplete === undefined ? {} : { incomplete }),
  })}\n`;
}

function serializeBody(body: RecordedBody): object {
  if (body.kind === "none") return {};
  if (body.kind === "text") return { body: body.text };
  return {
    body: body.kind === "missing" ? { missing: body.reason } : { base64: Buffer.from(body.bytes).toString("base64") },
  };
}

/** Says how long a value is and of what kinds of characters, and no more. */
function maskCharacters(value: string): string {
  return value.replace(/[a-z]/g, "a").replace(/[A-Z]/g, "A").replace(/\d/g, "0");
}
