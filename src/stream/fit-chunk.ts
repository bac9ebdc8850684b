import { type ChunkDraft, createChunkDraft, encodeChunk } from "./chunk.js";
import type { StoredChunk } from "./chunk-stream.js";

/** Encodes a chunk. If it is larger than the stream accepts, it is split; the bodies of one large exchange are left out. */
export async function encodeFittingChunks(draft: ChunkDraft, hour: string, maxBytes: number): Promise<StoredChunk[]> {
  const chunk = await encodeChunk(draft, hour);
  if (chunk.bytes.length <= maxBytes) return [chunk];
  const { lines } = draft;
  if (lines.length < 2) return [await encodeChunk({ ...draft, lines: lines.map(dropLargeBodies) }, hour)];
  const half = Math.ceil(lines.length / 2);
  const rest: ChunkDraft = { ...createChunkDraft(draft.source), parts: draft.parts, lines: lines.slice(half) };
  const halves = [
    { ...draft, lines: lines.slice(0, half) },
    { ...rest, hour: draft.hour },
  ];
  const chunks = await Promise.all(halves.map((it) => encodeFittingChunks(it, hour, maxBytes)));
  return chunks.flat();
}

/** Such an exchange is only partially checked, with this reason. */
function dropLargeBodies(line: string): string {
  const { request, response, ...rest } = JSON.parse(line) as Record<"request" | "response", object>;
  const body = { missing: "the exchange is larger than a message of the stream" };
  const drop = (message: object): object => ("body" in message ? { ...message, body } : message);
  return JSON.stringify({ ...rest, request: drop(request), response: drop(response) });
}
