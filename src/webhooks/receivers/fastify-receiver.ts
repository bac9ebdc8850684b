import { SIGNATURE_HEADER } from "../signature-header.js";
import { type NodeRequest, readNodeBody } from "./node-body.js";
import { MAX_PAYLOAD_BYTES, type ReceiverOptions, receiver } from "./receiver.js";

/** The part of a Fastify instance that is used. Parsers and handlers are `never`, so that any Fastify type fits. */
export type FastifyInstanceLike = {
  readonly removeAllContentTypeParsers: () => unknown;
  readonly addContentTypeParser: (type: string, parser: never) => unknown;
  readonly all: (path: string, handler: never) => unknown;
};

type BodyParser = (
  request: Pick<FastifyRequestLike, "headers">,
  payload: Omit<NodeRequest, "headers">,
) => ReturnType<typeof readNodeBody>;

type RequestHandler = (request: FastifyRequestLike, reply: FastifyReplyLike) => Promise<unknown>;

type FastifyRequestLike = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: unknown;
};

type FastifyReplyLike = {
  readonly code: (status: number) => FastifyReplyLike;
  readonly header: (name: string, value: string) => FastifyReplyLike;
  readonly send: () => unknown;
};

/**
 * Creates a receiver as a Fastify plugin: `app.register(fastifyReceiver({ path: "/events", secrets, onEvent, onError
 * }))`. Bodies stay bytes, but only within the plugin. Responds with the statuses of `receiver`, and with 413 to a body
 * longer than `maxBytes`.
 */
export function fastifyReceiver(
  options: ReceiverOptions & { readonly path: string },
): (instance: FastifyInstanceLike) => Promise<void> {
  const receive = receiver(options);
  return async (instance) => {
    instance.removeAllContentTypeParsers();
    // The limit of Fastify closes the connection before the client has sent the body, so the client misses the
    // response.
    const parser: BodyParser = ({ headers }, payload) =>
      readNodeBody(
        {
          headers,
          readableEnded: payload.readableEnded,
          on: (event, listener) => payload.on(event, listener),
          resume: () => payload.resume(),
        },
        options.maxBytes ?? MAX_PAYLOAD_BYTES,
      );
    instance.addContentTypeParser("*", parser as never);
    const handler: RequestHandler = async (request, reply) => {
      if (request.method !== "POST") return reply.code(405).header("Allow", "POST").send();
      if (typeof request.body === "number") return reply.code(request.body).header("Connection", "close").send();
      const signature = request.headers[SIGNATURE_HEADER];
      const payload = request.body instanceof Uint8Array ? request.body : new Uint8Array();
      const { status } = await receive(payload, typeof signature === "string" ? signature : undefined);
      return reply.code(status).send();
    };
    instance.all(options.path, handler as never);
  };
}
