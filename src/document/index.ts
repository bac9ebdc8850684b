export { assertComplete } from "./assert-complete.js";
export { type Diagnostic, type DiagnosticLevel, formatDiagnosticLines } from "./diagnostic.js";
export {
  createDocument,
  type Document,
  type FaultyDocument,
  getComponentName,
  type ResolvedObject,
  resolveChildren,
  resolvePointer,
} from "./document.js";
export { DocumentError, type DocumentFault } from "./document-error.js";
export { asArray, asObject, asString, isObject, type Json, type JsonObject } from "./json.js";
export { createSourceReader, loadDocument, loadFaultyDocument, readBytes, readTextFile } from "./load.js";
export * from "./operation.js";
export { type PathTemplate, parsePathTemplate } from "./operation.js";
export * from "./operations.js";
export {
  formatPointerFragment,
  joinPointer,
  lastToken,
  type Pointer,
  parentPointer,
  parsePointer,
  parsePointerFragment,
  valueAt,
} from "./pointer.js";
export { buildServerUrl, listServers, type Server } from "./servers.js";
export { parseSourceFile, type SourceFile } from "./source-file.js";
export { formatLocation, type SourceLocation } from "./source-location.js";
export { isSpecUrl } from "./spec-url.js";
export type { OpenApiVersion } from "./structure.js";
