import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import * as zlib from "node:zlib";
import { parse } from "yaml";
import type { Contract, ExchangeResult } from "../../src/check/index.js";
import { isObject } from "../../src/document/index.js";
import {
  EXCHANGE_PART_POINTERS,
  type Exchange,
  type HeaderField,
  type RecordedBody,
  readRecording,
} from "../../src/recording/index.js";
import { readText } from "../recording/recording-samples.js";
import { createInlineContract } from "./inline-contract.js";

/** A class of errors that a checker can make: valid exchanges, and cases that are one edit away from them. */
export type FailureMode = {
  readonly mode: number;
  readonly title: string;
  /** The fields of the spec. `openapi`, `info` and `servers` have defaults. */
  readonly contract: Readonly<Record<string, unknown>>;
  readonly clean: Readonly<Record<string, Message>>;
  readonly cases: Readonly<Record<string, FailureModeCase>>;
};

export type FailureModeCase = ExpectedResult & {
  /** The valid exchange that the case edits. */
  readonly of: string;
  /** New values by JSON Pointer: null removes, "-" appends, and `{ replace, by }` changes a text. */
  readonly edit: Readonly<Record<string, unknown>>;
};

export type ExpectedResult = {
  readonly verdict: string;
  /** The code, the pointer into the spec, and the pointer into the body, if any. */
  readonly findings?: readonly string[];
  readonly reasons?: readonly string[];
};

/** An exchange in short notation, or HAR entries of which the last is checked. */
type Message =
  | {
      readonly webhook?: Exchange["webhook"];
      readonly request: { method?: string; url: string; headers?: Headers; body?: unknown };
      readonly response: { status: number; headers?: Headers; body?: unknown };
    }
  | { readonly entries: readonly unknown[]; readonly files?: Readonly<Record<string, string>> };
type Headers = Readonly<Record<string, string | readonly string[]>>;

const MODES = join(import.meta.dirname, "modes");

export function loadFailureModes(): FailureMode[] {
  return readdirSync(MODES).sort().map(readMode);
}

/** Reads a file. One that is `like` another adds to the contract of that one, and may edit its valid exchanges. */
function readMode(file: string): FailureMode {
  const { like, ...mode } = parse(readFileSync(join(MODES, file), "utf8")) as FailureMode & { readonly like?: string };
  if (like === undefined) return mode;
  const base = readMode(like);
  const contract = mergeValues(base.contract, mode.contract) as FailureMode["contract"];
  const edited = new Set(Object.values(mode.cases).map(({ of }) => of));
  const clean = Object.entries(base.clean).filter(([name]) => edited.has(name));
  return { ...mode, contract, clean: { ...Object.fromEntries(clean), ...mode.clean } };
}

function mergeValues(base: unknown, own: unknown): unknown {
  if (!isObject(base) || !isObject(own)) return own ?? base;
  const names = Object.keys({ ...base, ...own });
  return Object.fromEntries(names.map((name) => [name, mergeValues(base[name], own[name])]));
}

export function createModeContract({ contract }: FailureMode): Contract {
  const root = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [{ url: "https://a.example" }],
    ...contract,
  };
  return createInlineContract({ "openapi.json": JSON.stringify(root) });
}

export function applyEdits(message: Message, edit: FailureModeCase["edit"]): Message {
  const copy = structuredClone(message);
  for (const [pointer, value] of Object.entries(edit)) applyEdit(copy, pointer, value);
  return copy;
}

export async function checkMessage(contract: Contract, message: Message): Promise<Required<ExpectedResult>> {
  const checked = contract.check(await exchangeOf(message));
  for (const { recording } of checked.findings) assertPointerExists(message, recording.pointer);
  const { verdict, findings, reasons, notLogged = [] } = checked;
  const unchecked = notLogged.map((part) => `not recorded: ${part}`);
  return { verdict, findings: findings.map(formatFinding), reasons: [...reasons, ...unchecked] };
}

/** A finding points at a node that the recording has. */
function assertPointerExists(message: Message, pointer: string): void {
  if (!("entries" in message)) return;
  let node: unknown = { log: message };
  for (const token of pointer.split("/").slice(1)) node = (node as Record<string, unknown> | undefined)?.[token];
  if (node === undefined || node === null) throw new Error(`There is nothing at ${pointer}`);
}

function formatFinding({ code, contract, recording }: ExchangeResult["findings"][number]): string {
  return [code, contract.pointer, recording.body ?? ""].filter((it) => it !== "").join(" ");
}

async function exchangeOf(message: Message): Promise<Exchange> {
  if ("entries" in message) return lastEntry(message);
  const { request, response, webhook } = message;
  return {
    ...(webhook === undefined ? {} : { webhook }),
    request: {
      method: request.method ?? "GET",
      url: request.url,
      headers: headersOf(request.headers),
      body: bodyOf(request.body),
    },
    response: { status: response.status, headers: headersOf(response.headers), body: bodyOf(response.body) },
    origin: { source: "case", index: 0, pointer: "", parts: EXCHANGE_PART_POINTERS },
  };
}

async function lastEntry({ entries, files = {} }: Extract<Message, { entries: unknown }>): Promise<Exchange> {
  const har = { log: { version: "1.2", creator: { name: "t", version: "1" }, entries } };
  const attachments = (name: string): RecordedBody =>
    files[name] === undefined
      ? { kind: "missing", reason: `there is no file ${name}`, isUnreadable: true }
      : { kind: "bytes", bytes: Buffer.from(files[name]) };
  const readings = await readText(JSON.stringify(har), readRecording, { name: "case.har", attachments });
  const last = readings.at(-1);
  if (last === undefined || last.kind === "unreadable") throw new Error(last?.unreadable.reason ?? "nothing was read");
  return last.exchange;
}

function headersOf(headers: Headers = {}): HeaderField[] {
  return Object.entries(headers).flatMap(([name, values]) =>
    [values].flat().map((value): HeaderField => [name, value]),
  );
}

/** Text, JSON, or an object with one of the keys below, which defines the encoding of its text. */
function bodyOf(written: unknown): RecordedBody {
  if (written === undefined) return { kind: "none" };
  if (typeof written === "string") return { kind: "text", text: written };
  const { missing, base64, bytes, lines, as } = (written ?? {}) as Readonly<Record<string, string>>;
  if (missing !== undefined) return { kind: "missing", reason: missing };
  if (base64 !== undefined) return { kind: "bytes", bytes: Buffer.from(base64, "base64") };
  if (bytes !== undefined)
    return { kind: "bytes", bytes: encoders[as ?? "latin1"]?.(Buffer.from(bytes)) ?? Buffer.from(bytes, "latin1") };
  // Multipart needs CR LF, which YAML does not preserve.
  if (lines !== undefined) return { kind: "text", text: lines.replaceAll("\n", "\r\n") };
  return { kind: "text", text: JSON.stringify(written) };
}

const encoders: Readonly<Record<string, (bytes: Buffer) => Buffer>> = {
  utf8: (bytes) => bytes,
  gzip: (bytes) => zlib.gzipSync(bytes),
  "cut gzip": (bytes) => zlib.gzipSync(bytes).subarray(0, 12),
  deflate: (bytes) => zlib.deflateSync(bytes),
  "raw deflate": (bytes) => zlib.deflateRawSync(bytes),
  br: (bytes) => zlib.brotliCompressSync(bytes),
  "gzip br": (bytes) => zlib.brotliCompressSync(zlib.gzipSync(bytes)),
};

function applyEdit(target: unknown, pointer: string, value: unknown): void {
  const tokens = pointer
    .slice(1)
    .split("/")
    .map((token) => token.replaceAll("~1", "/").replaceAll("~0", "~"));
  const last = tokens.pop() ?? "";
  let parent = target as Record<string, unknown>;
  for (const token of tokens) {
    parent[token] ??= {};
    parent = parent[token] as Record<string, unknown>;
  }
  if (value === null && !(last in parent)) throw new Error(`There is nothing at ${pointer}`);
  if (Array.isArray(parent) && last === "-") parent.push(value);
  else if (value === null && Array.isArray(parent)) parent.splice(Number(last), 1);
  else if (value === null) delete parent[last];
  else parent[last] = replaceValue(parent[last], value);
}

function replaceValue(before: unknown, value: unknown): unknown {
  const { replace, by } = (value ?? {}) as { readonly replace?: string; readonly by?: string };
  if (replace === undefined || by === undefined) return value;
  if (typeof before !== "string" || !before.includes(replace)) throw new Error(`There is no ${replace} to replace`);
  return before.replace(replace, () => by);
}
