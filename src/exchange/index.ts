export { bodyBytes, bodyText, decodeBody } from "./decode.js";
export type * from "./exchange.js";
export { type RecordingSource, readHar } from "./har.js";
export { headerValues, joinedHeader } from "./headers.js";
export { type MediaType, parseMediaType } from "./media-type.js";
export { RecordingError } from "./recording-error.js";
export { openRecording, stdinName, streamedRecording } from "./recording-source.js";
export { isSecretName, redacted, redactForm, redactHeaderValue, redactText, redactUrl } from "./redact.js";
export { trafficFiles } from "./traffic-files.js";
