export { iterateItems, iteratePages, type Page } from "./iterate-pages.js";
export { createLinkedReader } from "./linked-pages.js";
export type { PageReader } from "./page-reader.js";
export * from "./query-pages.js";
export { createStartTimeReader } from "./start-time-pages.js";
export { locate } from "./value-at.js";
