import { loadContract, selectOperations, type Tally, type Target } from "../gate/index.js";
import { createTargets, PHASES, runProbe } from "../probe/index.js";
import { REAL_CLOCK } from "../sandbox/real-clock.js";
import type { CheckSettings } from "./check-settings.js";
import type { Io } from "./io.js";
import { ownCommand } from "./own-command.js";
import { ownContract } from "./own-contract.js";
import { credentialSource } from "./probe-auth.js";
import { probeCommand } from "./probe-command.js";
import { addLack, type Ways } from "./probe-lack.js";
import { listenBeside } from "./probe-listener.js";
import type { RunningTarget } from "./target-process.js";

export type TargetProbe = {
  readonly target: Target;
  readonly running: RunningTarget;
  readonly settings: CheckSettings;
  /** What the probe sees is counted with everything else. */
  readonly tally: Tally;
  readonly io: Io;
  readonly say: (line: string) => void;
};

/** Probes a running target of the configuration. Its name stands for its URL, so that a report does not tell of its port. */
export async function probeTarget({ target, running, settings, tally, io, say }: TargetProbe): Promise<void> {
  const { spec, levels, folder } = settings;
  const { name, auth, maxRequests = 1500, maxTime = 120, rate, parameters = {}, seed = 1 } = target;
  const servers = (target.servers ?? []).map((it) => it.replaceAll("{url}", running.url));
  const described = loadContract(spec).operations.filter(({ kind }) => kind === "path");
  const reached = createTargets(described, running.url, servers);
  const contract = loadContract(spec, { servers: reached.servers, levels });
  const operations = selectOperations(contract.operations, target.only ?? []);
  const command = auth?.startsWith("command:") ? `command:${ownCommand(auth.slice("command:".length), io.self)}` : auth;
  const again = {
    ...(spec === ownContract() ? {} : { spec }),
    server: servers,
    param: Object.entries(parameters).flatMap(([parameter, values]) => values.map((it) => `${parameter}=${it}`)),
    seed,
    ...(target.safe === true ? { safe: true } : {}),
  };
  const result = await runProbe({
    contract,
    levels,
    operations,
    baseUrl: running.url,
    source: name,
    servers,
    credentials: credentialSource({ auth: command, token: undefined, folder, signal: io.signal }, operations),
    limits: { maxRequests, maxTimeMs: maxTime * 1000, ...(rate === undefined ? {} : { rate }) },
    listen: listenBeside(running.url, name),
    timeoutMs: 10_000,
    seed,
    nonce: Buffer.from(REAL_CLOCK.randomBytes(6)).toString("hex"),
    phases: PHASES.filter((phase) => target.phases === undefined || target.phases.includes(phase)),
    parameters,
    safe: target.safe === true,
    signal: io.signal,
    now: REAL_CLOCK.now,
    command: (caseId) => probeCommand(running.url, again, caseId),
    onExchange: (exchange, judgement) => tally.add(exchange, judgement),
  });
  const asker = { source: name, hasCredentials: auth !== undefined, parameters, ways: WAYS };
  const trouble = result.ended ?? addLack(result, asker, tally);
  if (trouble !== undefined) tally.addTrouble(`target ${name}: ${trouble}`);
  say(`${name.padEnd(10)}  ${result.requests} requests to ${running.url}`);
}

const WAYS: Ways = {
  baseUrl: 'say in "url" where its paths begin',
  credentials: 'give some that it takes in "auth"',
  parameters: 'give values that the service knows in "parameters"',
  rate: 'give it time with "rate"',
  server: (variable) => `name that in "servers", as ${variable}=URL`,
};
