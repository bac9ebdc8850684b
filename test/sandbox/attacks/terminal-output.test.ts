/** The terminal output of `contract sandbox` during attacks: only its URLs. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundledCommand } from "../../bundled.js";
import { PASSWORD } from "../tokens/token-endpoint.js";
import { tokenForm } from "./attack.js";
import { createCanaries, HOOK_SECRET } from "./canaries.js";
import { sendBytes, serializeRequest } from "./raw-http.js";
import { seedDataFile } from "./tenants.js";

test("neither secrets nor terminal control sequences are printed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "commerce-contract-said-"));
  const data = seedDataFile();
  const [node, main] = bundledCommand();
  const child = spawn(node, [main, "sandbox", "--port", "0", "--admin-port", "0", "--data", data.path], {
    cwd: folder,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const ended = new Promise((done) => child.once("close", done));
  try {
    await expect.poll(() => output, { timeout: 120_000 }).toMatch(/^http:.*\n/m);
    const url = /^http:\S+/m.exec(output)?.[0] ?? "";
    const { host } = new URL(url);
    const send = (request: Parameters<typeof serializeRequest>[0]) => sendBytes(url, serializeRequest(request, host));
    const attacks = [
      tokenForm({ grantType: "PASSWORD", businessId: "\u001b[2J", username: "\u001b]0;x\u0007", password: PASSWORD }),
      { ...tokenForm(""), path: `/token?password=${encodeURIComponent(PASSWORD)}&%1b%5b2J=1` },
      { method: "POST", path: "/hooks", body: JSON.stringify({ secret: HOOK_SECRET }) },
      { method: "POST", path: "/hooks", body: `{'secret': '${HOOK_SECRET}'` },
      { path: "/%1b%5d0;x%07" },
    ];
    for (const attack of attacks) {
      const [response] = await send(attack);
      expect(response?.status).toBeGreaterThanOrEqual(400);
    }
    await sendBytes(url, Buffer.from(`\u001b[2J ${HOOK_SECRET}\r\n\r\n`));
    child.kill("SIGTERM");
    await ended;
    expect(createCanaries().in(output)).toEqual([]);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
    expect(output).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
    expect(output.split("\n").length).toBeLessThan(8);
  } finally {
    child.kill("SIGKILL");
    data.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});
