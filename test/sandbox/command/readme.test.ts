/** The commands of the README, one after the other, as a new user types them. */
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";

const COMMAND = `node --import ${import.meta.resolve("tsx")} ${resolve("src/cli/main.ts")}`;

test("from nothing to a signed webhook in the commands of the README", async () => {
  const folder = mkdtempSync(join(tmpdir(), "commerce-contract-readme-"));
  const block = /```sh\n(npx contract sandbox[\s\S]*?)```/.exec(readFileSync("README.md", "utf8"))?.[1] ?? "";
  const commands = block.trimEnd().split("\n");
  expect(commands).toHaveLength(5);
  const script = commands
    .map((line) => line.replace("npx contract sandbox", "npx contract sandbox --port 0 --admin-port 0"))
    .map((line) => line.replace("npx contract listen", "npx contract listen --port 0"))
    .map((line) => line.replace("http://127.0.0.1:4030/", `'"$(sed -n 's/^listening on //p' listening)"'`))
    .map((line) => line.replaceAll("npx contract", COMMAND))
    .flatMap((line, at) =>
      at === 2 ? [waitFor(".commerce-sandbox/credentials.json"), waitFor("listening"), line] : [line],
    )
    .map((line) => line.replace(/listen (.*) &$/, "listen $1 > delivered 2> listening &"));
  const shell = spawn("bash", ["-c", [...script, waitFor("delivered"), "kill $(jobs -p)", "wait"].join("\n")], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [shell.stdout, shell.stderr]) stream.on("data", (chunk) => (said += String(chunk)));
  await new Promise((ended) => shell.on("close", ended));
  try {
    const delivered = readFileSync(join(folder, "delivered"), "utf8");
    expect(delivered, said).toMatch(
      /^ORDER_OPENED {2}\/orders {2}3e5a7c91-0b2d-4f68-a1c3-5d7e9f0b2c41 {2}id [0-9a-f-]{36} {2}signature right\n$/,
    );
    expect(said).toMatch(/"secret":"\*+"/);
    expect(execFileSync("ls", ["-l", join(folder, ".commerce-sandbox")], { encoding: "utf8" })).toMatch(
      /-rw------- .* key\.pem/,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Until a file is there and says something; some minutes at most. */
function waitFor(file: string): string {
  return `for i in $(seq 2400); do [ -s ${file} ] && break; sleep 0.1; done`;
}
