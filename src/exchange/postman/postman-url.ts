import { isRecord, type UnknownRecord } from "../unreadable-entry.js";

/** The URL of a saved request as text; a collection that a program made may have its parts only. */
export function writtenUrl({ raw, protocol, host, port, path, query }: UnknownRecord): unknown {
  if (raw !== undefined || host === undefined) return raw;
  const scheme = typeof protocol === "string" ? `${protocol.replace(/:?\/*$/, "")}://` : "";
  const address = joined(host, ".") + (port === undefined || port === "" ? "" : `:${String(port)}`);
  const way = joined(path, "/");
  const pairs = (Array.isArray(query) ? query : []).filter((it) => isRecord(it) && it.disabled !== true).map(pairOf);
  return `${scheme}${address}${way === "" || way.startsWith("/") ? "" : "/"}${way}${pairs.length === 0 ? "" : "?"}${pairs.join("&")}`;
}

/** A part of a path may be an object with a value. */
function joined(parts: unknown, between: string): string {
  if (!Array.isArray(parts)) return typeof parts === "string" ? parts : "";
  return parts.map((part: unknown) => String(isRecord(part) ? part.value : part)).join(between);
}

function pairOf({ key, value }: UnknownRecord): string {
  return `${String(key ?? "")}${value === null || value === undefined ? "" : `=${String(value)}`}`;
}
