export { assertComplete } from "./assert-complete.js";
export {
  createDocument,
  type Document,
  getComponentName,
  type ResolvedObject,
  resolveChildren,
  resolvePointer,
} from "./document.js";
export { type Diagnostic, DocumentError, formatLocation } from "./document-error.js";
export { asArray, asObject, asString, isObject, type Json, type JsonObject } from "./json.js";
export { loadDocument, readBytes, readLines } from "./load.js";
export * from "./operations.js";
export { type PathTemplate, parsePathTemplate } from "./path-template.js";
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
export { parseSourceFile, type SourceFile, type SourceLocation } from "./source-file.js";
