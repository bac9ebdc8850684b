/** The requests of a probe, in order, and its report: for a correct service and for two defective ones. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createFolder, runContract } from "../cli/run-contract.js";
import { showOnce } from "../golden-text.js";
import { type Defect, KEY, startLibrary, writeSpecWithRefusals } from "./library-server.js";

const SPEC = writeSpecWithRefusals();

const CONFORMING = "that conforms";
const SERVICES: Readonly<Record<string, Defect | undefined>> = {
  [CONFORMING]: undefined,
  "without a limit": (response, { url, isValid }) =>
    url.searchParams.has("limit") && isValid && Array.isArray(response.body)
      ? { ...response, body: [...response.body, ...Array.from({ length: 100 }, (_, id) => ({ id, title: "" }))] }
      : response,
  "that fails often": (response, { method }) => (method === "POST" ? { status: 500 } : response),
};

const PHASES = ["examples", "boundaries", "negatives", "stateful"];

test.each(Object.keys(SERVICES).flatMap((name) => PHASES.map((phase) => [name, phase] as const)))(
  "a service %s, phase %s",
  async (name, phase) => {
    const known = name === CONFORMING ? [] : [[`a service ${CONFORMING}`, await showProbe(CONFORMING, phase)] as const];
    expect(showOnce(await showProbe(name, phase), known)).toMatchSnapshot();
  },
);

const probes = new Map<string, Promise<string>>();

function showProbe(name: string, phase: string): Promise<string> {
  const key = `${name}, ${phase}`;
  const shown = probes.get(key) ?? probe(name, phase);
  probes.set(key, shown);
  return shown;
}

async function probe(name: string, phase: string): Promise<string> {
  const service = await startLibrary(SERVICES[name]);
  onTestFinished(service.close);
  const har = join(createFolder({}), "probe.har");
  const known = ["--auth", `header:X-Key=${KEY}`, "--param", "bookId=1"];
  const limits = ["--max-requests", "60", "--phase", phase, "--har", har];
  const { code, stdout, stderr } = await runContract(["probe", service.url, "--spec", SPEC, ...known, ...limits]);
  const { entries } = JSON.parse(readFileSync(har, "utf8")).log;
  const lines = entries.map(({ request, response }: Entry) => {
    const type = request.headers.find((it) => it.name.toLowerCase() === "content-type")?.value ?? "";
    return `${request.method} ${request.url} ${type} ${request.postData?.text ?? ""} -> ${response.status}`;
  });
  const text = [...lines, `exit code ${code}`, stdout, stderr].join("\n");
  const shown = text.replaceAll(service.url, "URL").replaceAll(har, "HAR").replaceAll(SPEC, "SPEC");
  return shown.replaceAll(/127\.0\.0\.1:\d+/g, "HOST").replaceAll(/[\d.]+ (s|ms)\b/g, "0 $1");
}

type Entry = {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: readonly { readonly name: string; readonly value: string }[];
    readonly postData?: { readonly text?: string };
  };
  readonly response: { readonly status: number };
};
