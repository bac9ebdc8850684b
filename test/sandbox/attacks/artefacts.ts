/**
 * All output of a sandbox about its traffic except its responses and the snapshot, which contains secrets on purpose.
 */
import type { AttackedSandbox } from "./attacked-sandbox.js";
import { openConnection, serializeRequest } from "./raw-http.js";

export type Artefact = {
  readonly path: string;
  readonly response: {
    readonly status: number;
    readonly text: string;
    readonly header: (name: string) => string | undefined;
  };
};

const PATHS = [
  ...["/", "/overview", "/requests?limit=1000", "/requests.har", "/deliveries?limit=1000", "/events?limit=1000"],
  ...["/hooks", "/applications", "/health", "/faults", "/clock"],
];

export async function artefacts({ admin, sandbox }: AttackedSandbox): Promise<readonly Artefact[]> {
  const whole: Artefact[] = [];
  for (const path of PATHS) whole.push({ path, response: await admin("GET", path) });
  const { requests } = JSON.parse(whole.find(({ path }) => path.startsWith("/requests?"))?.response.text ?? "{}");
  // Only the newest requests; the recording contains all.
  for (const { id } of requests.slice(0, 30))
    whole.push({ path: `/requests/${id}`, response: await admin("GET", `/requests/${id}`) });
  return [...whole, { path: "/stream", response: await firstEvent(sandbox.adminUrl) }];
}

/** The first event of the stream. */
async function firstEvent(adminUrl: string): Promise<Artefact["response"]> {
  const socket = await openConnection(adminUrl);
  let text = "";
  const received = new Promise<void>((ended) => {
    socket.on("data", (chunk: Buffer) => {
      text += chunk.toString();
      if (/^data: .*\n\r?\n/m.test(text)) ended();
    });
    socket.on("error", () => ended());
    setTimeout(ended, 60_000).unref();
  });
  socket.write(serializeRequest({ path: "/stream" }, new URL(adminUrl).host));
  await received;
  socket.destroy();
  const [head = "", ...body] = text.split("\r\n\r\n");
  const headers = new Map(
    head.split("\r\n").map((line) => [line.split(":", 1)[0]?.toLowerCase(), line.replace(/^[^:]*: ?/, "")]),
  );
  return {
    status: Number(head.slice(9, 12)),
    text: body.join("").replaceAll("\r", ""),
    header: (name) => headers.get(name),
  };
}
