import { openStream } from "../../../src/stream/index.js";
import { describeEngine } from "../engine-suite.js";
import { natsServerPath, startNatsServer } from "../nats-server.js";

describeEngine("NATS JetStream", natsServerPath !== undefined, async () => {
  const server = await startNatsServer();
  return { ...server, open: (service, options = {}) => openStream({ url: server.url, service, ...options }) };
});
