/** One terminal of a reader: a bash that keeps its variables and background jobs from one block to the next. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";

export type Ran = {
  /** stdout and stderr, as a terminal shows them. */
  readonly output: string;
  /** Commands that ended with another code than 0, such as `1 npx contract check recording.har`. */
  readonly failed: readonly string[];
};

export type Terminal = {
  readonly run: (script: string) => Promise<Ran>;
  /** Ends it with all its background jobs. */
  readonly close: () => Promise<void>;
};

/** @param isIsolated on a loopback of its own, where no other program has a port; needs `canIsolate()` */
export function openTerminal(
  folder: string,
  scratch: string,
  { env, isIsolated }: { readonly env: Readonly<Record<string, string>>; readonly isIsolated: boolean },
): Terminal {
  const [command, ...args] = isIsolated ? [...ISOLATED, `${LOOPBACK_UP} && exec bash --norc --noprofile`] : BASH;
  const shell = spawn(command, args, {
    cwd: folder,
    env: { ...withoutNpm(process.env), ...env },
    stdio: ["pipe", "pipe", "inherit"],
    // A process group of its own: what Ctrl-C means to the test run is no signal for it.
    detached: true,
  });
  let count = 0;
  const file = join(scratch, "block.sh");
  // Each background job gets a process group of its own, as in a terminal, so that `kill %1` reaches what npx has started.
  shell.stdin.write("set -m\nexec 2>&1\n");
  const run = async (script: string): Promise<Ran> => {
    writeFileSync(file, script);
    const mark = `@@end ${++count}@@`;
    const ended = until(shell, mark);
    shell.stdin.write(`trap 'echo "@@failed $? $BASH_COMMAND"' ERR\n`);
    shell.stdin.write(`. ${JSON.stringify(file)} < /dev/null\ntrap - ERR\necho "${mark}"\n`);
    const lines = (await ended).split("\n");
    const failed = lines.flatMap((line) => /^@@failed (.*)$/.exec(line)?.[1] ?? []);
    return {
      output: lines.filter((line) => !line.startsWith("@@failed ")).join("\n"),
      // The trap runs once more for the command that reads the block.
      failed: failed.filter((it) => !/^\d+ \. /.test(it)),
    };
  };
  const close = async (): Promise<void> => {
    if (shell.exitCode !== null) return;
    const ended = new Promise((done) => shell.once("exit", done));
    shell.stdin.end('for job in $(jobs -p); do kill -TERM -- "-$job" 2> /dev/null; done\nwait\n');
    const timer = setTimeout(() => shell.kill("SIGKILL"), CLOSE_MS);
    await ended;
    clearTimeout(timer);
  };
  return { run, close };
}

/** Whether this machine gives a program a network of its own, as Linux does where user namespaces are allowed. */
export function canIsolate(): boolean {
  const [command, ...args] = ISOLATED;
  return spawnSync(command, [...args, LOOPBACK_UP], { stdio: "ignore" }).status === 0;
}

const BASH = ["bash", "--norc", "--noprofile"] as const;
const ISOLATED = ["unshare", "--map-root-user", "--net", "sh", "-c"] as const;
const LOOPBACK_UP = "ip link set lo up";

/** Settings that npm hands to the scripts it runs are none of a reader's. */
function withoutNpm(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^npm_/i.test(name)));
}

/** What is printed until a mark; a shell that ends before is an error. */
function until(shell: ChildProcess, mark: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    const ended = (): void => finish(() => reject(new Error(`the terminal ended:\n${printed}`)));
    const timer = setTimeout(
      () => finish(() => reject(new Error(`no end after ${BLOCK_MS} ms:\n${printed}`))),
      BLOCK_MS,
    );
    const read = (chunk: unknown): void => {
      printed += String(chunk);
      const at = printed.indexOf(mark);
      if (at !== -1) finish(() => resolve(printed.slice(0, at)));
    };
    const finish = (act: () => void): void => {
      clearTimeout(timer);
      shell.stdout?.off("data", read);
      shell.off("exit", ended);
      act();
    };
    shell.stdout?.on("data", read);
    shell.once("exit", ended);
  });
}

const BLOCK_MS = 180_000;
const CLOSE_MS = 20_000;
