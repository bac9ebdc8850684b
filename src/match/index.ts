export { isJson, nearestMediaType, pickMediaType } from "./media-type.js";
export { normalPath } from "./normal-path.js";
export { type Candidate, createRouter, type Match, type Router, rawQuery, splitUrl } from "./router.js";
export { compileServer } from "./server.js";
export { ServerError } from "./server-error.js";
export { pickResponse } from "./status.js";
