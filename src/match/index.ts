export { isJson, nearestMediaType, pickMediaType } from "./media-type.js";
export { type Candidate, createRouter, type Match, type Router, rawQuery } from "./router.js";
export { ServerError } from "./server-error.js";
export { pickResponse } from "./status.js";
