import type { Exchange } from "../exchange/index.js";
import type { Listen } from "../probe/index.js";
import { deliveryExchange } from "./delivery-exchange.js";
import { whyWrong } from "./listen.js";
import { receive } from "./receive.js";

/**
 * A listener on this machine for events of a service on this machine; undefined for another one, which could not reach it.
 *
 * @param source What the service is called in reports.
 */
export function listenBeside(baseUrl: string, source: string): Listen | undefined {
  const { hostname } = new URL(baseUrl);
  if (!/^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)) return undefined;
  return async (secret) => {
    const came: Exchange[] = [];
    const receiver = await receive(
      { secret: [secret], port: 0, host: "127.0.0.1" },
      async (delivery) => {
        const why = delivery.isRight ? undefined : await whyWrong(delivery, [secret]);
        came.push(deliveryExchange(delivery, { source, index: 0, why }));
      },
      // What cannot be taken was not delivered.
      () => {},
    );
    return { url: `${receiver.url}/events`, came: () => came, close: receiver.end };
  };
}
