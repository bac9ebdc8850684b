import { getHeaderValues } from "../../exchange/index.js";
import type { CheckContext } from "../check.js";

/** Browsers leave credentials out of what they export; the headers that only browsers send tell that it was one. */
export function hasStrippedCredentials({ exchange }: CheckContext): boolean {
  const { headers } = exchange.request;
  const has = (name: string): boolean => getHeaderValues(headers, name).length > 0;
  return has("sec-fetch-mode") && !has("authorization") && !has("cookie") && exchange.response.status < 300;
}

export const STRIPPED_CREDENTIALS_REASON =
  "a browser's recording without any Authorization and Cookie, as its export strips them";
