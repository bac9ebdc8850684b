import type { ResultKey, ResultQuery } from "../chunk-stream.js";

/** The stream of chunks that wait, as a work queue. */
export const CHUNKS = "CONTRACT_CHUNKS";
/** The stream of results: the last message of each subject. */
export const RESULTS = "CONTRACT_RESULTS";

/** The stream of archived chunks. */
export const ARCHIVE = "CONTRACT_ARCHIVE";

/** The consumer of the chunks of a service, which all its workers share. */
export function formatConsumerName(service: string): string {
  return `check-${service}`;
}

export function formatChunkSubject(service: string, hour: string): string {
  return `contract.chunks.${service}.${hour}`;
}

export function parseChunkHour(subject: string): string {
  return subject.split(".")[3] ?? "";
}

/** The subject of an archived chunk; `*` stands for any hour or id. */
export function formatArchiveSubject(service: string, hour: string, id: string): string {
  return `contract.archive.${service}.${hour}.${id}`;
}

export function parseArchiveSubject(subject: string): { readonly hour: string; readonly id: string } {
  const [, , , hour = "", id = ""] = subject.split(".");
  return { hour, id };
}

/** The subject of a result, or of all results that the query selects. */
export function formatResultSubject(service: string, key: ResultKey | ResultQuery): string {
  const { version = "*", kind = "*", hour = "*", name = "*" }: Partial<Record<keyof ResultKey, string>> = key;
  return `contract.results.${service}.${version}.${kind}.${hour}.${name}`;
}

export function parseResultSubject(subject: string): ResultKey {
  const [, , , version = "", kind = "", hour = "", name = ""] = subject.split(".");
  return { version, kind: kind as ResultKey["kind"], hour, name };
}
