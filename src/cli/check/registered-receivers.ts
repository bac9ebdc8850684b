import type { Exchange, ReadResult } from "../../exchange/index.js";
import { type Contract, type ExchangeResult, normalizeAddress } from "../../gate/index.js";

type ReadableExchange = Exclude<ReadResult<ExchangeResult>, { kind: "unreadable" }>;

/**
 * Creates a function that marks webhook deliveries of one recording: requests to an address that an earlier exchange of the
 * recording registered. Call it for each exchange, in order.
 */
export function createDeliveryMarker(contract: Contract): (reading: ReadableExchange) => ReadableExchange {
  const registered = new Set<string>();
  return (reading) => {
    const { exchange } = reading;
    const address = contract.findRegisteredReceiver(exchange);
    if (address !== undefined && registered.size < MAX_RECEIVERS) registered.add(address);
    // A result of the fast path belongs to an operation.
    if (registered.size === 0 || reading.kind === "settled" || !isDelivery(exchange)) return reading;
    return { kind: "exchange", exchange: { ...exchange, webhook: {} } };
  };

  function isDelivery({ webhook, request }: Exchange): boolean {
    return webhook === undefined && registered.has(normalizeAddress(request.url)) && !contract.hasOperation(request);
  }
}

/** Bounds memory. */
const MAX_RECEIVERS = 10_000;
