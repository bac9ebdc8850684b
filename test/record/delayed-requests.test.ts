/** Delayed requests reach the target, even if it closed the connection in the meantime. */
import { connect, createServer, type Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { parseProxyTarget } from "../../src/record/index.js";
import { createMemoryBudget } from "../../src/record/proxy/captured-body.js";
import { Connection, type ExchangeCompleteHandler } from "../../src/record/proxy/connection.js";
import { serveForTest } from "../serve.js";
import { GET, OK } from "./dialogue-turns.js";

async function listening(taken: (socket: Socket) => void): Promise<number> {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    onTestFinished(() => void socket.destroy());
    taken(socket.on("error", () => {}));
  });
  return Number(new URL(await serveForTest(server)).port);
}

/** Starts a target that responds once per connection, and a relay that delays the client after the first request. */
async function startHeld({ closes }: { readonly closes: boolean }) {
  let connections = 0;
  let open = (): void => {};
  const held = new Promise<void>((opened) => {
    open = opened;
  });
  const port = await listening((socket) => {
    connections += 1;
    socket.once("data", () => (closes ? socket.end(OK) : socket.write(OK)));
  });
  const target = parseProxyTarget(`http://127.0.0.1:${port}`);
  if (target === undefined) throw new Error("no target");
  const ended: Parameters<ExchangeCompleteHandler>[] = [];
  const relayPort = await listening((client) => {
    let isHeld = true;
    const waitForCapacity = (): Promise<void> | undefined => (isHeld ? held : undefined);
    new Connection(client, {
      target,
      memoryBudget: createMemoryBudget(1e6),
      maxBody: 1e6,
      now: () => 0,
      onNotice: () => {},
      host: target.authority,
      waitForCapacity,
      onComplete: (...all) => ended.push(all),
    });
    held.then(() => {
      isHeld = false;
    });
  });
  const client = connect(relayPort, "127.0.0.1");
  onTestFinished(() => void client.destroy());
  let received = "";
  let isOver = false;
  client.on("data", (bytes) => {
    received += String(bytes);
  });
  client.on("end", () => {
    isOver = true;
  });
  return { client, open, ended, connections: () => connections, received: () => received, isOver: () => isOver };
}

test.each([true, false])("the next request uses another connection; closed: %j", async (closes) => {
  const it = await startHeld({ closes });
  it.client.write(GET);
  await expect.poll(it.received).toBe(OK);
  it.client.write(GET);
  await pause(200);
  expect([it.received(), it.isOver(), it.connections()]).toEqual([OK, false, 1]);
  it.open();
  await expect.poll(it.received).toBe(OK + OK);
  expect(it.connections()).toBe(2);
  await expect.poll(it.isOver).toBe(closes);
  expect(it.ended.map(([{ status }, incomplete]) => [status, incomplete])).toEqual([
    [200, undefined],
    [200, undefined],
  ]);
});

test.each([true, false])(
  "a client without another request only sees that the target has closed: %j",
  async (closes) => {
    const it = await startHeld({ closes });
    it.client.write(GET);
    await expect.poll(it.received).toBe(OK);
    await pause(200);
    expect(it.isOver()).toBe(false);
    it.open();
    if (closes) await expect.poll(it.isOver).toBe(true);
    else {
      await pause(400);
      expect(it.isOver()).toBe(false);
    }
    expect(it.connections()).toBe(1);
  },
);
