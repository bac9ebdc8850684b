export { findJsonSyntaxError } from "../document/json-scanner.js";
export { createFrameworkMiddleware, type FrameworkMiddleware } from "./capture/framework-middleware.js";
export {
  canHaveContent,
  capturePushes,
  captureWrites,
  createBodyCollector,
  createCapturedOrigin,
  restoreBody,
} from "./capture/server-exchange.js";
export * from "./consumer.js";
export * from "./exchange.js";
export * from "./fetch.js";
export { readHar } from "./formats/har/har.js";
export { CACHED_RESPONSE, HAR_PART_POINTERS } from "./formats/har/har-entry.js";
export * from "./formats/har/har-writer.js";
export { formatNdjsonLine, readNdjsonLine, toNdjsonObject } from "./formats/ndjson.js";
export * from "./message.js";
export { formatReadError, getErrorMessage, openRecording, openStreamRecording, STDIN_NAME } from "./open-recording.js";
export { type ReadExchangesOptions, readExchanges, readRecording } from "./read-recording.js";
export { getBytePosition } from "./reader/entire-recording.js";
export { canHaveResponseBody } from "./reader/parsed-entry.js";
export {
  type EntryAccelerator,
  RecordingError,
  type RecordingOptions,
  type RecordingSource,
} from "./reader/recording-source.js";
export { maskCardNumbers } from "./redaction/mask-cards.js";
export * from "./redaction/redact.js";
export * from "./redaction/redact-secrets.js";
export { findTrafficFiles, isRecordingName } from "./traffic-files.js";
