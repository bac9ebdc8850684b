import { headerValues } from "../exchange/index.js";
import type { Subject } from "./check.js";

/** Browsers leave credentials out of what they export; the headers that only browsers send tell that it was one. */
export function isStripped({ exchange }: Subject): boolean {
  const { headers } = exchange.request;
  const has = (name: string): boolean => headerValues(headers, name).length > 0;
  return has("sec-fetch-mode") && !has("authorization") && !has("cookie") && exchange.response.status < 300;
}

export const WHY_STRIPPED = "a browser's recording without any Authorization and Cookie, as its export strips them";
