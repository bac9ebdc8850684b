/** Middleware for servers in production: feeds their exchanges to `contract worker`. */
export type { Exchange, FrameworkMiddleware } from "../recording/index.js";
export { createFeedMiddleware, type FeedMiddleware, type FeedMiddlewareOptions } from "./feed-middleware.js";
