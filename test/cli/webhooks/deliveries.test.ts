/** The receiver of webhook deliveries: what it responds, the exchange of each delivery, and the file that holds them. */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import { request as sendRequest } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDeliveryFile } from "../../../src/cli/actions/listen.js";
import {
  createBuiltInSigning,
  createDeliveryExchange,
  type DeliveryReceiverOptions,
  type ReceivedDelivery,
  startDeliveryReceiver,
} from "../../../src/cli/webhooks/delivery-receiver.js";
import { sign } from "../../../src/webhooks/index.js";
import { SIGNATURE_HEADER } from "../../../src/webhooks/signature.js";
import { createFolder } from "../run-contract.js";

async function startReceiver(
  options: Partial<DeliveryReceiverOptions> = {},
  onDelivery: (delivery: ReceivedDelivery) => Promise<void> = async () => {},
) {
  const [received, errors]: [ReceivedDelivery[], string[]] = [[], []];
  const { url, end } = await startDeliveryReceiver(
    { signing: createBuiltInSigning(["old", "s"]), port: 0, host: "127.0.0.1", ...options },
    async (delivery) => {
      received.push(delivery);
      await onDelivery(delivery);
    },
    (message) => errors.push(message),
  );
  onTestFinished(end);
  const send = async (payload: string, { method = "POST", secret = "s", path = "/in?a=b" } = {}) => {
    const bytes = new TextEncoder().encode(payload);
    const headers = { [SIGNATURE_HEADER]: await sign(bytes, secret) };
    const body = method === "GET" ? {} : { body: bytes };
    const response = await fetch(`${url}${path}`, { method, headers, ...body });
    return `${response.status} ${response.headers.get("allow")} ${response.headers.get("content-length")}`;
  };
  return { url, end, send, received, errors };
}

test("valid deliveries are refused at first, and others get a status of their own", async () => {
  const { send, received, errors } = await startReceiver({ methods: new Set(["POST", "PUT"]), refusals: 2 });
  const statuses = [
    await send("1", { secret: "other" }),
    await send("2"),
    await send("3", { method: "PATCH" }),
    await send("4", { secret: "old" }),
    await send("5", { method: "PUT" }),
    await send("6"),
  ];
  expect(statuses).toEqual(["401 null 0", "503 null 0", "405 POST, PUT 0", "503 null 0", "200 null 0", "200 null 0"]);
  expect(
    received.map(({ payload, isEvent, hasValidSignature, status }) => [
      ...[Buffer.from(payload).toString(), isEvent, hasValidSignature, status],
    ]),
  ).toEqual([
    ["1", true, false, 401],
    ["2", true, true, 503],
    ["3", false, false, 405],
    ["4", true, true, 503],
    ["5", true, true, 200],
    ["6", true, true, 200],
  ]);
  expect(errors).toEqual([]);
});

test("without methods of the spec, every method is accepted", async () => {
  const { send } = await startReceiver();
  expect([await send("a", { method: "DELETE" }), await send("", { method: "GET" })]).toEqual([
    "200 null 0",
    "200 null 0",
  ]);
});

test("deliveries are processed one at a time in their order, also after an error", async () => {
  const events: string[] = [];
  const { send, errors, end } = await startReceiver({}, async ({ payload }) => {
    const text = Buffer.from(payload).toString();
    events.push(`begin ${text}`);
    await new Promise((later) => setTimeout(later, text === "a" ? 20 : 0));
    if (text === "a") throw new Error("no space");
    events.push(`end ${text}`);
  });
  await send("a");
  await send("b");
  await end();
  expect(events).toEqual(["begin a", "begin b", "end b"]);
  expect(errors).toEqual(["cannot process a delivery: no space"]);
});

test("a payload has at most 1 MiB, and one that breaks off is an error", async () => {
  const { send, received, errors, url } = await startReceiver();
  const status = (bytes: number): Promise<string> => send("x".repeat(bytes)).catch(() => "closed");
  expect(await status(1024 * 1024)).toBe("200 null 0");
  expect(await status(1024 * 1024 + 1)).toMatch(/^(400 null 0|closed)$/);
  expect(errors).toEqual(["cannot process a delivery: the payload is larger than 1 MiB"]);
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab");
  await new Promise((later) => setTimeout(later, 30));
  socket.destroy();
  await expect.poll(() => errors.length).toBe(2);
  expect(errors[1]).toMatch(/^cannot process a delivery: aborted/);
  expect(received).toHaveLength(1);
});

test("a port that is in use is an error", async () => {
  const { url } = await startReceiver();
  const port = Number(new URL(url).port);
  await expect(startReceiver({ port })).rejects.toThrow(
    `cannot listen on 127.0.0.1, port ${port}: listen EADDRINUSE: address already in use 127.0.0.1:${port}; choose another with --port`,
  );
});

test("the exchange of a delivery has its headers as they were sent", async () => {
  const { url, received } = await startReceiver();
  const send = async (path: string, headers: readonly string[], body: Uint8Array): Promise<void> => {
    const request = sendRequest(`${url}`, { method: "POST", path, headers: [...headers] });
    request.end(body);
    const [response] = await once(request, "response");
    response.resume();
    await once(response, "end");
  };
  await send("/in?a=b", ["Host", "a.example", "X-A", "1", "x-a", "2", "Content-Length", "3"], Buffer.from("é!"));
  await send("//", ["Host", "a b", "Content-Length", "2"], Buffer.from([0xff, 0xfe]));
  await send("/", ["Host", "a.example", "Content-Length", "0"], Buffer.of());
  const exchanges = received.map((delivery, index) =>
    createDeliveryExchange(
      { ...delivery, startedAt: 0 },
      { source: "out.ndjson", index, signatureError: index === 0 ? undefined : "wrong" },
    ),
  );
  const [first, second, third] = exchanges;
  expect(first).toMatchObject({
    request: {
      method: "POST",
      url: "http://a.example/in?a=b",
      headers: [
        ["Host", "a.example"],
        ["X-A", "1"],
        ["x-a", "2"],
        ["Content-Length", "3"],
        ["Connection", expect.any(String)],
      ],
      body: { kind: "bytes", bytes: Buffer.from("é!") },
    },
    response: { status: 401, headers: [["Content-Length", "0"]], body: { kind: "none" } },
    origin: { source: "out.ndjson", index: 0, pointer: "/0", startedAt: "1970-01-01T00:00:00.000Z" },
    webhook: { isVerified: true },
  });
  expect(second?.request).toMatchObject({ url: "http://listener.invalid/", body: { kind: "bytes" } });
  expect(second).toMatchObject({ origin: { pointer: "/1" }, webhook: { wrongSignature: "wrong" } });
  expect(third?.request).toMatchObject({ url: "http://a.example/", body: { kind: "none" } });
});

test("a delivery file has complete lines only, and says once that it is full", () => {
  const out = join(createFolder({ "out.ndjson": "old\n" }), "out.ndjson");
  const errors: string[] = [];
  const file = openDeliveryFile(out, (message) => errors.push(message));
  file.add("1\n");
  file.add("é\n");
  file.close();
  expect(readFileSync(out, "utf8")).toBe("1\né\n");
  // A write after the end fails as on a full disk.
  file.add("2\n");
  file.add("3\n");
  expect(errors).toEqual([
    `--out ${out}: cannot be written: EBADF: bad file descriptor, write; later deliveries are not written`,
  ]);
  expect(() => openDeliveryFile(join(out, "a"), () => {})).toThrow(
    /^--out .*a: cannot be written: ENOTDIR.*; give a file$/,
  );
});

test("the causes of a wrong signature are explained, without control characters", async () => {
  const payload = new TextEncoder().encode("{}");
  const explain = async (signature: string, ...secrets: readonly string[]) =>
    await createBuiltInSigning(secrets).explain(payload, signature);
  expect(await explain(await sign(payload, "s"), "s")).toBe("");
  expect(await explain("", "s")).toMatch(/\S/);
  expect(await explain(await sign(payload, "b"), "a", "b")).toMatch(/\S/);
  expect(await explain("x\u0007", "s")).not.toContain("\u0007");
});
