import { getHeaderValues } from "../../exchange/index.js";
import type { CheckContext } from "../check.js";

/** Whether a browser recorded the exchange, which its fetch metadata header shows, and removed credentials on export. */
export function hasStrippedCredentials({ exchange }: CheckContext): boolean {
  const { headers } = exchange.request;
  const has = (name: string): boolean => getHeaderValues(headers, name).length > 0;
  return has("sec-fetch-mode") && !has("authorization") && !has("cookie") && exchange.response.status < 300;
}

export const STRIPPED_CREDENTIALS_REASON =
  "recorded by a browser, which removes the Authorization and Cookie headers on export";
