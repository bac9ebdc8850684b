export { iterateItems, iteratePages, type Page, type PaginationOptions } from "./iterate-pages.js";
