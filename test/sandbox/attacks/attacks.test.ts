/** The attack table over HTTP on both engines. */
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type Contract, loadContract } from "../../../src/check/contract.js";
import { type Exchange, type ReadResult, readRecording } from "../../../src/recording/index.js";
import { describeEachEngine } from "../engines.js";
import { AUDIENCE } from "../tokens/token-endpoint.js";
import { artefacts } from "./artefacts.js";
import { type Attack, call, UNTOUCHED } from "./attack.js";
import { type AttackedSandbox, openAttackedSandbox } from "./attacked-sandbox.js";
import { createCanaries, HOOK_SECRET } from "./canaries.js";
import { ATTACKS, EXCEPTIONS, LINES } from "./catalogue.js";

test("every line of the catalogue has an attack, or a reason without one", () => {
  const attacked = new Set(ATTACKS.map(({ line }) => line));
  expect(LINES.length).toBe(152);
  expect([...attacked].filter((line) => !LINES.includes(line))).toEqual([]);
  expect(LINES.filter((line) => !attacked.has(line))).toEqual(Object.keys(EXCEPTIONS));
});

test("a canary is found in each form in which it may occur", () => {
  const canaries = createCanaries();
  const query = new URLSearchParams({ a: HOOK_SECRET }).toString();
  const utf16 = Buffer.from(HOOK_SECRET, "utf16le").toString();
  const encoded = ["", "x", "xy"].map((before) => Buffer.from(`${before}${HOOK_SECRET} and more`).toString("base64"));
  const forms = [HOOK_SECRET, JSON.stringify({ a: HOOK_SECRET }), encodeURIComponent(HOOK_SECRET), query, utf16];
  for (const text of [...forms, ...encoded]) expect(canaries.in(`before ${text}`), text).toEqual(["hook secret"]);
  expect(canaries.in("hook secret")).toEqual([]);
});

describeEachEngine("attacks", (_, underTest) => {
  let field: AttackedSandbox;
  let contract: Contract;
  let survived = 0;
  let output = "";
  /** The state after the attacks before, unless it may have changed since. */
  let settled: string | undefined;
  const checked = new Set<string>();
  const isKnown = ({ request, response }: Exchange): boolean => {
    const size = checked.size;
    return checked.add(JSON.stringify([request, response])).size === size;
  };
  beforeAll(async () => {
    for (const stream of [process.stderr, process.stdout]) {
      const write = stream.write.bind(stream);
      vi.spyOn(stream, "write").mockImplementation((chunk, ...rest) => {
        output += String(chunk);
        return write(chunk, ...(rest as []));
      });
    }
    field = await openAttackedSandbox(underTest);
    contract = loadContract("spec/openapi.yaml", { servers: [AUDIENCE] });
  });
  afterAll(async () => {
    vi.restoreAllMocks();
    const { run, refused, checked, unchecked, times } = field.counts;
    const sorted = times.toSorted((a, b) => a - b);
    const at = (part: number): string => (sorted[Math.floor((sorted.length - 1) * part)] ?? 0).toFixed(1);
    const latency = `p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, max ${at(1)} ms`;
    const responses = `${checked} responses checked against the spec, ${unchecked} not checked`;
    const lines = `${survived} of ${linesRun()} lines survived`;
    process.stdout.write(
      `attacks on ${field.engine}: ${run} attacks, ${lines}, ${refused} rejections, ${responses}, ${latency}\n`,
    );
    await field.close();
  });

  describe.each(Object.entries(bySection()))("%s", (_section, lines) => {
    test.each(Object.entries(lines))("%s", async (_line, attacks) => {
      const problems: string[] = [];
      let before = settled ?? (await field.state());
      expect(before).toContain('{"table":"orders","row"');
      for (const attack of attacks) {
        field.counts.run += 1;
        await attack.run(field).catch((error: unknown) => problems.push(`${attack.title}: ${String(error)}`));
        if (attack.hasEffect) before = await field.state();
      }
      const after = await field.state();
      if (after !== before) problems.push(`something has changed: ${difference(before, after)}`);
      const health = await field.admin("GET", "/health");
      const good = await field.send(call({ path: UNTOUCHED }, field));
      expect([health.status, good.status]).toEqual([200, 200]);
      expect(field.defects).toEqual([]);
      survived += 1;
      const hasEffect = attacks.some((attack) => attack.hasEffect);
      if (hasEffect) await field.restore();
      settled = hasEffect || problems.length > 0 ? undefined : after;
      expect(problems).toEqual([]);
    });

    let recording: string | undefined;

    test("no planted value occurs in the output", async () => {
      const all = await artefacts(field);
      recording = all.find(({ path }) => path === "/requests.har")?.response.text;
      const leaks = all.flatMap(({ path, response }) =>
        field.canaries.in(response.text).map((name) => `${path}: ${name}: ${excerpt(field, response.text, name)}`),
      );
      expect(leaks).toEqual([]);
      expect(field.canaries.in(output)).toEqual([]);
    });

    test("its recording can be read, and its responses match the spec", async () => {
      recording ??= (await field.admin("GET", "/requests.har")).text;
      const wrong: string[] = [];
      let count = 0;
      for await (const readings of readRecording({ name: "sandbox.har", chunks: chunksOf(Buffer.from(recording)) }))
        for (const reading of readings) {
          count += 1;
          // The recording starts with earlier sections, which were already checked.
          if (reading.kind === "exchange" && isKnown(reading.exchange)) continue;
          wrong.push(...problemsOf(reading, contract));
        }
      expect(count).toBeGreaterThan(20);
      expect(wrong).toEqual([]);
    });
  });
});

/** The violations of a recorded response. Ignores undocumented members, which are returned as recorded. */
function problemsOf(reading: ReadResult, contract: Contract): readonly string[] {
  if (reading.kind !== "exchange") return [reading.kind];
  const { method, url } = reading.exchange.request;
  const { findings } = contract.check(reading.exchange);
  return findings
    .filter(({ code }) => code.startsWith("response.") && code !== "response.body.undeclared")
    .map(({ code, message }) => `${method} ${url.slice(0, 200)}: ${code}: ${message}`);
}

async function* chunksOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

function bySection(): Readonly<Record<string, Readonly<Record<string, readonly Attack[]>>>> {
  const sections: Record<string, Record<string, Attack[]>> = {};
  for (const attack of ATTACKS) {
    const section = attack.line.slice(0, 1);
    const lines = sections[section] ?? {};
    sections[section] = { ...lines, [attack.line]: [...(lines[attack.line] ?? []), attack] };
  }
  return sections;
}

function linesRun(): number {
  return new Set(ATTACKS.map(({ line }) => line)).size;
}

function difference(before: string, after: string): string {
  const lines = new Set(before.split("\n"));
  return (
    after
      .split("\n")
      .find((line) => !lines.has(line))
      ?.slice(0, 300) ?? "something is gone"
  );
}

/** Locations of a canary, for debugging. */
function excerpt({ canaries }: AttackedSandbox, text: string, name: string): string {
  for (let start = 0; start < text.length; start += 300) {
    const part = text.slice(Math.max(0, start - 200), start + 500);
    if (canaries.in(part).includes(name)) return part;
  }
  return "";
}
