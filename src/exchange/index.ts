export { bodyBytes, bodyText, decodeBody } from "./decode.js";
export type * from "./exchange.js";
export { withoutSecrets } from "./exchange-secrets.js";
export { exchangeOfFetch, type FetchedAt, recordFetch } from "./fetch.js";
export { type RecordingSource, readHar } from "./har/har.js";
export { harParts } from "./har/har-entry.js";
export { type HarOptions, harEntry, writeHar } from "./har/har-writer.js";
export { headerValues, joinedHeader } from "./headers.js";
export { replaceScalars } from "./json-scalars.js";
export { type MediaType, parseMediaType } from "./media-type.js";
export { replaceMultipartFields } from "./multipart-fields.js";
export { type NdjsonOptions, ndjsonLine } from "./ndjson-writer.js";
export { ownParts } from "./own-parts.js";
export { type ReadExchangesOptions, readExchanges } from "./read-exchanges.js";
export { type RecordingOptions, readRecording } from "./recording.js";
export { RecordingError } from "./recording-error.js";
export { openRecording, stdinName, streamedRecording } from "./recording-source.js";
export {
  isSecretName,
  isSecretPlace,
  redacted,
  redactForm,
  redactHeaderValue,
  redactText,
  redactTokens,
  redactUrl,
} from "./redact.js";
export { stringContent } from "./string-content.js";
export { trafficFiles } from "./traffic-files.js";
export { jsonTrouble, placeIn } from "./whole-recording.js";
export { isXmlType, xmlText } from "./xml-text.js";
