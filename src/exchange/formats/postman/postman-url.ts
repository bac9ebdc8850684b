import { isPlainObject, type UnknownRecord } from "../../reader/entry-error.js";

/** Formats the URL of a saved request. Collections from other tools can contain only its parts. */
export function formatPostmanUrl({ raw, protocol, host, port, path, query }: UnknownRecord): unknown {
  if (raw !== undefined || host === undefined) return raw;
  const scheme = typeof protocol === "string" ? `${protocol.replace(/:?\/*$/, "")}://` : "";
  const address = joinParts(host, ".") + (port === undefined || port === "" ? "" : `:${String(port)}`);
  const pathname = joinParts(path, "/");
  const pairs = (Array.isArray(query) ? query : [])
    .filter((it) => isPlainObject(it) && it.disabled !== true)
    .map(formatPair);
  const slash = pathname === "" || pathname.startsWith("/") ? "" : "/";
  return `${scheme}${address}${slash}${pathname}${pairs.length === 0 ? "" : "?"}${pairs.join("&")}`;
}

/** Joins parts; a part of a path can be an object with a value. */
function joinParts(parts: unknown, between: string): string {
  if (!Array.isArray(parts)) return typeof parts === "string" ? parts : "";
  return parts.map((part: unknown) => String(isPlainObject(part) ? part.value : part)).join(between);
}

function formatPair({ key, value }: UnknownRecord): string {
  return `${String(key ?? "")}${value === null || value === undefined ? "" : `=${String(value)}`}`;
}
