import { type Contract, createContract, type ExchangeResult } from "../../src/check/index.js";
import { loadDocument } from "../../src/document/index.js";
import {
  EXCHANGE_PART_POINTERS,
  type Exchange,
  type HeaderField,
  type RecordedBody,
} from "../../src/recording/index.js";

/** Creates a contract from inline files; the first is the main file. Every body is read by the fast path first. */
export function createInlineContract(files: Readonly<Record<string, string>>, servers?: readonly string[]): Contract {
  const read = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error(`no ${path}`), { code: "ENOENT" });
    return text;
  };
  return createContract(loadDocument(Object.keys(files)[0] ?? "", read), {
    fastAfter: 0,
    ...(servers === undefined ? {} : { servers }),
  });
}

/** The start of a spec, up to its paths. */
export const SPEC_START = `openapi: 3.1.0
info: { title: t, version: "1" }
servers: [{ url: "https://a.example" }]
paths:`;

/** Creates a contract with the operation GET /a on https://a.example, and additions. */
export function createSmallContract(operation: string, more = ""): Contract {
  return createInlineContract({ "spec.yaml": `${SPEC_START}\n  /a:\n    get: ${operation}\n${more}` });
}

/** Returns an operation with a 200 response that has JSON of a schema. */
export function defineJsonOperation(schema: string): string {
  return `{ operationId: a, responses: { "200": { description: d, content: { application/json: { schema: ${schema} } } } } }`;
}

export type ExchangeInput = {
  readonly method?: string;
  readonly url?: string;
  readonly headers?: readonly HeaderField[];
  readonly body?: string;
  readonly status?: number;
  readonly responseHeaders?: readonly HeaderField[];
  readonly response?: unknown;
  readonly index?: number;
};

export function createExchange(written: ExchangeInput = {}): Exchange {
  const { method = "GET", url = "https://a.example/a", headers = [], body, status = 200, index = 0 } = written;
  const { response, responseHeaders = [["Content-Type", "application/json"]] } = written;
  return {
    request: { method, url, headers, body: bodyOf(body) },
    response: {
      status,
      headers: responseHeaders,
      body: bodyOf(typeof response === "string" || response === undefined ? response : JSON.stringify(response)),
    },
    origin: { source: "test", index, pointer: "", parts: EXCHANGE_PART_POINTERS },
  };
}

export function getCodes({ findings }: ExchangeResult): string[] {
  return findings.map(({ code }) => code);
}

/** Returns everything that is reported about an exchange. */
export function summarizeResult({ verdict, reasons, findings }: ExchangeResult): string {
  const lines = findings.map(({ code, level, message, recording, contract, fingerprint }) => {
    const { file: _, ...place } = contract;
    return JSON.stringify({ code, level, message, at: recording.body ?? recording.pointer, place, fingerprint });
  });
  return [verdict, ...reasons, ...lines].join("\n");
}

function bodyOf(text: string | undefined): RecordedBody {
  return text === undefined ? { kind: "none" } : { kind: "text", text };
}
