import { isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";

/** The URL of a saved request as text; a collection that a program made may have its parts only. */
export function formatPostmanUrl({ raw, protocol, host, port, path, query }: UnknownRecord): unknown {
  if (raw !== undefined || host === undefined) return raw;
  const scheme = typeof protocol === "string" ? `${protocol.replace(/:?\/*$/, "")}://` : "";
  const address = joinParts(host, ".") + (port === undefined || port === "" ? "" : `:${String(port)}`);
  const way = joinParts(path, "/");
  const pairs = (Array.isArray(query) ? query : [])
    .filter((it) => isPlainObject(it) && it.disabled !== true)
    .map(formatPair);
  return `${scheme}${address}${way === "" || way.startsWith("/") ? "" : "/"}${way}${pairs.length === 0 ? "" : "?"}${pairs.join("&")}`;
}

/** A part of a path may be an object with a value. */
function joinParts(parts: unknown, between: string): string {
  if (!Array.isArray(parts)) return typeof parts === "string" ? parts : "";
  return parts.map((part: unknown) => String(isPlainObject(part) ? part.value : part)).join(between);
}

function formatPair({ key, value }: UnknownRecord): string {
  return `${String(key ?? "")}${value === null || value === undefined ? "" : `=${String(value)}`}`;
}
