/** A sandbox that sends deliveries, and misleading names and addresses. */
import { createServer } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { expect } from "vitest";
import { closeServer } from "../../../src/cli/process/listen-on.js";
import type { Sandbox } from "../../../src/sandbox/index.js";
import { listen } from "../deliveries/listener.js";
import { signer } from "../tokens/forge.js";
import { JWT_BEARER, OTHER_APP, others } from "../tokens/token-endpoint.js";
import { hook, put, tokenForm } from "./attack.js";
import type { AttackedSandbox } from "./attacked-sandbox.js";
import { registration } from "./lines/webhooks.js";
import { sendBytes, serializeRequest } from "./raw-http.js";
import { A, B, orderOf } from "./tenants.js";

/** A delivery in the delivery history. */
type Delivery = {
  readonly state: string;
  readonly hookId: string;
  readonly attempts: readonly { readonly status?: number; readonly reason: string }[];
};

/** A sandbox that may deliver to 127.0.0.1 but to no other address of this machine. */
export async function withSender(field: AttackedSandbox, use: (sender: Sender) => Promise<void>): Promise<void> {
  const sandbox = await field.another({ host: "0.0.0.0", deliveries: { allow: ["127.0.0.1"], resolve } });
  try {
    await use(await senderOf(field, sandbox));
  } finally {
    await sandbox.close();
  }
}

export type Sender = Awaited<ReturnType<typeof senderOf>>;

async function senderOf(field: AttackedSandbox, sandbox: Sandbox) {
  const signIn = async (assertion: string): Promise<string> =>
    (await field.send(tokenForm({ grantType: JWT_BEARER, assertion }), sandbox.url)).json.accessToken;
  const { desk } = field;
  const own = { ...field, token: await signIn(field.assertion()) };
  const foreign = desk.forged(
    { header: { alg: "ES256" }, claims: desk.claims({ iss: OTHER_APP, sub: OTHER_APP }) },
    signer("ES256", others),
  );
  const theirs = { ...field, token: await signIn(foreign) };
  const write = async (as: AttackedSandbox, parts: object, owner = A): Promise<void> => {
    const path = `/businesses/${owner.businessId}/orders/${owner.orderIds[1]}`;
    const got = await field.send(put({ ...orderOf(owner, 1), ...parts }, path)(as), sandbox.url);
    expect(got.status, got.text).toBe(200);
  };
  const deliveries = async (): Promise<readonly Delivery[]> => {
    const [response] = await sendBytes(
      sandbox.adminUrl,
      serializeRequest({ path: "/deliveries?limit=1000" }, new URL(sandbox.adminUrl).host),
    );
    return JSON.parse(String(response?.bytes)).deliveries;
  };
  return {
    register: async (deliveryUrl: string, parts: object = {}, as: AttackedSandbox = own): Promise<string> => {
      const got = await field.send(
        hook({ ...registration({ deliveryUrl, eventTypes: ["ORDER_UPDATED"] }), ...parts })(as),
        sandbox.url,
      );
      expect(got.status, got.text).toBe(201);
      return got.json.id;
    },
    /** Changes an order of A, or one of B as B. */
    write: (parts: object = {}) => write(own, parts),
    writeTheirs: () => write(theirs, {}, B),
    theirs,
    /** Waits for a number of attempted deliveries. */
    tried: async (count: number): Promise<readonly Delivery[]> => {
      for (;;) {
        const all = (await deliveries()).filter(
          ({ attempts, state }) => attempts.some(({ reason }) => reason !== "in progress") && state !== "sending",
        );
        if (all.length >= count) return all;
        await pause(100);
      }
    },
    /** Returns all deliveries after a number of acknowledgements for a hook. */
    done: async (hook: string, count: number): Promise<readonly Delivery[]> => {
      for (;;) {
        const all = await deliveries();
        if (all.filter(({ hookId, state }) => hookId === hook && state === "done").length >= count) return all;
        await pause(100);
      }
    },
  };
}

export type NameLookup = (host: string) => readonly string[];
/** Overrides the results of consecutive name lookups while work runs. */
export async function withNames(lookup: NameLookup, act: () => Promise<void>): Promise<void> {
  lookUpName = lookup;
  await act().finally(() => {
    lookUpName = () => [];
  });
}

/** Attacks through results of the system's resolver. */
let lookUpName: NameLookup = () => [];
const resolve = async (host: string) => lookUpName(host).map((address) => ({ address, family: 4 }));

/** A listener at a private address that must receive nothing, and an allowed one at the same port. */
export async function pair(): Promise<{
  port: number;
  received: () => number;
  delivered: () => number;
  close: () => void;
}> {
  const open = await listen();
  let received = 0;
  const redacted = createServer((_, response) => {
    received += 1;
    response.end();
  });
  await new Promise<void>((ready) => redacted.listen(open.port, "127.0.0.2", ready));
  return {
    port: open.port,
    received: () => received,
    delivered: () => open.received.length,
    close: () => closeServer(redacted),
  };
}
