export { isJson, nearestMediaType, pickMediaType, pickResponse } from "./documented-parts.js";
export { normalizePath } from "./normalize-path.js";
export {
  createRouter,
  findPathEnd,
  getRawQuery,
  type Match,
  type OperationMatch,
  type Router,
  splitUrl,
} from "./router.js";
export { compileServer, ServerError } from "./server.js";
