import { createServer } from "node:http";
import { closeServer, listenOn } from "../../../src/cli/process/listen-on.js";

export type Listener = {
  readonly url: string;
  /** Statuses of the next responses; 200 when empty. */
  readonly statuses: number[];
  readonly bodies: string[];
  readonly close: () => Promise<void>;
};

/** A listener for events. */
export async function listenForEvents(statuses: number[] = []): Promise<Listener> {
  const bodies: string[] = [];
  const server = createServer((message, response) => {
    let body = "";
    message.on("data", (chunk: Buffer) => {
      body += chunk.toString();
    });
    message.on("end", () => {
      bodies.push(body);
      response.writeHead(statuses.shift() ?? 200).end();
    });
  });
  const url = await listenOn(server);
  return {
    url: `${url}/events`,
    statuses,
    bodies,
    close: () => closeServer(server),
  };
}
