import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { loadContract } from "../../src/check/index.js";
import { type Exchange, openRecording, readRecording } from "../../src/recording/index.js";

const HERE = import.meta.dirname;

type ExpectedFinding = {
  readonly code: string;
  readonly message: string;
  /** Number and text of the line of the description. */
  readonly clause: string;
  readonly why: string;
};

type Expected = {
  readonly exchange: number;
  readonly what: string;
  readonly verdict: string;
  readonly reasons?: readonly string[];
  readonly refused?: readonly string[];
  readonly findings?: readonly ExpectedFinding[];
};

const folders = readdirSync(HERE, { withFileTypes: true }).flatMap((it) => (it.isDirectory() ? [it.name] : []));

describe.each(folders)("%s", (folder) => {
  const path = join(HERE, folder, "openapi.yaml");
  const lines = readFileSync(path, "utf8").split("\n");
  const expected = parse(readFileSync(join(HERE, folder, "expected.yaml"), "utf8")) as readonly Expected[];
  const contract = loadContract(path);
  const exchanges = exchangesIn(folder);

  test("every exchange of the recording is reported, in order", async () => {
    expect(expected.map(({ exchange }) => exchange)).toEqual((await exchanges).map((_, index) => index));
  });

  test.each(expected)("$exchange: $what", async ({ exchange, verdict, reasons = [], refused = [], findings = [] }) => {
    const checked = contract.check((await exchanges)[exchange] as Exchange);
    const found = checked.findings.map(({ code, message, contract: { line } }) => ({
      code,
      message,
      clause: `${line}: ${lines[(line ?? 0) - 1]?.trim()}`,
    }));
    expect({ verdict: checked.verdict, reasons: checked.reasons, refused: checked.refused, findings: found }).toEqual({
      verdict,
      reasons,
      refused,
      findings: findings.map(({ code, message, clause }) => ({ code, message, clause })),
    });
    for (const { why } of findings) expect(why.length, "says why").toBeGreaterThan(25);
  });
});

test("each has conforming and violating exchanges, and a source with its licence", () => {
  expect(folders.length).toBeGreaterThanOrEqual(3);
  const readme = readFileSync(join(HERE, "README.md"), "utf8");
  for (const folder of folders) {
    const verdicts = (parse(readFileSync(join(HERE, folder, "expected.yaml"), "utf8")) as readonly Expected[]).map(
      ({ verdict }) => verdict,
    );
    expect(verdicts).toContain("passed");
    expect(verdicts).toContain("failed");
    expect(readme).toMatch(new RegExp(`\\| \`${folder}/\` \\| .*https://.* \\| (MIT|Apache-2.0) \\|`));
  }
});

async function exchangesIn(folder: string): Promise<Exchange[]> {
  const [file = ""] = readdirSync(join(HERE, folder)).filter((name) => name.startsWith("recording."));
  const exchanges: Exchange[] = [];
  for await (const batch of readRecording(openRecording(join(HERE, folder, file))))
    for (const reading of batch) {
      if (reading.kind === "unreadable") throw new Error(reading.unreadable.reason);
      exchanges.push(reading.exchange);
    }
  return exchanges;
}
