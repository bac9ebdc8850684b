import { type Chunk, type ChunkReading, decodeChunk } from "../../src/stream/chunk.js";

/** A chunk with all its readings. */
export type ReadChunk = Omit<Chunk, "readings"> & { readonly readings: readonly ChunkReading[] };

/** Decodes a chunk and reads all of it. */
export async function readChunk(bytes: Uint8Array): Promise<ReadChunk> {
  const chunk = await decodeChunk(bytes);
  return { ...chunk, readings: [...chunk.readings] };
}
