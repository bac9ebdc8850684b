import { createSourceReader, loadDocument } from "../../document/index.js";
import { UsageError } from "../process/usage-error.js";
import type { SpecRevision } from "./spec-revision.js";

export function isSpecUrl(name: string): boolean {
  return /^https?:\/\//i.test(name);
}

/**
 * Loads a spec from a URL. It must be one file: references to other files are not followed.
 *
 * @throws UsageError when the URL cannot be read, DocumentError when the spec cannot be used.
 */
export async function readSpecFromUrl(url: string, signal: AbortSignal): Promise<SpecRevision> {
  const text = await fetchText(url, signal);
  const file = new URL(url).pathname.split("/").at(-1) || "openapi";
  const read = (path: string): string => {
    if (path.split("/").at(-1) === file) return text;
    throw new UsageError(`${url} refers to ${path}; download all files of the spec, and pass the main file`);
  };
  const document = loadDocument(file, read);
  return { document, path: url, lines: createSourceReader(() => text) };
}

async function fetchText(url: string, signal: AbortSignal): Promise<string> {
  try {
    const response = await fetch(url, { signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]) });
    if (!response.ok)
      throw new UsageError(`${url}: the server responded ${response.status}; pass a URL that returns the spec`);
    return await response.text();
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const { cause, message } = error as Error;
    throw new UsageError(`${url}: cannot be read: ${cause instanceof Error ? cause.message : message}`, {
      cause: error,
    });
  }
}

const TIMEOUT_MS = 30_000;
