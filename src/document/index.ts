export * from "./diagnostic.js";
export * from "./document.js";
export * from "./ignored-findings.js";
export * from "./json.js";
export * from "./load.js";
export {
  dropDuplicates,
  getOrCreate,
  groupBy,
  listRepeated,
  memoize,
  memoizeByObject,
  memoizeByPair,
} from "./memoize.js";
export * from "./operations.js";
export { buildServerUrl, findMainServer, getBaseVariable, listServers, type Server } from "./servers.js";
export { singularize } from "./singular.js";
export type { SourceFile } from "./source-file.js";
export { isSpecUrl } from "./spec-url.js";
export type { OpenApiVersion } from "./structure.js";
