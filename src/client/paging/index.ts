export { iterateItems, iteratePages, type Page } from "./iterate-pages.js";
