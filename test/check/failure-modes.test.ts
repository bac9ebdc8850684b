import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import {
  applyBaseline,
  CODES,
  type Contract,
  createReportBuilder,
  type Report,
  refreshBaseline,
  type Waiver,
} from "../../src/check/index.js";
import type { Exchange, HeaderField, RecordedWebhook } from "../../src/recording/index.js";
import { ASSERTION_KEYWORDS, IN_PLACE_APPLICATORS } from "../../src/schema/validation/interpreter/in-place-keywords.js";
import { ARRAY_KEYWORDS, OBJECT_KEYWORDS } from "../../src/schema/validation/interpreter/nested-keywords.js";
import {
  createExchange,
  createInlineContract,
  createSmallContract,
  defineJsonOperation,
  type ExchangeInput,
} from "./inline-contract.js";

type KeywordRow = {
  readonly schema: object;
  readonly dialect?: string;
  /** Values that fail in the same way, by the name of the way. */
  readonly modes: Readonly<Record<string, readonly unknown[]>>;
};

/** Edits of an exchange. `type`: the Content-Type of the request. `bytes`: its body, in hexadecimal digits. */
type Edit = Partial<Omit<ExchangeInput, "body">> & {
  readonly type?: string | null;
  readonly body?: string | null;
  readonly bytes?: string;
  readonly durationMs?: number;
  readonly webhook?: RecordedWebhook;
};

type CheckRow = {
  readonly paths: object;
  readonly webhooks?: object;
  readonly base: Edit;
  readonly modes: Readonly<Record<string, readonly Edit[]>>;
};

type Table = {
  readonly keywords: Readonly<Record<string, KeywordRow>>;
  readonly delegating: readonly string[][];
  readonly checks: Readonly<Record<string, CheckRow>>;
};

const TABLE = parse(readFileSync(join(import.meta.dirname, "failure-modes.yaml"), "utf8")) as Table;

const COMPONENTS = `components:
  schemas:
    Cat: { type: object, required: [kind], properties: { kind: { const: cat }, lives: { type: integer } } }
    Dog: { type: object, required: [kind], properties: { kind: { const: dog }, lives: { type: integer } } }
`;

/** A report, and the waivers that accept its findings. */
type Accepted = { readonly report: Report; readonly waivers: readonly Waiver[] };

function acceptAll(contract: Contract, exchange: Exchange): Accepted {
  const builder = createReportBuilder(contract);
  builder.add(exchange, contract.check(exchange));
  const report = builder.report();
  expect(report.findings).not.toEqual([]);
  const waivers = refreshBaseline([], apply(report, []), { reason: "known", today: TODAY });
  return { report, waivers };
}

const TODAY = "2026-01-31";

function apply(report: Report, waivers: readonly Waiver[]) {
  return applyBaseline(report, { path: "baseline.yaml", waivers, today: TODAY });
}

function expectSeparateModes(contract: Contract, modes: Readonly<Record<string, readonly Exchange[]>>): void {
  const accepted = Object.entries(modes).map(
    ([name, exchanges]) => [name, exchanges.map((exchange) => acceptAll(contract, exchange))] as const,
  );
  for (const [name, [one]] of accepted)
    for (const [otherName, others] of accepted)
      for (const { report } of others) {
        const isNew = apply(report, one?.waivers ?? []).result.baseline?.new !== 0;
        expect({ name, otherName, isNew }).toEqual({ name, otherName, isNew: name !== otherName });
      }
  // A mode whose name begins with a code has a finding with it.
  for (const [name, [one]] of accepted) {
    const [code = ""] = name.split(" ");
    if (!Object.hasOwn(CODES, code)) continue;
    expect(one?.report.findings.map((it) => it.code)).toContain(code);
    seenCodes.add(code);
  }
}

const seenCodes = new Set(["response.body.invalid", "request.body.invalid"]);

test.each(Object.entries(TABLE.keywords))("modes of %s", (_, { schema, dialect, modes }) => {
  const own = dialect === undefined ? schema : { $schema: dialect, ...schema };
  const contract = createSmallContract(defineJsonOperation(JSON.stringify(own)), COMPONENTS);
  const exchanges = Object.entries(modes).map(([name, values]): [string, Exchange[]] => [
    name,
    values.map((value) => createExchange({ response: JSON.stringify(value) })),
  ]);
  expectSeparateModes(contract, Object.fromEntries(exchanges));
});

test("the table has every keyword that can fail", () => {
  const compiled = [ASSERTION_KEYWORDS, OBJECT_KEYWORDS, ARRAY_KEYWORDS, IN_PLACE_APPLICATORS];
  const keywords = compiled.flatMap((it) => [...it.keys()]);
  expect([...Object.keys(TABLE.keywords), ...TABLE.delegating.flat()].sort()).toEqual(
    [...keywords, "$dynamicRef", "discriminator", "false", "unevaluatedItems", "unevaluatedProperties"].sort(),
  );
});

const SECURITY_SCHEMES = {
  bearer: { type: "http", scheme: "bearer" },
  basic: { type: "http", scheme: "basic" },
  key: { type: "apiKey", in: "header", name: "X-Key" },
};

test.each(Object.entries(TABLE.checks))("modes of %s", (_, { paths, webhooks, base, modes }) => {
  const root = {
    openapi: "3.1.0",
    info: { title: "t", version: "1" },
    servers: [{ url: "https://a.example" }],
    paths,
    webhooks,
  };
  const components = { securitySchemes: SECURITY_SCHEMES };
  const contract = createInlineContract({ "spec.json": JSON.stringify({ ...root, components }) });
  const exchanges = Object.entries(modes).map(([name, edits]): [string, Exchange[]] => [
    name,
    edits.map((edit) => buildEdited({ ...base, ...edit })),
  ]);
  expectSeparateModes(contract, Object.fromEntries(exchanges));
});

function buildEdited({ type, body, bytes, headers = [], durationMs, webhook, ...rest }: Edit): Exchange {
  const sent: HeaderField[] = [...headers, ...(type == null ? [] : [["Content-Type", type] as const])];
  const exchange = {
    ...createExchange({ ...rest, headers: sent, ...(body == null ? {} : { body }) }),
    ...(durationMs === undefined ? {} : { durationMs }),
    ...(webhook === undefined ? {} : { webhook }),
  };
  if (bytes === undefined) return exchange;
  return { ...exchange, request: { ...exchange.request, body: { kind: "bytes", bytes: Buffer.from(bytes, "hex") } } };
}

test("the table has every code of a recorded exchange", () => {
  // Reported only if a rule names it; and the rules of listings, which test/check/validation covers.
  const others = (code: string): boolean => code === "request.server.undocumented" || code.startsWith("exchange.");
  expect(Object.keys(CODES).filter((code) => !others(code) && !seenCodes.has(code))).toEqual([]);
});
