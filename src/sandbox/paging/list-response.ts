import type { Json } from "../../document/index.js";
import type { ServiceResponse } from "../context/request-context.js";
import type { ListPage } from "./list-page.js";
import { waitForTurn } from "./wait-for-turn.js";

/**
 * Builds the response of a list. If it has large items, they are read and sent one after the other, so that they neither
 * fill the memory nor delay other requests.
 *
 * @param select returns the part of an item that the list shows
 */
export function createListResponse(
  name: "orders" | "transactions",
  { items, links }: ListPage,
  select: (item: Json) => Json = (item) => item,
): ServiceResponse {
  const loaded = items.filter((item) => typeof item !== "function");
  const rest = { links, count: items.length };
  if (loaded.length === items.length) return { status: 200, body: { [name]: loaded.map(select), ...rest } };
  return { status: 200, parts: streamList() };

  async function* streamList(): AsyncGenerator<string> {
    yield `{"${name}":[`;
    for (const [index, item] of items.entries()) {
      const value = select(typeof item === "function" ? await item() : item);
      yield `${index === 0 ? "" : ","}${JSON.stringify(value)}`;
      await waitForTurn();
    }
    yield `],${JSON.stringify(rest).slice(1)}`;
  }
}
