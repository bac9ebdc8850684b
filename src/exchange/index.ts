export { createFrameworkMiddleware, type FrameworkMiddleware } from "./capture/framework-middleware.js";
export {
  canHaveContent,
  captureWrites,
  createBodyCollector,
  createCapturedOrigin,
  restoreBody,
} from "./capture/server-exchange.js";
export {
  addConsumer,
  type ConsumerRule,
  findConsumer,
  parseConsumerRule,
  redactConsumer,
} from "./consumer.js";
export {
  createRawJsonString,
  decodeBody,
  decodeBodyText,
  decodeXmlText,
  getBodyBytes,
  getContentBytes,
  isXmlType,
} from "./decode.js";
export type * from "./exchange.js";
export { EXCHANGE_PART_POINTERS, explainRecorderError, UNPAIRED_REQUEST } from "./exchange.js";
export { createFetchExchange, type FetchOrigin, recordFetch } from "./fetch.js";
export { readHar } from "./formats/har/har.js";
export { CACHED_RESPONSE, HAR_PART_POINTERS } from "./formats/har/har-entry.js";
export {
  type EncodedBody,
  type HarWriterOptions,
  serializeHarEntry,
  toHarEntry,
  writeHar,
} from "./formats/har/har-writer.js";
export { formatNdjsonLine, type NdjsonOptions, readNdjsonLine, toNdjsonObject } from "./formats/ndjson.js";
export { getCombinedHeader, getHeaderValues, toHeaderFields } from "./headers.js";
export { type ParsedMediaType, parseMediaType } from "./media-type.js";
export { findJsonSyntaxError, getBytePosition } from "./reader/entire-recording.js";
export { canHaveResponseBody } from "./reader/recorded-body.js";
export { RecordingError } from "./reader/recording-error.js";
export type { RecordingOptions, RecordingSource } from "./reader/recording-source.js";
export { openRecording, openStreamRecording, STDIN_NAME } from "./recording/open-recording.js";
export { type ReadExchangesOptions, readExchanges, readRecording } from "./recording/read-recording.js";
export { findTrafficFiles } from "./recording/traffic-files.js";
export {
  decodeFieldName,
  isMask,
  isSecretName,
  isSecretPath,
  REDACTED,
  redactForm,
  redactHeaderValue,
  redactText,
  redactTokens,
  redactUrl,
} from "./redaction/redact.js";
export { REDACTED_BODY, readRedactableText, redactSecrets } from "./redaction/redact-secrets.js";
export { replaceJsonScalars, replaceMultipartFields } from "./redaction/replace-values.js";
export { UNRECORDED_ORIGIN } from "./url.js";
