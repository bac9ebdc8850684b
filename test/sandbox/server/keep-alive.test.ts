import { expect, onTestFinished, test } from "vitest";
import { openCheckedClient } from "../checked-client.js";

test("an idle connection stays open for longer than a busy client leaves it idle", async () => {
  const client = await openCheckedClient();
  onTestFinished(() => client.close());
  for (const url of [client.sandbox.url, client.sandbox.adminUrl]) {
    const response = await fetch(`${url}/health`);
    await response.arrayBuffer();
    expect(response.headers.get("keep-alive")).toBe("timeout=65");
  }
});
