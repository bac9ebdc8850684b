import { spawnSync } from "node:child_process";
import { loadContract, type RecordedBody } from "../../../src/library/index.js";
import { EXCHANGE_PART_POINTERS } from "../../../src/recording/exchange.js";
import { createRandom } from "../random.js";

/** A finding of the JSON report. */
export type ReportedFinding = {
  readonly code: string;
  readonly level: string;
  readonly message: string;
  readonly operationId: string;
  readonly fingerprint: string;
  readonly first: { readonly method: string; readonly url: string; readonly status: number };
  readonly reproduce?: { readonly curl?: string; readonly probe?: string };
};

export type SampledFinding = Pick<ReportedFinding, "code" | "message" | "operationId" | "fingerprint"> & {
  readonly status: number;
  readonly curl: string;
  readonly probe: string;
  /** The head and the first part of the body that the curl printed. */
  readonly response: string;
  /** What showed the finding again; absent if nothing did. */
  readonly shownBy?: "curl" | "--case";
};

export const SAMPLE_SIZE = 20;

/** Draws findings at error level without replacement; the same seed draws the same of the same report. */
export function drawSample(findings: readonly ReportedFinding[], seed: number): readonly ReportedFinding[] {
  const left = findings.filter(({ level }) => level === "error");
  const random = createRandom(seed);
  return Array.from(
    { length: Math.min(SAMPLE_SIZE, left.length) },
    () => left.splice(Math.floor(random() * left.length), 1)[0],
  ).filter((it) => it !== undefined);
}

/** Runs the curl of a finding against the running service. `token` is what the curl calls `$TOKEN` and `$SECRET`. */
export function replayCurl(finding: ReportedFinding, specFile: string, token: string): SampledFinding {
  const { code, message, operationId, fingerprint, first, reproduce } = finding;
  const { curl = "", probe = "" } = reproduce ?? {};
  const env = { ...process.env, TOKEN: token, SECRET: token };
  const { stdout } = spawnSync("bash", ["-c", `${curl} --max-time 20`], { env, maxBuffer: 1e8 });
  const isSame = isSameResponse(finding, stdout.toString("latin1"), specFile);
  const described = { code, message, operationId, fingerprint, status: first.status, curl, probe };
  return { ...described, response: stdout.toString().slice(0, 1500), ...(isSame ? { shownBy: "curl" } : {}) };
}

/** Whether a response has the same status and, if the spec alone shows it, the same finding. */
function isSameResponse({ code, first }: ReportedFinding, text: string, specFile: string): boolean {
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const status = Number(/^HTTP\/\S+ (\d+)/.exec(head)?.[1] ?? 0);
  if (status !== first.status || !/^response\.(body|content-type|header)/.test(code)) return status === first.status;
  const headers = [...head.matchAll(/^([^:\s]+): *([^\r]*)/gm)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );
  const body: RecordedBody = { kind: "bytes", bytes: Buffer.from(rest.join("\r\n\r\n"), "latin1") };
  const { findings } = loadContract(specFile).check({
    origin: { source: "curl", index: 0, pointer: "/0", parts: EXCHANGE_PART_POINTERS },
    request: { method: first.method, url: first.url, headers: [], body: { kind: "none" } },
    response: { status, headers, body },
  });
  return findings.some((it) => it.code === code);
}

/**
 * Runs the case of a finding with `contract probe --case` against a service that was started anew, because the curl may
 * need what the run has deleted since.
 */
export function replayCase(
  it: SampledFinding,
  { command, url, auth }: { readonly command: string; readonly url: string; readonly auth: readonly string[] },
): SampledFinding {
  const [, rest = ""] = /^contract probe \S+ (.*)$/s.exec(it.probe) ?? [];
  const quoted = [...auth, "--format", "json"].map((part) => `'${part}'`).join(" ");
  const line = `"${process.execPath}" "${command}" probe '${url}' ${rest} ${quoted}`;
  const { stdout } = spawnSync("bash", ["-c", line], { maxBuffer: 1e8 });
  const { findings = [] } = JSON.parse(stdout.toString() || "{}") as { findings?: readonly ReportedFinding[] };
  const isSame = findings.some(({ fingerprint }) => fingerprint === it.fingerprint);
  return isSame ? { ...it, shownBy: "--case" } : it;
}
