/**
 * All output of a sandbox about its traffic except its responses and the snapshot, which contains secrets on purpose.
 */
import type { AttackedSandbox } from "./attacked-sandbox.js";

export type Artefact = {
  readonly path: string;
  readonly response: {
    readonly status: number;
    readonly text: string;
    readonly header: (name: string) => string | undefined;
  };
};

const PATHS = [
  ...["/", "/overview", "/requests?limit=1000", "/requests.har", "/deliveries?limit=1000", "/events?limit=1000"],
  ...["/hooks", "/applications", "/health", "/faults", "/clock"],
];

export async function artefacts({ admin }: AttackedSandbox): Promise<readonly Artefact[]> {
  const whole: Artefact[] = [];
  for (const path of PATHS) whole.push({ path, response: await admin("GET", path) });
  const { requests } = JSON.parse(whole.find(({ path }) => path.startsWith("/requests?"))?.response.text ?? "{}");
  // Only the newest requests; the recording contains all.
  for (const { id } of requests.slice(0, 30))
    whole.push({ path: `/requests/${id}`, response: await admin("GET", `/requests/${id}`) });
  return whole;
}
