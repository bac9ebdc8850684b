/** Chunks of exchanges in a message broker, for any number of feeders and workers. */

export { createChunkCheck } from "./check-chunk.js";
export { type ChunkReading, decodeChunk, encodeStored, toHour } from "./chunk.js";
export { buildReport, type ChunkResult } from "./chunk-result.js";
export { type ChunkStream, isPassing, StreamError } from "./chunk-stream.js";
export {
  type CollectedResults,
  collectResults,
  type HourRange,
  isInRange,
  listVersions,
  type VersionRecord,
} from "./collect-results.js";
export { feedRecording } from "./feed-recording.js";
export { followLog } from "./follow-log.js";
export { type LiveFeed, startLiveFeed } from "./live/live-feed.js";
export { REAL_MACHINE } from "./live/real-machine.js";
export { type FeedSettings, startApplicationFeed } from "./live/start-application-feed.js";
export { formatServers, type StreamLimits } from "./nats/nats-options.js";
export { assertStreamUsable, openStream, type StreamOptions } from "./open-stream.js";
export { runWorker, type WorkedChunk } from "./run-worker.js";
