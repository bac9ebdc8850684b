import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { describe, expect, test, vi } from "vitest";
import { type ReceiverOptions, sign, type UnknownEvent, type WebhookEvent } from "../../../src/webhooks/index.js";
import { advance, open, orderId, put, register } from "../../sandbox/promises/check-setup.js";
import { SERVERS } from "./servers.js";

const SECRET = "a-secret-to-sign-with";
const EVENT = '{"id":"2c4e6a8f-9eb1-47d8-8adc-4e6a8c0b2fc1","eventType":"ORDER_OPENED","resource":"/orders"}';

type Seen = { readonly events: (WebhookEvent | UnknownEvent)[]; readonly errors: unknown[]; options: ReceiverOptions };

/** Records the events of a receiver; the first calls fail. */
function seen(failures = 0): Seen {
  const events: Seen["events"] = [];
  const errors: unknown[] = [];
  let left = failures;
  const options: ReceiverOptions = {
    secrets: ["the-next-secret", SECRET],
    maxBytes: 2000,
    onEvent: (event) => {
      events.push(event);
      left -= 1;
      if (left >= 0) throw new Error("the table is locked");
    },
    onError: (error, { acknowledged }) => errors.push([String(error), acknowledged]),
  };
  return { events, errors, options };
}

const REFUSALS = [
  { title: "a right delivery", status: 200 },
  { title: "a wrong signature", signature: "PGaecd3PZjrddZXZQbMPyciyq6o=", status: 401 },
  { title: "no signature", signature: undefined, status: 401 },
  { title: "a body that was changed on its way", sent: EVENT.replace("OPENED", "CANCELLED"), status: 401 },
  { title: "no JSON", body: "{", status: 400 },
  { title: "JSON that is no event", body: "[]", status: 400 },
  { title: "nothing", body: "", status: 400 },
  { title: "a body of the greatest length", body: EVENT.padEnd(2000), status: 200 },
  { title: "a body that is longer", body: EVENT.padEnd(2001), status: 413 },
  { title: "a body that is longer and does not say so", body: EVENT.padEnd(200_000), chunked: true, status: 413 },
  { title: "a GET", method: "GET", status: 405 },
  { title: "a PUT", method: "PUT", status: 405 },
  { title: "another content type", type: "text/plain", status: 200 },
] as const;

describe.each(Object.entries(SERVERS))("%s", (_, serve) => {
  test("acknowledges a delivery of the sandbox after a failure, once, and drops repetitions", async () => {
    const client = await open();
    const { events, errors, options } = seen(1);
    await register(client, { deliveryUrl: await serve(options), secret: SECRET });
    await put(client, { statuses: { status: "OPENED" } });
    await advance(client, "PT10S");
    expect(await attempts()).toEqual([500, 200]);
    expect(errors).toEqual([["Error: the table is locked", false]]);
    const [delivery] = (await client.admin("GET", "/deliveries")).json.deliveries;
    expect((await client.admin("POST", "/deliveries/replay", { ids: [delivery.id] })).json.replayed).toBe(1);
    await advance(client, "PT1S");
    expect(await attempts()).toEqual([500, 200, 200]);
    // The failed and the successful delivery; the third was dropped.
    expect(events).toMatchObject(Array(2).fill({ eventType: "ORDER_OPENED", resourceId: orderId(1) }));

    async function attempts(): Promise<unknown[]> {
      const [delivery] = (await client.admin("GET", "/deliveries")).json.deliveries;
      return delivery.attempts.map(({ status }: { status: number }) => status);
    }
  });

  test("responds to", async () => {
    const { events, options } = seen();
    const url = await serve({ ...options, store: { claim: () => "new", complete: () => {}, release: () => {} } });
    const statuses: [string, number][] = [];
    for (const it of REFUSALS) {
      const {
        body = EVENT,
        sent = body,
        method = "POST",
        type = "application/json",
      } = it as Partial<typeof it> & { sent?: string; body?: string; method?: string; type?: string };
      const signature = "signature" in it ? it.signature : await sign(body, SECRET);
      const response = await fetch(url, {
        method,
        headers: {
          "Content-Type": type,
          ...(signature === undefined ? {} : { "Service-Webhook-Signature": signature }),
        },
        ...(method === "GET" ? {} : { body: "chunked" in it ? chunks(sent) : sent, duplex: "half" }),
      } as RequestInit);
      if (response.status === 405) expect(response.headers.get("allow")).toBe("POST");
      statuses.push([it.title, response.status]);
    }
    expect(statuses).toEqual(REFUSALS.map(({ title, status }) => [title, status]));
    expect(events.length).toBe(REFUSALS.filter(({ status }) => status === 200).length);
  });

  test.each([
    ["a body that is too long", "POST", 413],
    ["another method", "PUT", 405],
  ])("a client that sends its whole body first gets the response: %s", async (_, method, status) => {
    const { options } = seen();
    const { port, pathname } = new URL(await serve(options));
    const socket = connect(Number(port), "127.0.0.1");
    const head = `${method} ${pathname} HTTP/1.1\r\nHost: a.example\r\nContent-Type: application/json\r\n`;
    socket.write(`${head}Transfer-Encoding: chunked\r\n\r\n`);
    const part = `fa0\r\n${"a".repeat(4000)}\r\n`;
    for (let count = 0; count < 20; count += 1) {
      await new Promise((sent) => socket.write(part, sent));
      // Gives the server time to read this part and to close the connection.
      await pause(2);
    }
    socket.write("0\r\n\r\n");
    // Ends the connection after the response: node:http drops a response that it writes after the client's end.
    const { value = "" } = await socket[Symbol.asyncIterator]().next();
    expect(String(value)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    socket.destroy();
  });

  test("acknowledges before slow work has ended", async () => {
    let finish = (): void => {};
    const onEvent = vi.fn(() => new Promise<void>((done) => (finish = done)));
    const { options } = seen();
    const url = await serve({ ...options, onEvent, acknowledgeAfter: 50 });
    const headers = { "Service-Webhook-Signature": await sign(EVENT, SECRET) };
    const post = async (): Promise<number> => (await fetch(url, { method: "POST", headers, body: EVENT })).status;
    // The work continues until it is released.
    expect(await post()).toBe(200);
    // 503 while the event is being handled, 200 after that.
    expect(await post()).toBe(503);
    finish();
    await vi.waitFor(async () => expect(await post()).toBe(200), { timeout: 60_000 });
    expect(onEvent).toHaveBeenCalledTimes(1);
  });
});

function chunks(text: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(text);
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= bytes.length) controller.close();
      else controller.enqueue(bytes.slice(at, at + 1000));
      at += 1000;
    },
  });
}
