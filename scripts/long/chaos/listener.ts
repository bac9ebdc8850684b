import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { closeServer, listenOn } from "../../../src/cli/process/listen-on.js";
import type { Reception } from "./history.js";

export const SECRET = "a secret of the chaos run";
/** Longer than the two seconds that the service waits. */
const HANG_MS = 2_600;

export type FlakyListener = {
  readonly url: string;
  readonly receptions: Reception[];
  /** Acknowledges every delivery from now on. */
  readonly recover: () => void;
  readonly close: () => void;
};

/** Receives webhooks. Rejects some, and responds too late to others. */
export async function listen(random: () => number): Promise<FlakyListener> {
  const receptions: Reception[] = [];
  let [rejectRate, hangRate] = [0.05, 0.01];
  const server = createServer((request, response) => {
    receive(request).then(
      (received) => {
        const draw = random();
        const outcome = draw < hangRate ? "hung" : draw < hangRate + rejectRate ? "refused" : "acknowledged";
        receptions.push({ ...received, outcome });
        respond(response, outcome);
      },
      () => {},
    );
  });
  const url = await listenOn(server);
  return {
    url: `${url}/hook`,
    receptions,
    recover: () => {
      [rejectRate, hangRate] = [0, 0];
    },
    close: () => void closeServer(server),
  };
}

function respond(response: ServerResponse, outcome: Reception["outcome"]): void {
  response.on("error", () => {});
  if (outcome === "hung") setTimeout(() => response.end(), HANG_MS).unref();
  else response.writeHead(outcome === "acknowledged" ? 200 : 500).end();
}

async function receive(request: IncomingMessage): Promise<Omit<Reception, "outcome">> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const at = Date.now();
  const bytes = Buffer.concat(chunks);
  const payload = JSON.parse(bytes.toString()) as { id: string; resourceId: string; eventType: string };
  return {
    id: payload.id,
    orderId: payload.resourceId,
    eventType: payload.eventType,
    at,
    isSigned:
      request.headers["service-webhook-signature"] === createHmac("sha1", SECRET).update(bytes).digest("base64"),
    digest: createHash("sha256").update(bytes).digest("base64"),
  };
}
