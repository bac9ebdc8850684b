export { children, componentName, createDocument, type Document, type Resolved, resolve } from "./document.js";
export { DocumentError, type DocumentProblem, formatLocation } from "./document-error.js";
export { asArray, asObject, asString, isObject, type Json, type JsonObject } from "./json.js";
export { linesOf, loadDocument, readBytes } from "./load.js";
export * from "./operations.js";
export { type PathTemplate, pathTemplate } from "./path-template.js";
export {
  fragmentPointer,
  joinPointer,
  lastToken,
  type Pointer,
  parentPointer,
  pointerFragment,
  pointerTokens,
  valueAt,
} from "./pointer.js";
export { type Location, parseSourceFile, type SourceFile } from "./source-file.js";
