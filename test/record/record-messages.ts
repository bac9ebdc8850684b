/** Records messages without a connection: what the validation thread does with them, in this thread. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Report } from "../../src/check/index.js";
import { createBatchValidator, type ValidatedExchange } from "../../src/record/validation/batch-validator.js";
import type { BatchedMessage } from "../../src/record/validation/exchange-batch.js";
import { createHarFile } from "../../src/record/validation/har-file.js";
import { createFolder } from "../cli/run-contract.js";
import { SENSITIVE_SPEC } from "./sensitive-spec.js";

/** A `POST /things` and its response with status 200. Headers are lines with their ends. */
export type Messages = {
  readonly response: Buffer;
  readonly responseHeaders?: string;
  readonly request?: Buffer;
  readonly requestHeaders?: string;
};

export type RecordedMessages = {
  readonly out: string;
  readonly har: string;
  readonly report: Report;
  readonly results: readonly ValidatedExchange[];
  readonly notices: readonly string[];
};

export const JSON_TYPE = "Content-Type: application/json\r\n";
export const ORIGIN = "http://vault.example";

/** Returns the path of the spec that the messages are checked against. */
export function createVaultSpec(): string {
  return join(createFolder({ "vault.yaml": SENSITIVE_SPEC }), "vault.yaml");
}

/** Records each exchange as a batch of its own. `onBatch` runs after each of them. */
export async function recordMessages(
  all: readonly Messages[],
  { spec = createVaultSpec(), onStart = () => {}, onBatch = () => {} } = {},
): Promise<RecordedMessages> {
  const folder = createFolder({});
  const out = join(folder, "out.har");
  const notices: string[] = [];
  const start = createHarFile(out, { name: "test", version: "1" });
  const rules = { spec, servers: [ORIGIN] };
  const validator = createBatchValidator(
    { rules, maxBody: 1024 * 1024, start, feed: undefined, source: out, origin: ORIGIN },
    (text) => notices.push(text),
  );
  onStart();
  const results = all.flatMap((messages, index) => {
    const batch = validator.validate(createBatch(messages, index));
    onBatch();
    return batch;
  });
  const report = await validator.end();
  const hideFolder = (text: string): string => text.replaceAll(folder, "");
  return {
    out,
    har: readFileSync(out, "utf8"),
    report: JSON.parse(hideFolder(JSON.stringify(report))),
    results: JSON.parse(hideFolder(JSON.stringify(results))),
    notices: notices.map(hideFolder),
  };
}

function createBatch(
  { response, responseHeaders = JSON_TYPE, request = Buffer.alloc(0), requestHeaders = "" }: Messages,
  index: number,
): Parameters<ReturnType<typeof createBatchValidator>["validate"]>[0] {
  const requestHead = Buffer.from(`POST /things HTTP/1.1\r\n${requestHeaders}\r\n`, "latin1");
  const responseHead = Buffer.from(`HTTP/1.1 200 OK\r\n${responseHeaders}\r\n`, "latin1");
  const describe = (head: Buffer, body: Buffer): BatchedMessage => {
    return { head: head.length, body: body.length, isComplete: true, missingReason: undefined };
  };
  return {
    bytes: Uint8Array.from(Buffer.concat([requestHead, request, responseHead, response])),
    items: [
      {
        ...{ method: "POST", target: "/things", status: 200, incomplete: undefined },
        ...{ startedAt: Date.UTC(2026, 0, 31) + index, durationMs: 1 },
        request: describe(requestHead, request),
        response: describe(responseHead, response),
      },
    ],
  };
}
