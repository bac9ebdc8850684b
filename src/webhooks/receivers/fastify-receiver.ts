import type { NodeRequest } from "./node-body.js";
import { type NodeResponse, nodeHandler } from "./node-handler.js";
import type { ReceiverOptions } from "./receiver.js";

/** The part of a Fastify instance that is used. Parsers and handlers are `never`, so that any Fastify type fits. */
export type FastifyInstanceLike = {
  readonly removeAllContentTypeParsers: () => unknown;
  readonly addContentTypeParser: (type: string, parser: never) => unknown;
  readonly all: (path: string, handler: never) => unknown;
};

type RequestHandler = (
  request: { readonly raw: NodeRequest },
  reply: { readonly raw: NodeResponse; readonly hijack: () => unknown },
) => void;

/**
 * Creates a receiver as a Fastify plugin: `app.register(fastifyReceiver({ path: "/events", secrets, onEvent, onError
 * }))`. Within the plugin, Fastify leaves bodies unread and responses unsent: `nodeHandler` reads and sends them.
 */
export function fastifyReceiver(
  options: ReceiverOptions & { readonly path: string },
): (instance: FastifyInstanceLike) => Promise<void> {
  const handle = nodeHandler(options);
  return async (instance) => {
    instance.removeAllContentTypeParsers();
    // The limit of Fastify closes the connection before the client has sent the body, so the client misses the
    // response.
    const leaveUnread = async () => undefined;
    instance.addContentTypeParser("*", leaveUnread as never);
    const handler: RequestHandler = (request, reply) => {
      reply.hijack();
      handle(request.raw, reply.raw);
    };
    instance.all(options.path, handler as never);
  };
}
