import { mkdirSync, readdirSync, statSync } from "node:fs";
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StoredChunk } from "../chunk-stream.js";

export type BufferLimits = {
  /** The directory for chunks while the stream is away. Without it, only memory is used. */
  readonly folder?: string | undefined;
  readonly maxMemoryBytes: number;
  readonly maxDiskBytes: number;
};

/** Chunks on their way to the stream: first in memory, then on disk. Its size is bounded. */
export type ChunkBuffer = {
  /** Returns false if there is no space left. */
  readonly add: (chunk: StoredChunk) => Promise<boolean>;
  /** The next chunk; undefined if there is none. It stays in the buffer until `remove`. */
  readonly peek: () => Promise<StoredChunk | undefined>;
  readonly remove: (chunk: StoredChunk) => Promise<void>;
  /** Writes the chunks in memory to disk. */
  readonly save: () => Promise<UnsentChunks>;
};

/** What a process leaves behind: chunks on disk, which the next process publishes, and those for which there is no space. */
export type UnsentChunks = { readonly waiting: number; readonly lost: number };

/** Opens a buffer. Chunks that an earlier process left in the directory are part of it. */
export function openChunkBuffer({ folder, maxMemoryBytes, maxDiskBytes }: BufferLimits): ChunkBuffer {
  const memory: StoredChunk[] = [];
  const files = new Map<string, number>();
  let [memoryBytes, diskBytes, number] = [0, 0, 0];
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    for (const name of readdirSync(folder)
      .filter((it) => it.endsWith(EXTENSION))
      .sort()) {
      const { size } = statSync(join(folder, name));
      files.set(name, size);
      diskBytes += size;
      number = Math.max(number, Number.parseInt(name, 10));
    }
  }
  const write = async ({ id, hour, bytes }: StoredChunk): Promise<boolean> => {
    if (folder === undefined || diskBytes + bytes.length > maxDiskBytes) return false;
    number += 1;
    const name = `${String(number).padStart(12, "0")}.${hour}.${id}${EXTENSION}`;
    diskBytes += bytes.length;
    try {
      // A file with its final name is complete.
      await writeFile(join(folder, `${name}.new`), bytes, { mode: 0o600 });
      await rename(join(folder, `${name}.new`), join(folder, name));
    } catch {
      diskBytes -= bytes.length;
      return false;
    }
    files.set(name, bytes.length);
    return true;
  };
  return {
    add: async (chunk) => {
      if (memoryBytes + chunk.bytes.length > maxMemoryBytes) return write(chunk);
      memory.push(chunk);
      memoryBytes += chunk.bytes.length;
      return true;
    },
    peek: async () => {
      if (memory[0] !== undefined) return memory[0];
      const [name] = files.keys();
      if (name === undefined || folder === undefined) return undefined;
      const [, hour = "", id = ""] = name.split(".");
      return { id, hour, bytes: await readFile(join(folder, name)) };
    },
    remove: async ({ id }) => {
      const index = memory.findIndex((it) => it.id === id);
      if (index !== -1) {
        memoryBytes -= memory.splice(index, 1)[0]?.bytes.length ?? 0;
        return;
      }
      const name = [...files.keys()].find((it) => it.endsWith(`.${id}${EXTENSION}`));
      if (name === undefined || folder === undefined) return;
      diskBytes -= files.get(name) ?? 0;
      files.delete(name);
      await rm(join(folder, name), { force: true });
    },
    save: async () => {
      const chunks = memory.splice(0);
      memoryBytes = 0;
      const saved = await Promise.all(chunks.map(write));
      return { waiting: files.size, lost: saved.filter((isSaved) => !isSaved).length };
    },
  };
}

const EXTENSION = ".chunk";
