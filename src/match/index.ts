export { isJson, nearestMediaType, pickMediaType } from "./media-type.js";
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
export { compileServer } from "./server.js";
export { ServerError } from "./server-error.js";
export { pickResponse } from "./status.js";
