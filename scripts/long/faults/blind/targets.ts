import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Phase } from "../../../../src/probe/index.js";
import { installService, startService } from "../../../bench/probe-services/foreign-process.js";
import { SERVICES } from "../../../bench/probe-services/services.js";
import type { Edits } from "../fault.js";
import { createProbeRunner, type RunFinding } from "../probe-runner.js";
import { startProxy } from "../proxy.js";
import type { Defect } from "./defect.js";

export type ServiceName = Defect["service"];

export type ProbeOptions = {
  readonly edits?: Edits;
  readonly seed: number;
  readonly phases: readonly Phase[];
  /** Limits the operations of the sandbox. */
  readonly only?: readonly string[];
  /** Limits the cases of the sandbox to some operations. */
  readonly hasCases?: (operationId: string) => boolean;
  /** Lets a run of the sandbox end at a finding. */
  readonly isEnough?: (finding: RunFinding) => boolean;
};

/** Runs a service that the probe reaches through the proxy. Each call starts a new service. */
export type Target = {
  readonly probe: (options: ProbeOptions) => Promise<readonly RunFinding[]>;
  readonly close: () => Promise<void>;
};

export async function createTarget(service: ServiceName): Promise<Target> {
  const proxy = await startProxy();
  if (service !== "sandbox") return createForeignTarget(service, proxy);
  const runner = await createProbeRunner();
  return {
    probe: async (options) => (await runner.run({ ...options, canSignIn: true })).findings,
    close: async () => {
      await Promise.all([runner.close(), proxy.close()]);
    },
  };
}

function createForeignTarget(
  name: Exclude<ServiceName, "sandbox">,
  proxy: Awaited<ReturnType<typeof startProxy>>,
): Target {
  const service = SERVICES.find((it) => it.name.includes(name));
  if (service === undefined) throw new Error(`no service ${name}`);
  const folder = installService(service, join(tmpdir(), "probe-services"));
  return {
    probe: async ({ edits, seed, phases }) => {
      const { url, spec, stop } = await startService(service, folder);
      proxy.plant(new URL(url).origin, edits);
      const report = join(folder, `blind-${process.pid}.json`);
      const auth = service.auth === undefined ? [] : ["--auth", service.auth];
      const options = [
        "--phase",
        phases.join(","),
        "--seed",
        String(seed),
        "--spec",
        spec,
        "--format",
        `json:${report}`,
        ...auth,
      ];
      const command = ["dist/cli/main.js", "probe", proxy.url + (service.base ?? ""), ...options];
      try {
        const child = spawn(process.execPath, command, { stdio: "ignore" });
        await once(child, "close");
        const { findings } = JSON.parse(readFileSync(report, "utf8")) as { findings: readonly RunFinding[] };
        rmSync(report, { force: true });
        return findings;
      } finally {
        await stop();
      }
    },
    close: proxy.close,
  };
}
